package event

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"unicode/utf16"
)

// minCoded is how long a value must be before its base64 and hex forms, and
// the single lines of it, are masked as well: shorter ones are found
// everywhere by chance.
const minCoded = 8

// maxCoded is how long a value may be for its other spellings to be masked:
// each costs memory.
const maxCoded = 16 << 10

// forms lists the spellings under which a secret may leak.
func forms(secret string) []string {
	list := []string{secret}
	trimmed := strings.TrimSpace(secret)
	if len(trimmed) < MinSecret {
		return list
	}
	list = append(list, trimmed)
	if strings.ContainsAny(trimmed, "\r\n") {
		// A terminal turns \n into \r\n and a screen shows the lines apart.
		lines := strings.Split(strings.ReplaceAll(trimmed, "\r\n", "\n"), "\n")
		list = append(list, strings.Join(lines, "\r\n"), strings.Join(lines, "\n"))
		for _, l := range lines {
			if l = strings.TrimSpace(l); len(l) >= minCoded {
				list = append(list, l)
			}
		}
	}
	if len(trimmed) > maxCoded {
		return list
	}
	list = append(list,
		inJSON(trimmed), asciiJSON(trimmed),
		url.QueryEscape(trimmed), url.PathEscape(trimmed), lowerEscapes(url.QueryEscape(trimmed)),
		html.EscapeString(trimmed),
		strings.ReplaceAll(trimmed, `'`, `'\''`), strings.ReplaceAll(trimmed, `'`, `'"'"'`),
		backslashed(trimmed))
	if len(trimmed) >= minCoded {
		h := hex.EncodeToString([]byte(trimmed))
		list = append(list, h, strings.ToUpper(h))
		list = append(list, inBase64(trimmed)...)
	}
	return list
}

// inJSON is the text as encoding/json writes it between the quotes.
func inJSON(s string) string {
	b, err := encode(s)
	if err != nil || len(b) < 2 {
		return s
	}
	return string(b[1 : len(b)-1])
}

// asciiJSON is the text as a writer of pure ASCII spells it between the
// quotes: \u00e9.
func asciiJSON(s string) string {
	b, err := json.Marshal(s) // with <, > and & escaped
	if err != nil || len(b) < 2 {
		return s
	}
	var out strings.Builder
	for _, r := range string(b[1 : len(b)-1]) {
		switch {
		case r < 0x80:
			out.WriteRune(r)
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			writeUnit(&out, hi)
			writeUnit(&out, lo)
		default:
			writeUnit(&out, r)
		}
	}
	return out.String()
}

func writeUnit(b *strings.Builder, r rune) {
	const digits = "0123456789abcdef"
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(digits[r>>shift&15])
	}
}

// lowerEscapes writes %2F as %2f.
func lowerEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
			i += 2
		}
	}
	return string(b)
}

// backslashed is the text quoted as bash's printf %q does.
func backslashed(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(" \t!\"#$&'()*,;<>?[\\]^`{|}~", s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// inBase64 gives the characters that base64 makes of the text alone, wherever
// it begins in the group of three ("user:SECRET" in a header).
func inBase64(s string) []string {
	var list []string
	for before := range 3 {
		whole := append(make([]byte, before), s...)
		first := (before*8 + 5) / 6 // characters that the bytes before have a part in
		last := len(whole) * 8 / 6  // and those after
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			list = append(list, enc.EncodeToString(whole)[first:last])
		}
	}
	return list
}
