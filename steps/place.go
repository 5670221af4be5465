package steps

import (
	"scenario/session"
	"scenario/steps/match"
)

// place finds the cells of a place on the screen as it is. The error is a
// *Failure when there is no such place or more than one: with what came nearest,
// or all of them.
func (e *Env) place(t *Term, p *match.Place) ([]match.Spot, error) {
	v := t.View()
	spots, lost, err := p.Find(t.subject(e, v, quietRegions{}), e.text)
	if lost == nil {
		return spots, err
	}
	return nil, e.lost(v, p, lost)
}

// lost explains why a place is none.
func (e *Env) lost(v *session.View, p *match.Place, lost *match.Lost) *Failure {
	f := &Failure{Screen: v.Screen, Subject: p.String(), Message: lost.Why}
	if n := nodeAt(e.Step.Value, p.Pos); n != nil {
		f.Pos, f.Width = n.Pos, n.Width()
	}
	l := linesOf(v)
	for i := range lost.Places {
		f.Details = append(f.Details, e.nearText(l, &lost.Places[i]))
	}
	if len(lost.Places) > 0 {
		f.Hint = "say which: {text: ..., nth: 1}, or where: {text: ..., in: {row: N}}"
	}
	if n := lost.Near; n != nil {
		f.Details = append(f.Details, "nearest: "+e.nearText(l, n))
		if n.Row >= 0 {
			f.Near.Row, f.Near.Col, f.Near.Width = n.Row, n.Col, n.Width
		}
	}
	return f
}
