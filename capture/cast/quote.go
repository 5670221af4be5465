package cast

import (
	"encoding/hex"
	"unicode/utf16"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendQuoted appends s as a JSON string, with U+FFFD for what is not UTF-8
// (one for each maximal broken sequence, as terminals show it).
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
			dst = append(dst, s[start:i]...)
			dst = append(dst, "\uFFFD"...)
			i += brokenLen(s[i:])
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// brokenLen returns the length of the broken UTF-8 sequence at the start of s:
// its longest part that could have become a rune, at least one byte.
func brokenLen(s string) int {
	n := 1
	for n < len(s) && n < utf8.UTFMax-1 && !utf8.FullRuneInString(s[:n]) && !utf8.FullRuneInString(s[:n+1]) {
		n++
	}
	return n
}

// splitTail cuts off the start of a rune that s ends in the middle of.
func splitTail(s string) (whole, tail string) {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		i := len(s) - n
		if utf8.RuneStart(s[i]) {
			if !utf8.FullRuneInString(s[i:]) {
				return s[:i], s[i:]
			}
			break
		}
	}
	return s, ""
}

// unquote decodes the JSON string that line starts with and returns what
// follows it. It agrees with encoding/json: broken UTF-8 and lone surrogates
// become U+FFFD, raw control characters are refused.
func unquote(line []byte) (s string, rest []byte, ok bool) {
	if len(line) == 0 || line[0] != '"' {
		return "", nil, false
	}
	body := line[1:]
	i := 0
	for i < len(body) && body[i] != '"' && body[i] != '\\' && body[i] >= ' ' {
		i++
	}
	if i < len(body) && body[i] == '"' && utf8.Valid(body[:i]) {
		return string(body[:i]), body[i+1:], true
	}
	return unquoteSlow(body)
}

func unquoteSlow(body []byte) (s string, rest []byte, ok bool) {
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); {
		start := i
		for i < len(body) && body[i] != '"' && body[i] != '\\' && body[i] >= ' ' {
			i++
		}
		out = appendText(out, body[start:i])
		switch rest := body[i:]; {
		case len(rest) == 0 || rest[0] < ' ':
			return "", nil, false
		case rest[0] == '"':
			return string(out), rest[1:], true
		case len(rest) == 1:
			return "", nil, false
		case rest[1] == 'u':
			r, n := unquoteRune(rest)
			if n == 0 {
				return "", nil, false
			}
			out = utf8.AppendRune(out, r)
			i += n
		default:
			e := unescape(rest[1])
			if e == 0 {
				return "", nil, false
			}
			out = append(out, e)
			i += 2
		}
	}
	return "", nil, false
}

// appendText appends p, with U+FFFD for each byte that is not UTF-8.
func appendText(dst, p []byte) []byte {
	if utf8.Valid(p) {
		return append(dst, p...)
	}
	for len(p) > 0 {
		r, n := utf8.DecodeRune(p)
		dst = utf8.AppendRune(dst, r)
		p = p[n:]
	}
	return dst
}

func unescape(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}

// unquoteRune decodes \uXXXX or a pair of them, n is 0 when it is malformed.
func unquoteRune(b []byte) (r rune, n int) {
	hi, ok := hex4(b)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(hi) {
		return hi, 6
	}
	if lo, ok := hex4(b[6:]); ok {
		if r := utf16.DecodeRune(hi, lo); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var v [2]byte
	if _, err := hex.Decode(v[:], b[2:6]); err != nil {
		return 0, false
	}
	return rune(v[0])<<8 | rune(v[1]), true
}
