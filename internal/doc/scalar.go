package doc

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// named is what messages call n: what, or the key it stands under.
func (n *Node) named(what string) string {
	switch {
	case what != "":
		return what
	case n.name != "":
		return printable(n.name)
	}
	return "the value"
}

func (n *Node) isBlock() bool { return n.Style == Literal || n.Style == Folded }

// printable makes a word of a file fit for a message.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '\ufffd'
		}
		return r
	}, s)
	return shorten(s, 60)
}

// empty reports a value that is not there, and why YAML sees none; otherwise is
// the hint when there is no cause to name.
func (d *Decoder) empty(n *Node, what, otherwise string) {
	n = n.written()
	line := n.file.Line(n.Line)
	rest := strings.TrimLeft(line[min(n.off, len(line)):], " \t")
	hint := otherwise
	switch {
	case n.Text != "":
		hint = `write "` + n.Text + `": unquoted it is nothing in YAML`
	case n.isBlock():
		hint = `quote it, or write the text below: ` + rest[:min(1, len(rest))] + ` begins a block`
	case strings.HasPrefix(rest, "#"):
		hint = "# starts a YAML comment: quote the text"
	case strings.HasPrefix(rest, "&"):
		hint = "& starts a YAML anchor: quote the text"
	}
	d.Errorf(n, hint, "%s is empty", n.named(what))
}

// scalar returns n filled in, if it is a scalar; kind says what is wanted, and
// example how it is written.
func (d *Decoder) scalar(n *Node, what, kind, example string) (*Node, bool) {
	switch {
	case n.broken:
		return n, false
	case n.Kind == Null:
		hint := "write " + n.named(what) + ": " + example
		if example == "TEXT" {
			hint = `write a value; "" is the empty text`
		}
		d.empty(n, what, hint)
		return n, false
	case n.Kind != Scalar:
		d.Errorf(n, "write "+n.named(what)+": "+example, "%s must be %s, not %s", n.named(what), kind, n.Kind)
		return n, false
	}
	n = d.fill(n)
	return n, !n.broken
}

// text is scalar for TEXT: it looks at how the text is written.
func (d *Decoder) text(n *Node, what string) (*Node, bool) {
	n, ok := d.scalar(n, what, "a text", "TEXT")
	if ok {
		w := n.written()
		for _, look := range []func() (loss, bool){w.eaten, w.control} {
			if l, bad := look(); bad {
				d.Errorf(w, l.hint, "%s", l.message)
			}
		}
	}
	return n, ok
}

// CheckTyped reports to d what an unquoted text loses that matters where it is
// typed or looked for on the screen: blanks at its ends, and its line ends. It
// says whether all is well.
func (n *Node) CheckTyped(d *Decoder) bool {
	w := n.written()
	if w.broken {
		return true
	}
	for _, look := range []func() (loss, bool){w.joined, w.trimmed} {
		if l, bad := look(); bad {
			d.Errorf(w, l.hint, "%s", l.message)
			return false
		}
	}
	return true
}

// static is scalar for values that must be known before the run.
func (d *Decoder) static(n *Node, what, kind, example string) (*Node, bool) {
	n, ok := d.scalar(n, what, kind, example)
	return n, ok && d.known(n, what)
}

func (d *Decoder) known(n *Node, what string) bool {
	for _, p := range n.Parts {
		if p.Ref.Name != "" {
			d.Errorf(n, "it may stand in a text that is typed or looked for",
				"%s needs a value known before the run, which ${{ %s.%s }} is not", n.named(what), p.Ref.Space, p.Ref.Name)
			return false
		}
	}
	return true
}

// Text returns a scalar's TEXT; ok is false (and a problem recorded) when n is
// no scalar, or holds what is known only while running (see type Text). An
// empty what stands for the key of n.
func (d *Decoder) Text(n *Node, what string) (s string, ok bool) {
	n, ok = d.text(n, what)
	if !ok || !d.known(n, what) {
		return "", false
	}
	return textOf(n), true
}

var durationRE = regexp.MustCompile(`^(\d+h)?(\d+m)?(\d+(\.\d+)?s)?(\d+ms)?$`)

const durationHint = "write 300ms, 2s or 1m30s"

// Duration decodes one scalar as Int and Bool do; what names it in messages, an
// empty one stands for the key of n.
func (d *Decoder) Duration(n *Node, what string) (time.Duration, bool) {
	n, ok := d.static(n, what, "a duration", "2s")
	if !ok {
		return 0, false
	}
	s := n.Text
	if s != "" && durationRE.MatchString(s) {
		if v, err := time.ParseDuration(s); err == nil {
			return v, true
		}
		d.Errorf(n, durationHint, "%s is too long a duration", printable(s))
		return 0, false
	}
	tight := strings.ReplaceAll(strings.ToLower(s), " ", "")
	switch {
	case isNumber(s):
		d.Errorf(n, "write "+s+"s or "+s+"ms", "a duration needs a unit")
	case strings.HasPrefix(s, "-"):
		d.Errorf(n, durationHint, "a duration can't be negative")
	case tight != "" && durationRE.MatchString(tight):
		d.Errorf(n, "write "+tight, "%s is no duration: %q", n.named(what), s)
	default:
		d.Errorf(n, durationHint, "%s is no duration: %q", n.named(what), printable(s))
	}
	return 0, false
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && strings.Trim(s, "0123456789.") == ""
}

var intRE = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// Int takes a decimal number without leading zeros.
func (d *Decoder) Int(n *Node, what string) (int, bool) {
	n, ok := d.static(n, what, "a whole number", "3")
	if !ok {
		return 0, false
	}
	if intRE.MatchString(n.Text) {
		i, err := strconv.Atoi(n.Text)
		if err != nil {
			d.Errorf(n, "write a smaller number", "%s is too large", n.named(what))
		}
		return i, err == nil
	}
	hint := "write it as 3"
	// Go's base 0 takes 010 for 8: a leading zero alone is dropped instead
	if i, err := strconv.ParseInt(n.Text, 0, 32); err == nil && strings.Trim(n.Text, "0123456789") != "" {
		hint = "write " + strconv.FormatInt(i, 10)
	} else if t := strings.TrimLeft(n.Text, "0"); intRE.MatchString(t) {
		hint = "write " + t
	}
	d.Errorf(n, hint, "%s must be a whole number, not %q", n.named(what), printable(n.Text))
	return 0, false
}

var floatRE = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// Float takes a decimal number, without an exponent.
func (d *Decoder) Float(n *Node, what string) (float64, bool) {
	n, ok := d.static(n, what, "a number", "1.5")
	if !ok {
		return 0, false
	}
	if floatRE.MatchString(n.Text) {
		if f, err := strconv.ParseFloat(n.Text, 64); err == nil && !math.IsInf(f, 0) {
			return f, true
		}
	}
	d.Errorf(n, "write it as 1.5", "%s must be a number, not %q", n.named(what), printable(n.Text))
	return 0, false
}

// Bool takes true or false.
func (d *Decoder) Bool(n *Node, what string) (bool, bool) {
	n, ok := d.static(n, what, "true or false", "true")
	if !ok {
		return false, false
	}
	hint := "write true or false"
	switch strings.ToLower(n.Text) {
	case "true", "yes", "y", "on", "1":
		hint = "write true"
	case "false", "no", "n", "off", "0":
		hint = "write false"
	}
	if n.Text == "true" || n.Text == "false" {
		return n.Text == "true", true
	}
	d.Errorf(n, hint, "%s must be true or false, not %q", n.named(what), printable(n.Text))
	return false, false
}
