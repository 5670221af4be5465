package scenario

import (
	"context"
	"encoding/json"
	"fmt"

	"scenario/emulator/keys"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps"
)

// Send sends bytes to the program byte for byte, as the steps that send them:
// texts, Enter and the keys that have a name. What has none is sent as it is and
// is missing in an export.
func (l *Live) Send(ctx context.Context, p []byte) (Done, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	d := Done{Status: event.Completed}
	parts := keys.Decode(p, l.Term().Modes())
	for i := 0; i < len(parts); i++ {
		var err error
		switch part := parts[i]; {
		case part.Raw != nil:
			d = l.raw(ctx, part.Raw, nil)
		case len(part.Text) > maxTyped:
			// more than anybody types: one write, not one for each character
			d = l.raw(ctx, []byte(part.Text), literal("type", part.Text))
		case part.Text != "" && i+1 < len(parts) && parts[i+1].Key == (keys.Key{Name: "enter"}):
			i++
			d, err = l.input(ctx, "enter", part.Text)
		case part.Text != "":
			d, err = l.input(ctx, "type", part.Text)
		default:
			d, err = l.input(ctx, "key", part.Key.String())
		}
		if err != nil || d.Status != event.Completed {
			return d, err
		}
	}
	return d, l.r.fault
}

// input does one step of a word and a text.
func (l *Live) input(ctx context.Context, word, text string) (Done, error) {
	src, err := json.Marshal(map[string]string{word: text})
	if err != nil {
		return Done{}, err
	}
	d, problems, err := l.do(ctx, src)
	if problems.Fatal() {
		return d, problems
	}
	return d, err
}

// maxTyped is the longest text that is sent as if it was typed.
const maxTyped = 1000

// literal is a step of a word and a text.
func literal(word, text string) *doc.Node {
	return &doc.Node{Kind: doc.Map, Pairs: []doc.Pair{{
		Key:   &doc.Node{Kind: doc.Scalar, Text: word},
		Value: &doc.Node{Kind: doc.Scalar, Text: text, Style: doc.DoubleQuoted},
	}}}
}

// raw sends bytes at once; export is the step that an export has for it.
func (l *Live) raw(ctx context.Context, p []byte, export *doc.Node) Done {
	name := fmt.Sprintf("%d bytes", len(p))
	at := doc.Pos{File: "raw", Line: 1, Col: 1}
	st := &steps.Step{
		Node: &doc.Node{Pos: at}, Key: &doc.Node{Pos: at, Kind: doc.Scalar, Text: "key"}, Value: &doc.Node{Pos: at, Kind: doc.Scalar, Text: name},
		Kind: steps.Kind{Name: "key", Begins: steps.AfterInput}, Action: &rawInput{bytes: p, name: name},
	}
	l.kept += int64(len(p))
	n := len(l.r.p.Steps)
	l.r.p.Steps = append(l.r.p.Steps, PlanStep{Index: n + 1, Phase: phaseSteps, Session: l.st.Name, Timeout: l.r.p.StepTimeout(), Step: st})
	d, _, _ := l.step(ctx, &l.r.p.Steps[n])
	l.done[len(l.done)-1].node = export
	return d
}

// rawInput is bytes for the program.
type rawInput struct {
	bytes []byte
	name  string
}

// DecodeNode is not called: no file has it.
func (*rawInput) DecodeNode(*doc.Decoder, *doc.Node) {}

// Check has nothing to report.
func (*rawInput) Check(*steps.Checker) {}

// Summary is how many bytes there are.
func (a *rawInput) Summary() string { return a.name }

// Run sends them.
func (a *rawInput) Run(ctx context.Context, e *steps.Env) error {
	return e.SendRaw(ctx, a.bytes, a.name)
}
