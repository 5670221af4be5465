package scenario

import "scenario/internal/doc"

// Reason is why a scenario is skipped or expected to fail, in one line; "" says
// that it is not.
type Reason string

// DecodeNode takes a TEXT that says something.
func (r *Reason) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "")
	if !ok {
		return
	}
	if s == "" || n.Style == doc.Plain && (s == "true" || s == "false") {
		d.Errorf(n, "write why, as: waits for the fix of the parser", "the reason is missing")
		return
	}
	*r = Reason(s)
}
