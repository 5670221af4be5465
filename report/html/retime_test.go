package html

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"scenario/capture/cast"
)

func TestRetime(t *testing.T) {
	const in = `{"version":2,"width":20,"height":5,"title":"secret place"}
[0.001,"o","$ "]
[0.002,"i","l"]
[0.003,"o","l"]
[0.004,"i","s\r"]
[0.005,"o","s\r\n"]
[60.0,"o","late"]
[60.1,"r","30x6"]
`
	holds := []hold{{1, 0, perStep}, {3, -1, perType}, {5, 1, perStep}, {5, 2, perStep}, {7, 3, perStep}}
	r, err := retime(strings.NewReader(in), holds, &cast.Theme{Fg: "#ffffff", Bg: "#000000", Palette: slices.Repeat([]string{"#123456"}, 8)})
	if err != nil {
		t.Fatal(err)
	}
	out, err := cast.NewReader(strings.NewReader(r.cast.String()))
	if err != nil {
		t.Fatal(err)
	}
	if h := out.Header(); h.Version != 3 || h.Cols != 20 || h.Rows != 5 || h.Title != "" || h.Theme == nil {
		t.Errorf("%+v", h)
	}
	var got []string
	for {
		e, err := out.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Time.String()+" "+string(e.Code)+" "+e.Data)
	}
	// Each step and character can be seen, and no pause is longer than a second.
	want := "1ms o $ |601ms o l|641ms o s\r\n|2.241s o late|2.341s r 30x6|2.941s o "
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got  %q\nwant %q", s, want)
	}
	for step, at := range []time.Duration{time.Millisecond, 641 * time.Millisecond, 1241 * time.Millisecond, 2341 * time.Millisecond} {
		if r.play[step] != at {
			t.Errorf("step %d has ended at %v, want %v", step, r.play[step], at)
		}
	}
	if r.input[1] != "ls\r" || escaped(r.input[1]) != `ls\r` || r.input[2] != "" {
		t.Errorf("%v", r.input)
	}
}

func TestRetimeBoundsARecording(t *testing.T) {
	in := "{\"version\":3,\"term\":{\"cols\":20,\"rows\":5}}\n" + strings.Repeat("[0.1,\"o\",\""+strings.Repeat("x", 1000)+"\"]\n", maxCast/1000)
	if _, err := retime(strings.NewReader(in), nil, nil); err != errLong {
		t.Errorf("%v", err)
	}
}

func TestEscapedInput(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[A": `\x1b[A`, `say "hi"`: `say "hi"`, "漢\t": `漢\t`, strings.Repeat("a", 300): strings.Repeat("a", 200) + "…",
	} {
		if got := escaped(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
