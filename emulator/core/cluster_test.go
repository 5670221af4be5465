package core

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"

	"scenario/emulator"
	"scenario/emulator/emutest"
)

// Of every class that the rules of clusters tell apart.
var clusterParts = []string{
	"a", "1", " ", "é", "中", "\u0301", "\u200d", "\ufe0f", "\u0903", "👩", "❤", "👍", "🏽", "🇩", "🇪",
	"ᄀ", "ᅡ", "ᆨ", "가", "각", "क", "\u094d", "त", "\u0d4e", "ก", "\u0e33", "☎", "\U000E0067",
}

// The characters of random text stand in the cells that the libraries say.
func TestClustersAsTheLibraries(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		text := "x"
		for range 1 + rnd.IntN(8) {
			text += clusterParts[rnd.IntN(len(clusterParts))]
		}
		var want []string
		for it := graphemes.FromString(text); it.Next(); {
			if displaywidth.String(it.Value()) > 0 {
				want = append(want, fmt.Sprint(it.Value(), displaywidth.String(it.Value())))
			}
		}
		term := New(emulator.Options{Cols: 60, Rows: 1})
		for rest := text; rest != ""; { // in two writes
			n := 1 + rnd.IntN(len(rest))
			emutest.Feed(t, term, rest[:n])
			rest = rest[n:]
		}
		s := emutest.Feed(t, term, "")
		var got []string
		for _, c := range s.Cells[:s.Cursor.Col] {
			if !c.Attr.Has(emulator.WideTail) {
				got = append(got, fmt.Sprint(s.Table.Text(c.Glyph), c.Width()))
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("%+q\ngot  %+q\nwant %+q", text, got, want)
		}
	}
}
