package event

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestMaskString(t *testing.T) {
	for _, tc := range []struct {
		name    string
		secrets []string
		in      string
		want    string
	}{
		{"none", nil, "abc", "abc"},
		{"empty", []string{""}, "abc", "abc"},
		{"too short", []string{"b", "bc"}, "abc", "abc"},
		{"plain", []string{"tok_9f8e"}, "x tok_9f8e y tok_9f8e", "x ******** y ********"},
		{"whole", []string{"tok_9f8e"}, "tok_9f8e", "********"},
		{"touching", []string{"abc"}, "abcabc", "****************"},
		{"longest", []string{"abc", "abcdef"}, "abcdef abc", "******** ********"},
		{"inside another", []string{"xabcx", "abc"}, "xabcx", "********"},
		{"overlapping", []string{"abcd", "cdef"}, "abcdef", "********"},
		{"self-overlapping", []string{"aaa"}, "aaaab", "********b"},
		{"blanks around", []string{" tok_9\n"}, "[tok_9]", "[********]"},
		{"not ASCII", []string{"pässwörd"}, "p: pässwörd!", "p: ********!"},
		{"invalid UTF-8", []string{"\xff\xfe\xfd"}, "a\xff\xfe\xfdb", "a********b"},
		{"quotes", []string{`a"b\c`}, `a"b\c and a\"b\\c`, "******** and ********"},
		{"ASCII JSON", []string{"süß😀"}, `s\u00fc\u00df\ud83d\ude00`, "********"},
		{"shell quotes", []string{"it's me"}, `echo 'it'\''s me' it\'s\ me`, `echo '********' ********`},
		{"html", []string{"a<b>&c"}, "a&lt;b&gt;&amp;c", "********"},
		{"lines", []string{"first line\nsecond line\n}"}, "first line\r\nsecond line\r\n} or second line", "******** or ********"},
		{"url", []string{"p w/d+é?"}, url.QueryEscape("p w/d+é?") + " " + url.PathEscape("p w/d+é?") + " " + strings.ToLower(url.QueryEscape("p w/d+é?")), "******** ******** ********"},
		{"hex", []string{"tok_9f8e"}, hex.EncodeToString([]byte("tok_9f8e")), "********"},
	} {
		if got := NewMasker(tc.secrets).String(tc.in); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	if got := (*Masker)(nil).String("abc"); got != "abc" {
		t.Errorf("nil: %q", got)
	}
}

func TestMaskBase64(t *testing.T) {
	const secret = "s3cr3t-value-123"
	m := NewMasker([]string{secret})
	for _, around := range [][2]string{{"", ""}, {"u:", ""}, {"user:", "\n"}, {"user1:", "zz"}, {"a", "b"}} {
		text := around[0] + secret + around[1]
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			got := m.String(enc.EncodeToString([]byte(text)))
			if !strings.Contains(got, Mask) {
				t.Errorf("%q: %s", text, got)
			}
		}
	}
}

func TestMaskRows(t *testing.T) {
	m := NewMasker([]string{"tok_9f8e7d"})
	got := m.Rows([]string{"$ echo tok", "_9f8e7d ok", "tok_9f8e7d"})
	want := []string{"$ echo ***", "******* ok", "**********"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestMaskWriterChunks(t *testing.T) {
	m := NewMasker([]string{"abcd", "cdef", "abx", "ababab", "wörd wörd"})
	const in = "abcdef abx ababababab abc ab wörd wörd wörd abcdabcdefx ababa"
	want := m.String(in)
	for size := 1; size <= len(in); size++ {
		var out bytes.Buffer
		w := m.Writer(&out)
		for chunk := range slices.Chunk([]byte(in), size) {
			if n, err := w.Write(chunk); n != len(chunk) || err != nil {
				t.Fatal(n, err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("chunks of %d: got %q, want %q", size, out.String(), want)
		}
	}
}

// What can't be the beginning of a secret is passed on at once.
func TestMaskWriterHoldsLittleBack(t *testing.T) {
	var out bytes.Buffer
	w := NewMasker([]string{"secret-value"}).Writer(&out)
	fmt.Fprint(w, "hello sec")
	if out.String() != "hello " {
		t.Errorf("wrote %q", out.String())
	}
	fmt.Fprint(w, "ond")
	if out.String() != "hello second" {
		t.Errorf("wrote %q", out.String())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("a write after Close is taken")
	}
}

type brokenWriter struct{ room int }

var errFull = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.room -= len(p); w.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestMaskWriterError(t *testing.T) {
	w := NewMasker([]string{"secret"}).Writer(&brokenWriter{room: 3})
	if _, err := w.Write([]byte("four")); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

func FuzzMask(f *testing.F) {
	f.Add("abcd", "cdef", "xabcdefx", 3)
	f.Add("aaa", "aab", "aaaabaaaa", 1)
	f.Add("p\"w\\d", "é\n1", `{"a":"p\"w\\d"}`, 2)
	f.Fuzz(func(t *testing.T, one, two, text string, size int) {
		m := NewMasker([]string{one, two})
		got := m.String(text)
		for _, s := range []string{one, two} {
			if !TooShort(s) && !strings.Contains(s, "*") && strings.Contains(got, s) {
				t.Errorf("%q is still in %q", s, got)
			}
		}
		var out bytes.Buffer
		w := m.Writer(&out)
		for chunk := range slices.Chunk([]byte(text), max(1, size%16)) {
			w.Write(chunk)
		}
		w.Close()
		if out.String() != got {
			t.Errorf("in chunks %q, whole %q", out.String(), got)
		}
		m.Rows(strings.Split(text, "\n"))
		if json.Valid([]byte(text)) {
			raw := rewriter{text: m.String, rows: m.Rows}.payload(json.RawMessage(text)).(json.RawMessage)
			if !json.Valid(raw) {
				t.Errorf("%s became %s", text, raw)
			}
		}
	})
}

func BenchmarkMaskString(b *testing.B) {
	m := NewMasker([]string{"tok_9f8e7d6c5b4a", "s3cr3t-value-123"})
	text := strings.Repeat("2026-01-02 INFO the quick brown fox jumps over it\n", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		m.String(text)
	}
}
