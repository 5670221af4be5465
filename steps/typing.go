package steps

import (
	"strings"

	"scenario/event"
	"scenario/internal/doc"
)

// typing is a text to be typed. Its secrets are pieces of their own, so that a
// recording hides them and shows the rest.
type typing []piece

type piece struct {
	text   string
	secret bool
}

// typing fills in the references of a text.
func (e *Env) typing(t doc.Text) (typing, error) {
	var list typing
	for _, p := range t.Parts {
		s, err := e.text(doc.Text{Pos: t.Pos, Parts: []doc.Part{p}})
		if err != nil {
			return nil, err
		}
		list = append(list, piece{text: s, secret: p.Ref.Space == "secrets"})
	}
	return list, nil
}

func (l typing) String() string {
	var b strings.Builder
	for _, p := range l {
		b.WriteString(p.text)
	}
	return b.String()
}

// shown is a text for those who see which keys are pressed: nothing of a secret,
// or of what is typed where the terminal does not echo.
func (l typing) shown(t *Term) string {
	if t.View().NoEcho {
		return event.Mask
	}
	var b strings.Builder
	for _, p := range l {
		if p.secret {
			p.text = event.Mask
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// lines parts a text at its newlines, as strings.Split does.
func (l typing) lines() []typing {
	list := []typing{nil}
	for _, p := range l {
		for i, s := range strings.Split(p.text, "\n") {
			if i > 0 {
				list = append(list, nil)
			}
			last := &list[len(list)-1]
			*last = append(*last, piece{text: s, secret: p.secret})
		}
	}
	return list
}
