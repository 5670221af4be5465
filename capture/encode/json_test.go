package encode

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator"
	"scenario/emulator/core"
)

func screenAfter(t *testing.T, cols, rows int, output string) *emulator.Screen {
	t.Helper()
	term := core.New(emulator.Options{Cols: cols, Rows: rows})
	if err := term.Write([]byte(output)); err != nil {
		t.Fatal(err)
	}
	var s emulator.Screen
	term.Snapshot(&s)
	return &s
}

func TestJSON(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"blank", "", `{"cols":8,"rows":2,
"screen":[
"",
""],
"style":[]}
`},
		{"text is not escaped more than JSON asks for", "<a>&\"\\\r\n é", `{"cols":8,"rows":2,
"screen":[
"<a>&\"\\",
" é"],
"style":[]}
`},
		{"colours", "\x1b[30ma\x1b[38;5;200;48;2;1;2;3mb\x1b[4;58:5:9mc\x1b[m d", `{"cols":8,"rows":2,
"screen":[
"abc d",
""],
"style":[
{"row":0,"col":0,"len":1,"fg":0},
{"row":0,"col":1,"len":1,"fg":200,"bg":"#010203"},
{"row":0,"col":2,"len":1,"fg":200,"bg":"#010203","ul":9,"attrs":["underline"]}]}
`},
		{"attributes are sorted", "\x1b[1;2;3;5;7;8;9;53;4:3ma", `{"cols":8,"rows":2,
"screen":[
"a",
""],
"style":[
{"row":0,"col":0,"len":1,"attrs":["blink","bold","dim","hidden","inverse","italic","overline","strike","underline-curly"]}]}
`},
		{"a wide character is two cells of one run", "\x1b[31ma中b", `{"cols":8,"rows":2,
"screen":[
"a中b",
""],
"style":[
{"row":0,"col":0,"len":4,"fg":1}]}
`},
		{"blank cells have a background", "\x1b[44m\x1b[2;3H\x1b[K", `{"cols":8,"rows":2,
"screen":[
"",
""],
"style":[
{"row":1,"col":2,"len":6,"bg":4}]}
`},
		{"links", "\x1b]8;id=1;http://x/?a&b\x1b\\ab\x1b]8;;\x1b\\c", `{"cols":8,"rows":2,
"screen":[
"abc",
""],
"style":[
{"row":0,"col":0,"len":2,"link":"http://x/?a&b"}]}
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := JSON(&b, screenAfter(t, 8, 2, tt.in)); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, b.String()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if !json.Valid(b.Bytes()) {
				t.Error("no JSON")
			}
		})
	}
}
