package scenario

import (
	"scenario/event"
	"scenario/internal/doc"
	"scenario/steps"
)

// Recording is one recording, in one file or several.
type Recording struct {
	Node    *doc.Node   `yaml:"@node"`
	To      Words       `yaml:"to" jsonschema:"required,ref=recordings"`             // files; the extension is the format
	Session string      `yaml:"session" jsonschema:"ref=name,default=main"`          // the session that is recorded
	FPS     int         `yaml:"fps" jsonschema:"minimum=1,maximum=50,default=30"`    // frames a second at most
	Loop    int         `yaml:"loop" jsonschema:"minimum=0,maximum=65535,default=0"` // how often it plays; 0: for ever
	Look    *steps.Look `yaml:"look"`                                                // over the file's
	Pace    *steps.Pace `yaml:"pace"`                                                // over the file's
	Chapter string      `yaml:"chapter"`                                             // only the chapter of that title; all
	MaxSize Weight      `yaml:"max_size" jsonschema:"ref=weight"`                    // of a GIF or APNG: with fewer levels of antialiasing, fewer frames, then smaller; any
	Cast    int         `yaml:"cast" jsonschema:"minimum=2,maximum=3,default=3"`     // the version of asciicast that a .cast is written in
	Start   Start       `yaml:"start" jsonschema:"ref=start"`                        // where pictures begin; what is before it comes last
}

// defaultFPS is the frame rate of a recording that gives none.
const defaultFPS = 30

// defaultCast is the version of asciicast of a recording that gives none.
const defaultCast = 3

// Recordings is a list of recordings; a bare file is one of them.
type Recordings []*Recording

// DecodeNode takes a file, {to: ...}, or a list of both.
func (l *Recordings) DecodeNode(d *doc.Decoder, n *doc.Node) {
	items := []*doc.Node{n}
	if n.Kind == doc.List {
		items = n.Items
	}
	var bare *Recording
	for _, item := range items {
		if item.Kind == doc.Map {
			r := &Recording{FPS: defaultFPS, Cast: defaultCast}
			d.Into(item, r, "record")
			r.check(d, item)
			*l = append(*l, r)
			continue
		}
		s, ok := d.Text(item, "record")
		if !ok {
			continue
		}
		if bare == nil {
			bare = &Recording{Node: n, FPS: defaultFPS, Cast: defaultCast}
			*l = append(*l, bare)
		}
		bare.To = append(bare.To, Word{s, item})
	}
}

func (r *Recording) check(d *doc.Decoder, n *doc.Node) {
	if n.Get("to") == nil {
		d.Missing(n, "write record: {to: FILE.gif}", "the recording has no file")
	}
	if r.FPS < 1 || r.FPS > 50 {
		d.Errorf(n.Get("fps"), "players show a GIF at 50 a second at most", "fps is 1 to 50, not %d", r.FPS)
	}
	if r.Loop < 0 || r.Loop > 65535 {
		d.Errorf(n.Get("loop"), "0 is for ever", "loop is 0 to 65535, not %d", r.Loop)
	}
	if r.Cast < 2 || r.Cast > 3 {
		d.Errorf(n.Get("cast"), "2 is what older players know", "cast is 2 or 3, not %d", r.Cast)
	}
}

// RecordFormats returns the ends of the names of the formats of recordings. A
// folder gets every frame as a PNG.
func RecordFormats() []string {
	return []string{".gif", ".apng", ".svg", ".cast", ".mp4", ".webm", ".sheet.png", "/"}
}

// Event returns the recording as the log has it.
func (r *Recording) Event(look event.Look, pace event.Pace) event.Record {
	e := event.Record{Session: r.Session, FPS: r.FPS, Loop: r.Loop, Chapter: r.Chapter,
		MaxSize: int64(r.MaxSize), StartMs: r.Start.At.Milliseconds(), StartPercent: r.Start.Percent}
	for _, w := range r.To {
		e.To = append(e.To, w.Text)
	}
	if r.Cast != defaultCast {
		e.Cast = r.Cast
	}
	if r.Look != nil {
		l := r.Look.Over(look)
		e.Look = &l
	}
	if r.Pace != nil {
		p := r.Pace.Over(pace)
		e.Pace = &p
	}
	return e
}
