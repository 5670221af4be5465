package match

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"

	"scenario/internal/doc"
)

// RE is a regular expression of RE2, with (?m) on: ^ and $ are the ends of a
// row.
type RE struct {
	Source string // as written
	re     *regexp.Regexp
}

// ParseRE compiles an expression; hint says what to do when it is none.
func ParseRE(source string) (re RE, hint string, err error) {
	if source == "" {
		return re, "", errors.New("the regex is empty")
	}
	compiled, err := regexp.Compile("(?m)" + source)
	if err == nil {
		return RE{source, compiled}, "", nil
	}
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return re, "", err
	}
	fragment := strings.TrimPrefix(bad.Expr, "(?m)")
	hint = reHint(source, bad)
	if bad.Code == syntax.ErrInvalidNamedCapture && len(fragment) > 4 && (fragment[3] == '!' || fragment[3] == '=') {
		bad.Code, fragment = syntax.ErrInvalidPerlOp, fragment[:4] // a lookbehind
	}
	return re, hint, errors.New("not a regex: " + string(bad.Code) + ": " + fragment)
}

// reHint explains what RE2 does not have.
func reHint(source string, bad *syntax.Error) string {
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.HasPrefix(bad.Expr, p) || bad.Code == syntax.ErrInvalidPerlOp && strings.Contains(source, p) {
				return true
			}
		}
		return false
	}
	switch bad.Code {
	case syntax.ErrMissingRepeatArgument:
		return `a regex is no glob: write .* for anything, \* for a star`
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen:
		return `write \( and \) for parentheses, or use text`
	case syntax.ErrMissingBracket:
		return `write \[ for a bracket, or use text`
	case syntax.ErrInvalidRepeatOp:
		return "RE2 has no possessive repetition"
	case syntax.ErrInvalidRepeatSize, syntax.ErrLarge:
		return "a count is at most 1000"
	case syntax.ErrTrailingBackslash:
		return `write \\ for a backslash`
	case syntax.ErrInvalidEscape:
		switch {
		case len(bad.Expr) == 2 && bad.Expr[1] >= '1' && bad.Expr[1] <= '9', strings.HasPrefix(bad.Expr, `\k`):
			return "RE2 has no back-references"
		case bad.Expr == `\Z`:
			return `write \z`
		}
		return `\d \w \s \b and \ before a punctuation mark are escapes of RE2`
	}
	switch {
	case has("(?<!", "(?!"):
		return "RE2 has no lookahead or lookbehind: use a list with {not: ...}, or match more and look at less"
	case has("(?<=", "(?="):
		return "RE2 has no lookahead or lookbehind: match the neighbour, too"
	case has("(?>"):
		return "RE2 has no atomic groups"
	case has("(?P="):
		return "RE2 has no back-references"
	}
	return ""
}

// DecodeNode takes a scalar.
func (r *RE) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "")
	if !ok {
		return
	}
	re, hint, err := ParseRE(s)
	if err != nil {
		d.Errorf(n, hint, "%s", err)
		return
	}
	*r = re
}

// IsZero reports whether r was never set.
func (r RE) IsZero() bool { return r.re == nil }

func (r RE) String() string { return r.Source }
