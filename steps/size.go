package steps

import (
	"fmt"
	"strconv"
	"strings"

	"scenario/emulator"
	"scenario/internal/doc"
)

// Size is the size of a terminal: columns x rows, as 80x24.
type Size struct{ Cols, Rows int }

func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Cols, s.Rows) }

// IsZero reports whether no size was given.
func (s Size) IsZero() bool { return s == Size{} }

// DecodeNode takes COLSxROWS.
func (s *Size) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind == doc.List || n.Kind == doc.Null {
		d.Errorf(n, "write "+orDefault(joined(n), "80x24"), "a size is one text, columns x rows")
		return
	}
	if n.Kind == doc.Map {
		c, r := firstOf(n, "cols", "columns", "width"), firstOf(n, "rows", "lines", "height")
		d.Errorf(n, "write "+orDefault(c, "80")+"x"+orDefault(r, "24"), "a size is one text, columns x rows")
		return
	}
	t, ok := d.Text(n, "size")
	if !ok {
		return
	}
	v, err := ParseSize(t)
	if err != nil {
		hint := "write it as 80x24"
		tight := strings.ReplaceAll(strings.ToLower(t), " ", "")
		if _, err := ParseSize(tight); err == nil {
			hint = "write " + tight
		}
		d.Errorf(n, hint, "%v", err)
		return
	}
	*s = v
}

// joined is the size that a list of two numbers may have meant, or "".
func joined(n *doc.Node) string {
	if len(n.Items) != 2 {
		return ""
	}
	t := n.Items[0].Text + "x" + n.Items[1].Text
	if _, err := ParseSize(t); err != nil {
		return ""
	}
	return t
}

// ParseSize reads COLSxROWS, 1x1 to 1000x1000.
func ParseSize(t string) (Size, error) {
	c, r, ok := strings.Cut(t, "x")
	cols, err1 := strconv.Atoi(c)
	rows, err2 := strconv.Atoi(r)
	if !ok || err1 != nil || err2 != nil || strconv.Itoa(cols) != c || strconv.Itoa(rows) != r {
		return Size{}, fmt.Errorf("%s is no size (columns x rows)", quote(t))
	}
	if cols < 1 || rows < 1 || cols > emulator.MaxSize || rows > emulator.MaxSize {
		return Size{}, fmt.Errorf("a size is 1x1 to %dx%d, not %s", emulator.MaxSize, emulator.MaxSize, t)
	}
	return Size{cols, rows}, nil
}

func firstOf(n *doc.Node, keys ...string) string {
	for _, k := range keys {
		if v := n.Get(k); v != nil && v.Kind == doc.Scalar {
			return v.Text
		}
	}
	return ""
}

func orDefault(s, d string) string {
	if s == "" {
		return d
	}
	return s
}
