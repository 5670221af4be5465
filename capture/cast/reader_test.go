package cast

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const ms = time.Millisecond

func TestReader(t *testing.T) {
	theme := testTheme()
	for _, tt := range []struct {
		name   string
		doc    string
		header Header
		events []Event
	}{
		{
			"v3", `{"version":3,"term":{"cols":80,"rows":24,"type":"xterm","version":"x","theme":{"fg":"#d0d0d0","bg":"#212121","palette":"` +
				strings.Join(theme.Palette, ":") + `"}},"timestamp":1504467315,"idle_time_limit":2.5,"command":"/bin/bash","title":"Demo","env":{"SHELL":"/bin/zsh"}}
# comment
[0.248, "o", "\u001b[1mé\u00e9\ud83d\ude00\n"]

  # not at the start of the line either
[3.500,"m",""]
[ 2.050 , "r" , "90x30" ]` + "\r" + `
[1, "q", "unknown codes pass"]
[1, "future", {"a": 1}]
[0.887, "x", "0"]`,
			Header{Version: 3, Cols: 80, Rows: 24, Title: "Demo", IdleLimit: 2500 * ms, Term: "xterm", Theme: theme},
			[]Event{
				{248 * ms, Output, "\x1b[1méé😀\n"},
				{3748 * ms, Marker, ""},
				{5798 * ms, Resize, "90x30"},
				{6798 * ms, 'q', "unknown codes pass"},
				{8685 * ms, Exit, "0"},
			},
		},
		{
			"v2", `{"version": 2, "width": 100, "height": 50, "title": null, "theme": null, "env": {"TERM": "vt100", "SHELL": null}}
[1.5e-05, "o", "a"]
[0.1, "i", "b"]
[0.09, "o", "c"]
[1234567.123456789, "o", "d"]
`,
			Header{Version: 2, Cols: 100, Rows: 50, Term: "vt100"},
			[]Event{
				{15 * time.Microsecond, Output, "a"},
				{100 * ms, Input, "b"},
				{100 * ms, Output, "c"},
				{1234567*time.Second + 123456789, Output, "d"},
			},
		},
		{
			"v1", "\xef\xbb\xbf{\n\"version\": 1, \"width\": 100, \"height\": 50, \"duration\": 10.5, \"title\": null,\n" +
				`"env": {"TERM": null}, "stdout": [[0.000001, "ż"], [10.00, "ó"], [0.5, ""]]}`,
			Header{Version: 1, Cols: 100, Rows: 50},
			[]Event{
				{time.Microsecond, Output, "ż"},
				{10*time.Second + time.Microsecond, Output, "ó"},
				{10500*ms + time.Microsecond, Output, ""},
			},
		},
		{"v1 on one line", `{"version":1,"width":9,"height":9,"stdout":[[1,"x"]]}` + "\n", Header{Version: 1, Cols: 9, Rows: 9}, []Event{{time.Second, Output, "x"}}},
		{"header only", `{"version":3,"term":{"cols":1,"rows":1}}`, Header{Version: 3, Cols: 1, Rows: 1}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, events := readAll(t, []byte(tt.doc))
			if diff := cmp.Diff(tt.header, h); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.events, events); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReaderErrors(t *testing.T) {
	const v3 = `{"version":3,"term":{"cols":80,"rows":24}}` + "\n"
	for _, tt := range []struct{ name, doc, want string }{
		{"empty", "", "line 1: no header"},
		{"text", "hello\n", "not an asciicast: it does not start with a JSON object"},
		{"a number", "3\n", "not an asciicast: no version"},
		{"other JSON", `{"a":1}` + "\n", "not an asciicast: no version"},
		{"version 4", `{"version":4}` + "\n", "line 1: version 4 is not known"},
		{"v2 over lines", "{\"version\":2,\n\"width\":1,\"height\":1}\n", "version 2 with a header of several lines"},
		{"half a header", `{"version":3,"term":{"cols`, "unexpected end of JSON input"},
		{"no size", `{"version":3}` + "\n", "size 0x0 is not within"},
		{"huge", `{"version":2,"width":100000,"height":100000}` + "\n", "size 100000x100000 is not within"},
		{"size type", `{"version":2,"width":"80","height":24}` + "\n", "width: unexpected string"},
		{"idle", `{"version":2,"width":8,"height":2,"idle_time_limit":-1}` + "\n", "idle_time_limit: time is not"},
		{"palette", `{"version":2,"width":8,"height":2,"theme":{"fg":"#000000","bg":"#000000","palette":"#000000"}}` + "\n", "1 colours, not 8 or 16"},
		{"not JSON", v3 + "[1.0, \"o\", \"a\"]\n\nnonsense\n", "line 4: event is not a JSON array"},
		{"object", v3 + "{}\n", "line 2: event is not a JSON array"},
		{"two fields", v3 + "[1, \"o\"]\n", "line 2: event has 2 fields, not 3"},
		{"four fields", v3 + "[1, \"o\", \"a\", \"b\"]\n", "line 2: event has 4 fields, not 3"},
		{"negative", v3 + "[-1, \"o\", \"a\"]\n", "line 2: time is not a number of seconds from 0 to 1e9"},
		{"string time", v3 + "[\"1\", \"o\", \"a\"]\n", "line 2: time is not a number"},
		{"overflow", v3 + "[900000000, \"o\", \"a\"]\n[900000000, \"o\", \"a\"]\n", "line 3: time is not a number"},
		{"exponent", v3 + "[1e99999999999999999999, \"o\", \"a\"]\n", "line 2: time is not a number"},
		{"code", v3 + "[1, 7, \"a\"]\n", "line 2: event code 7 is not a letter"},
		{"data", v3 + "[1, \"o\", null]\n", "line 2: event data is not a string"},
		{"resize", v3 + "[1, \"r\", \"80\"]\n", `line 2: size "80" is not COLSxROWS`},
		{"resize huge", v3 + "[1, \"r\", \"80x99999\"]\n", `line 2: size 80x99999 is not within`},
		{"control byte", v3 + "[1, \"o\", \"a\tb\"]\n", "line 2: event is not a JSON array"},
		{"v1 data", `{"version":1,"width":1,"height":1,"stdout":[[1,"a"],[1,2]]}`, "stdout[1]: data is not a string"},
		{"v1 time", `{"version":1,"width":1,"height":1,"stdout":[[1]]}`, "stdout[0]: data is not a string"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, seq, err := Read(strings.NewReader(tt.doc))
			if err == nil {
				for _, err = range seq {
				}
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// A killed run leaves half a line: what was before it is good.
func TestReaderTruncated(t *testing.T) {
	doc := `{"version":3,"term":{"cols":80,"rows":24}}` + "\n" + `[1, "o", "a"]` + "\n" + `[1, "o", "bé"]`
	for cut := len(doc) - 15; cut <= len(doc); cut++ {
		r, err := NewReader(strings.NewReader(doc[:cut]))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for {
			if _, err = r.Next(); err != nil {
				break
			}
			n++
		}
		whole := cut == len(doc)
		none := doc[cut-1] == '\n'
		if !errors.Is(err, io.EOF) || r.Truncated() != (!whole && !none) {
			t.Errorf("%q: %v, truncated %v", doc[:cut], err, r.Truncated())
		}
		if want := 1; n != want && (!whole || n != 2) {
			t.Errorf("%q: %d events", doc[:cut], n)
		}
	}
}

func TestReaderBoundsLines(t *testing.T) {
	header := `{"version":3,"term":{"cols":80,"rows":24}}` + "\n"
	for name, doc := range map[string]io.Reader{
		"event":  io.MultiReader(strings.NewReader(header), endless{}),
		"header": endless{},
		"v1":     io.MultiReader(strings.NewReader("{\n"), endless{}),
	} {
		_, seq, err := Read(doc)
		if err == nil {
			for _, err = range seq {
			}
		}
		if err == nil {
			t.Errorf("%s: an endless line was taken", name)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestReaderPassesReadErrors(t *testing.T) {
	broken := errors.New("broken disk")
	r := io.MultiReader(strings.NewReader(`{"version":3,"term":{"cols":80,"rows":24}}`+"\n[1, \"o\", "), iotest.ErrReader(broken))
	cr, err := NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := cr.Next(); !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
	}
}

func TestParseSeconds(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want time.Duration
	}{
		{"0", 0}, {"1", time.Second}, {"0.000001", time.Microsecond}, {"1.5", 1500 * ms},
		{"1e-05", 10 * time.Microsecond}, {"1.5E+1", 15 * time.Second}, {"0.1234567899", 123456789},
		{"1000000000", 1e18}, {"0.00000000000000000000000000001", 0}, {"0e99", 0},
		{"1.00000000000000000000000000000000001", time.Second}, {"1e-999999999999", 0},
		{"123456789.123456789123456789", 123456789123456789},
	} {
		if got, err := parseSeconds(tt.in); err != nil || got != tt.want {
			t.Errorf("parseSeconds(%q) = %v, %v, want %v", tt.in, got, err, tt.want)
		}
	}
	for _, in := range []string{"", ".", "-1", "1000000000.1", "1e10", "1.2.3", "1e", "1e+", "1x", "NaN", "99999999999999999999999", "1e5000000000000000000000"} {
		if got, err := parseSeconds(in); err == nil {
			t.Errorf("parseSeconds(%q) = %v", in, got)
		}
	}
}

// FuzzRead: no panic, no endless loop, and what could be read can be written
// and read again without a change; the fast parser agrees with encoding/json.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version":3,"term":{"cols":80,"rows":24}}` + "\n# c\n[1.5, \"o\", \"\\u001b\\ud83d\\ude00\\ud800é\"]\n[0, \"r\", \"3x4\"]\n[1e-5,\"x\",\"1\"]"))
	f.Add([]byte(`{"version":2,"width":1,"height":1,"env":{"TERM":"a"},"idle_time_limit":1.5}` + "\n[1.5, \"o\", \"a\"]\n[1, \"m\", \"\"]\n"))
	f.Add([]byte(`{"version":1,"width":1,"height":1,"stdout":[[1,"a"],[0.5,"b"]]}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for line := range bytes.Lines(doc) {
			compareWithJSON(t, line)
		}
		h, seq, err := Read(bytes.NewReader(doc))
		if err != nil {
			return
		}
		h.Version = max(2, h.Version)
		var out bytes.Buffer
		w, err := NewWriter(&out, h)
		if err != nil {
			t.Fatalf("header %+v cannot be written: %v", h, err)
		}
		var events []Event
		last := time.Duration(0)
		for e, err := range seq {
			if err != nil {
				break
			}
			if e.Time < last {
				t.Fatalf("time runs backwards: %v after %v", e.Time, last)
			}
			last = e.Time
			if w.Write(e) == nil && (e.Code != Exit || h.Version == 3) {
				e.Time = e.Time.Round(time.Microsecond)
				events = append(events, e)
			}
		}
		if w.Close(); w.Events() != len(events) {
			t.Fatalf("%d events written, %d lines", len(events), w.Events())
		}
		_, again := readAll(t, out.Bytes())
		if diff := cmp.Diff(events, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func compareWithJSON(t *testing.T, line []byte) {
	_, e, ok := parseSimple(line)
	if !ok {
		return
	}
	var fields [3]json.RawMessage
	var code, data string
	if err := json.Unmarshal(line, &fields); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if json.Unmarshal(fields[1], &code) != nil || json.Unmarshal(fields[2], &data) != nil {
		t.Fatalf("%q: not strings", line)
	}
	if code != string(rune(e.Code)) || data != e.Data {
		t.Fatalf("%q: %q %q, encoding/json has %q %q", line, byte(e.Code), e.Data, code, data)
	}
}

func BenchmarkRead(b *testing.B) {
	var buf bytes.Buffer
	w, _ := NewWriter(&buf, Header{Version: 3, Cols: 80, Rows: 24})
	for i := range 1000 {
		w.Write(Event{time.Duration(i) * ms, Output, strings.Repeat("\x1b[38;5;12mls -l│ total 42\x1b[0m\r\n", 20)})
	}
	b.SetBytes(int64(buf.Len()))
	b.ReportAllocs()
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(buf.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		for range r.All() {
		}
	}
}
