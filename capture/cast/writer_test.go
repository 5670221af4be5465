package cast

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func testTheme() *Theme {
	return &Theme{Fg: "#d0d0d0", Bg: "#212121", Palette: strings.Split(
		"#000000,#110000,#220000,#330000,#440000,#550000,#660000,#770000", ",")}
}

func TestWriter(t *testing.T) {
	events := []Event{
		{0, Output, "hi\r\n\x1b[1m\"\\\x7f"},
		{1234567 * time.Microsecond, Input, "q"},
		{2 * time.Second, Marker, "chapter 1"},
		{2 * time.Second, Resize, FormatSize(90, 30)},
		{3*time.Second + 500*time.Microsecond, Exit, "0"},
	}
	for _, tt := range []struct {
		name   string
		header Header
		want   string
		events int
	}{
		{
			"v3", Header{Version: 3, Cols: 80, Rows: 24, Term: "xterm-256color", Theme: testTheme(), Title: "a <b> & c", IdleLimit: 2 * time.Second},
			`{"version":3,"term":{"cols":80,"rows":24,"type":"xterm-256color","theme":{"fg":"#d0d0d0","bg":"#212121","palette":"#000000:#110000:#220000:#330000:#440000:#550000:#660000:#770000"}},"idle_time_limit":2.000,"title":"a <b> & c"}
[0.000, "o", "hi\r\n\u001b[1m\"\\\u007f"]
[1.234567, "i", "q"]
[0.765433, "m", "chapter 1"]
[0.000, "r", "90x30"]
[1.000500, "x", "0"]
`, 5,
		},
		{
			"v2", Header{Version: 2, Cols: 80, Rows: 24, Term: "xterm-256color", Theme: testTheme()},
			`{"version":2,"width":80,"height":24,"env":{"TERM":"xterm-256color"},"theme":{"fg":"#d0d0d0","bg":"#212121","palette":"#000000:#110000:#220000:#330000:#440000:#550000:#660000:#770000"}}
[0.000, "o", "hi\r\n\u001b[1m\"\\\u007f"]
[1.234567, "i", "q"]
[2.000, "m", "chapter 1"]
[2.000, "r", "90x30"]
`, 4,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var buf bytes.Buffer
			w, err := NewWriter(&buf, tt.header)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if err := w.Write(e); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, buf.String()); diff != "" {
				t.Error(diff)
			}
			if w.Events() != tt.events {
				t.Errorf("Events() = %d, want %d", w.Events(), tt.events)
			}
			h, got := readAll(t, buf.Bytes())
			if diff := cmp.Diff(tt.header, h); diff != "" {
				t.Errorf("header read back: %s", diff)
			}
			if diff := cmp.Diff(events[:tt.events], got); diff != "" {
				t.Errorf("events read back: %s", diff)
			}
		})
	}
}

func readAll(t *testing.T, doc []byte) (Header, []Event) {
	t.Helper()
	h, seq, err := Read(bytes.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	var events []Event
	for e, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return h, events
}

// A rune that comes in pieces is one rune, and only whole lines count.
func TestWriterSplitUTF8(t *testing.T) {
	for _, tt := range []struct {
		name  string
		parts []string
		want  []string // the data of the lines
	}{
		{"two", []string{"a\xe2\x82", "\xacb"}, []string{"a", "€b"}},
		{"bytes", []string{"\xf0", "\x9f", "\x98", "\x80"}, []string{"😀"}},
		{"broken then text", []string{"\xe2\x82", "x"}, []string{"\uFFFDx"}},
		{"lead then lead", []string{"\xc3", "\xc3", "\xa9"}, []string{"\uFFFD", "é"}},
		{"never completed", []string{"ok\xf0\x9f"}, []string{"ok", "\uFFFD"}},
		{"latin-1", []string{"caf\xe9!"}, []string{"caf\uFFFD!"}},
		{"stray continuation", []string{"\x80\x80"}, []string{"\uFFFD\uFFFD"}},
		{"surrogate", []string{"\xed\xa0\x80"}, []string{"\uFFFD\uFFFD\uFFFD"}},
		{"overlong", []string{"\xc0\xaf"}, []string{"\uFFFD\uFFFD"}},
		{"real U+FFFD", []string{"\uFFFD"}, []string{"\uFFFD"}},
		{"empty", []string{""}, []string{""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var buf bytes.Buffer
			w, err := NewWriter(&buf, Header{Version: 3, Cols: 1, Rows: 1})
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range tt.parts {
				// Other events between the parts change nothing.
				if err := w.Write(Event{time.Duration(i), Output, p}); err != nil {
					t.Fatal(err)
				}
			}
			w.Close()
			_, events := readAll(t, buf.Bytes())
			var got []string
			for _, e := range events {
				got = append(got, e.Data)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if w.Events() != len(got) {
				t.Errorf("Events() = %d, lines %d", w.Events(), len(got))
			}
		})
	}
}

func TestWriterHoldsTailAcrossOtherEvents(t *testing.T) {
	var buf bytes.Buffer
	w, _ := NewWriter(&buf, Header{Version: 3, Cols: 1, Rows: 1})
	w.Write(Event{1, Output, "\xe2\x82"})
	w.Write(Event{2, Resize, "2x2"})
	w.Write(Event{3, Output, "\xac"})
	w.Write(Event{4, Output, "\xe2"})
	w.Write(Event{5, Exit, "0"})
	_, events := readAll(t, buf.Bytes())
	want := []Event{{0, Resize, "2x2"}, {0, Output, "€"}, {0, Output, "\uFFFD"}, {0, Exit, "0"}}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
}

// The sum of the written intervals stays within half a microsecond of the
// truth, however many there are.
func TestWriterRoundingDoesNotDrift(t *testing.T) {
	var buf bytes.Buffer
	w, _ := NewWriter(&buf, Header{Version: 3, Cols: 1, Rows: 1})
	const n, step = 10_000, 333_333_333 * time.Nanosecond / 7
	for i := range n {
		w.Write(Event{time.Duration(i+1) * step, Output, "x"})
	}
	_, events := readAll(t, buf.Bytes())
	for i, e := range events {
		if d := e.Time - time.Duration(i+1)*step; d.Abs() > 500*time.Nanosecond {
			t.Fatalf("event %d is %v off", i, d)
		}
	}
}

func TestWriterClampsTimeBackwards(t *testing.T) {
	var buf bytes.Buffer
	w, _ := NewWriter(&buf, Header{Version: 3, Cols: 1, Rows: 1})
	w.Write(Event{time.Second, Output, "a"})
	w.Write(Event{time.Millisecond, Output, "b"})
	w.Write(Event{2 * time.Second, Output, "c"})
	_, events := readAll(t, buf.Bytes())
	want := []Event{{time.Second, Output, "a"}, {time.Second, Output, "b"}, {2 * time.Second, Output, "c"}}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
}

// lineWriter fails the test when a Write is not exactly one line.
type lineWriter struct {
	t     *testing.T
	left  int
	short bool
}

func (w *lineWriter) Write(p []byte) (int, error) {
	if bytes.Count(p, []byte("\n")) != 1 || p[len(p)-1] != '\n' {
		w.t.Errorf("not one whole line: %q", p)
	}
	if w.left--; w.left < 0 {
		if w.short {
			return len(p) / 2, nil
		}
		return len(p) / 2, errors.New("disk full")
	}
	return len(p), nil
}

func TestWriterErrorSticks(t *testing.T) {
	for _, short := range []bool{false, true} {
		lw := &lineWriter{t: t, left: 2, short: short}
		w, err := NewWriter(lw, Header{Version: 3, Cols: 1, Rows: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(Event{0, Output, "a\nb"}); err != nil {
			t.Fatal(err)
		}
		first := w.Write(Event{0, Output, "c"})
		if first == nil || w.Events() != 1 {
			t.Fatalf("error %v, %d events", first, w.Events())
		}
		lw.left = 100 // room again, but half a line is in the file
		if err := w.Write(Event{0, Output, "d"}); !errors.Is(err, first) {
			t.Errorf("after %v: %v", first, err)
		}
		if err := w.Close(); !errors.Is(err, first) {
			t.Errorf("Close after %v: %v", first, err)
		}
	}
}

func TestNewWriterErrors(t *testing.T) {
	bad := testTheme()
	bad.Fg = "red"
	for _, tt := range []struct {
		header Header
		want   string
	}{
		{Header{Version: 1, Cols: 1, Rows: 1}, "version 1 cannot be written"},
		{Header{Version: 3}, "size 0x0 is not within 1x1 and 1000x1000"},
		{Header{Version: 3, Cols: 1, Rows: 1001}, "size 1x1001 is not"},
		{Header{Version: 3, Cols: 1, Rows: 1, Theme: &Theme{}}, "0 colours"},
		{Header{Version: 2, Cols: 1, Rows: 1, Theme: bad}, `"red" is not #rrggbb`},
	} {
		var buf bytes.Buffer
		if _, err := NewWriter(&buf, tt.header); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.header, err, tt.want)
		}
		if buf.Len() > 0 {
			t.Errorf("%+v: wrote %q", tt.header, buf.String())
		}
	}
	w, _ := NewWriter(&bytes.Buffer{}, Header{Version: 3, Cols: 1, Rows: 1})
	if err := w.Write(Event{Code: '\n'}); err == nil {
		t.Error("a line end was taken as the code of an event")
	}
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "a", "\x00\x1f\"\\", "é\u2028😀", "\xff\xe2\x82", "\xed\xa0\x80", "<&>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := appendQuoted(nil, s)
		var got string
		if err := json.Unmarshal(q, &got); err != nil {
			t.Fatalf("%q is not JSON: %v", q, err)
		}
		if !utf8.Valid(q) {
			t.Fatalf("%q is not UTF-8", q)
		}
		if utf8.ValidString(s) && got != s {
			t.Fatalf("%q became %q", s, got)
		}
		if want := strings.ToValidUTF8(s, ""); strings.ReplaceAll(got, "\uFFFD", "") != strings.ReplaceAll(want, "\uFFFD", "") {
			t.Fatalf("%q became %q", s, got)
		}
		own, rest, ok := unquote(q)
		if !ok || len(rest) > 0 || own != got {
			t.Fatalf("unquote(%q) = %q, %q, %v", q, own, rest, ok)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	data := strings.Repeat("\x1b[38;5;12mls -l│ total 42\x1b[0m\r\n", 40)
	w, _ := NewWriter(discard{}, Header{Version: 3, Cols: 80, Rows: 24})
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for i := range b.N {
		w.Write(Event{time.Duration(i) * time.Millisecond, Output, data})
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
