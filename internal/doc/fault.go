package doc

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// fault is why a value cannot be read: a place in its text (bytes), how many
// columns it takes (0: the rest of the line), the cause and what to do.
type fault struct {
	at, width     int
	message, hint string
}

// faultOf finds the cause. The message is empty when it finds none.
func faultOf(text string, key bool) fault {
	first, _, more := strings.Cut(text, "\n")
	bare := strings.TrimRight(cutComment(first), " \t")
	switch c := text[0]; {
	case c == '"' || c == '\'':
		if f := quoteFault(text); f.message != "" {
			return f
		}
		end := endOfQuote(text)
		return afterQuote(text, end, first)
	case c == '{' || c == '[':
		return flowFault(text)
	case strings.IndexByte("|>*&%@`,}]!", c) >= 0,
		(c == '-' || c == '?' || c == ':') && isBlankAt(first, 1):
		return fault{0, utf8.RuneCountInString(bare), cantBegin(c), quoteHint(bare)}
	}
	if at := strings.Index(bare, ": "); at >= 0 {
		return fault{0, utf8.RuneCountInString(bare), "a colon and a blank inside an unquoted text", quoteHint(bare)}
	}
	if strings.HasSuffix(bare, ":") {
		return fault{0, utf8.RuneCountInString(bare), "a colon at the end of an unquoted text", quoteHint(bare)}
	}
	if more {
		return fault{0, utf8.RuneCountInString(bare), "an unquoted text over several lines that YAML cannot read", "write a block: | and the lines below it"}
	}
	return fault{}
}

func cantBegin(c byte) string { return fmt.Sprintf("an unquoted text can't begin with %c", c) }

// afterQuote is the fault of text behind a closing quote.
func afterQuote(text string, end int, first string) fault {
	rest := strings.TrimLeft(text[end:], " \t")
	if end == 0 || rest == "" || rest[0] == '\n' {
		return fault{}
	}
	hint := quoteHint(first)
	if text[0] == '\'' && text[end] != ' ' {
		hint = "inside single quotes write '' for a '"
	}
	word, _, _ := strings.Cut(rest, "\n")
	return fault{len(text) - len(rest), utf8.RuneCountInString(strings.TrimRight(word, " \t")), "text after the closing quote", hint}
}

// quoteFault finds what is wrong inside the quoted text that s begins with.
func quoteFault(s string) fault {
	end := endOfQuote(s)
	if end == 0 {
		name := "double"
		if s[0] == '\'' {
			name = "single"
		}
		return fault{0, 0, "the " + name + " quote is never closed", fmt.Sprintf("write %c at the end", s[0])}
	}
	if s[0] == '\'' {
		return fault{}
	}
	for i := 1; i < end-1; i++ {
		if s[i] != '\\' {
			continue
		}
		need := 0
		switch c := s[i+1]; {
		case c == 'x':
			need = 2
		case c == 'u':
			need = 4
		case c == 'U':
			need = 8
		case strings.IndexByte("0abt\tnvfre \"'/\\N_LP\n", c) < 0:
			_, n := utf8.DecodeRuneInString(s[i+1:])
			return fault{i, 2, "unknown escape " + s[i:i+1+n] + " in double quotes", singleQuotes(s[:end])}
		}
		if hex := s[i+2 : min(i+2+need, end-1)]; len(hex) < need || strings.Trim(hex, "0123456789abcdefABCDEF") != "" {
			return fault{i, 2, fmt.Sprintf("%s needs %d hexadecimal digits", s[i:i+2], need), singleQuotes(s[:end])}
		} else if need > 0 && !isScalarValue(hex) {
			return fault{i, 2 + need, s[i:i+2] + hex + " is no character", "write the character itself"}
		}
		i++
	}
	return fault{}
}

func isScalarValue(hex string) bool {
	var r rune
	if _, err := fmt.Sscanf(hex, "%x", &r); err != nil {
		return false
	}
	return utf8.ValidRune(r)
}

// singleQuotes shows a double quoted text in single quotes.
func singleQuotes(s string) string {
	if in := s[1 : len(s)-1]; !strings.ContainsAny(in, "'\n") && len(in) <= 60 {
		return "in single quotes a backslash is itself: '" + in + "'"
	}
	return `in single quotes a backslash is itself, in double quotes write \\`
}

// flow reads a value in brackets, as far as needed to find a mistake.
type flow struct {
	text string
	open []bracket
	i    int
}

// bracket is an open { or [ and what has been seen of its current entry.
type bracket struct {
	at     int
	value  bool // a value stands there, only , : or the end may follow
	colons int
	comma  bool // the entry follows a comma
}

// flowFault finds what is wrong with a value that begins with { or [.
func flowFault(text string) fault {
	f := &flow{text: text}
	for f.i < len(text) {
		if bad := f.next(); bad.message != "" {
			return bad
		}
		if len(f.open) == 0 {
			return f.trailing()
		}
	}
	return f.unclosed()
}

func (f *flow) next() fault {
	c := f.text[f.i]
	switch c {
	case ' ', '\t', '\n':
		f.i++
		return fault{}
	case '{', '[':
		if bad := f.begin(); bad.message != "" {
			return bad
		}
		f.open = append(f.open, bracket{at: f.i})
		f.i++
		return fault{}
	}
	b := &f.open[len(f.open)-1]
	switch c {
	case '}', ']':
		if o := f.text[b.at]; (o == '{') != (c == '}') {
			return fault{f.i, 1, fmt.Sprintf("%c closes a %c", c, o), inBrackets(f.text[b.at])}
		}
		f.open = f.open[:len(f.open)-1]
		f.i++
	case ',':
		if !b.value && b.colons == 0 {
			return fault{f.i, 1, "a comma without a value before it", "quote it if it is text"}
		}
		*b = bracket{at: b.at, comma: true}
		f.i++
	case '#':
		if isBlankAt(f.text, f.i-1) || f.text[f.i-1] == '\n' {
			f.i += strings.IndexByte(f.text[f.i:]+"\n", '\n')
			return fault{}
		}
		return f.plain()
	case ':':
		if b.value && b.colons == 0 || isBlankAt(f.text, f.i+1) {
			b.colons++
			b.value = false
			f.i++
			if b.colons > 1 {
				return fault{f.i - 1, 1, "a second colon in one entry", "quote the text with the colon"}
			}
			return fault{}
		}
		return f.plain()
	case '"', '\'':
		if bad := f.begin(); bad.message != "" {
			return bad
		}
		bad := quoteFault(f.text[f.i:])
		bad.at += f.i
		f.i += endOfQuote(f.text[f.i:])
		return bad
	default:
		return f.plain()
	}
	return fault{}
}

// begin notes that a value begins; after another one that is a fault.
func (f *flow) begin() fault {
	if len(f.open) == 0 {
		return fault{}
	}
	b := &f.open[len(f.open)-1]
	if b.value {
		return fault{f.i, 1, "text after a value that is complete", inBrackets(f.text[b.at])}
	}
	b.value = true
	return fault{}
}

// plain reads an unquoted text.
func (f *flow) plain() fault {
	b := f.open[len(f.open)-1]
	if bad := f.begin(); bad.message != "" {
		return bad
	}
	c := f.text[f.i]
	word := f.text[f.i:f.plainEnd()]
	if strings.IndexByte("|>%@`", c) >= 0 || strings.IndexByte("*&", c) >= 0 && !isName(word[1:]) ||
		(c == '-' || c == '?') && isBlankAt(word, 1) {
		return fault{f.i, utf8.RuneCountInString(word), cantBegin(c), quoteHint(word)}
	}
	if strings.ContainsAny(word, "[{") {
		return fault{f.i, utf8.RuneCountInString(word), inBrackets(f.text[b.at]), quoteHint(word)}
	}
	f.i += len(word)
	return fault{}
}

func isName(s string) bool {
	return s != "" && strings.Trim(s, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-") == ""
}

// plainEnd finds where the author meant the text at f.i to end: brackets in it
// are taken in pairs.
func (f *flow) plainEnd() int {
	depth := 0
	i := f.i
	for ; i < len(f.text); i++ {
		c := f.text[i]
		if c == '{' || c == '[' {
			depth++
		}
		if c == '}' || c == ']' {
			depth--
		}
		if depth < 0 || depth == 0 && (c == ',' || c == '\n' ||
			c == ':' && isBlankAt(f.text, i+1) || c == '#' && i > 0 && isBlankAt(f.text, i-1)) {
			break
		}
	}
	return f.i + len(strings.TrimRight(f.text[f.i:i], " \t"))
}

func inBrackets(open byte) string {
	if open == '[' {
		return "inside [ ] a value with , [ ] { } or ${{ }} needs quotes"
	}
	return "inside { } a value with , [ ] { } or ${{ }} needs quotes"
}

// trailing is the fault of text behind the closing bracket.
func (f *flow) trailing() fault {
	rest := strings.TrimLeft(f.text[f.i:], " \t\n")
	if rest == "" || rest[0] == '#' {
		return fault{}
	}
	word, _, _ := strings.Cut(rest, "\n")
	first, _, _ := strings.Cut(f.text, "\n")
	hint := quoteHint(strings.TrimRight(first, " \t"))
	if strings.ContainsAny(word, "]}") {
		hint = inBrackets(f.text[0])
	}
	return fault{len(f.text) - len(rest), utf8.RuneCountInString(word),
		fmt.Sprintf("text after the closing %c", f.text[f.i-1]), hint}
}

// unclosed is the fault of a bracket without its end.
func (f *flow) unclosed() fault {
	b := f.open[len(f.open)-1]
	c := f.text[b.at]
	for i := b.at; i < len(f.text); i++ {
		if f.text[i] == '#' && isBlankAt(f.text, i-1) {
			word, _, _ := strings.Cut(f.text[i:], "\n")
			kind := "mapping"
			if c == '[' {
				kind = "list"
			}
			return fault{i, utf8.RuneCountInString(word), "# begins a comment, so the " + kind + " never ends", "quote the text that begins with #"}
		}
	}
	closing := map[byte]string{'{': "}", '[': "]"}[c]
	return fault{b.at, 1, fmt.Sprintf("the %c is never closed", c), "write " + closing + " at the end, or quote the text"}
}
