package font

import (
	"slices"
	"testing"
)

// Emoji that other tools lack, lay out wrongly or draw as boxes (cases O21, O25),
// and one of each kind of sequence.
func TestEmoji(t *testing.T) {
	f := face(Options{Size: 20})
	seen := map[string]string{}
	for _, text := range []string{
		"⌛", "⏳", "✅", "❌", "⭐", "😀", "🫠",
		"❤\ufe0f", "☀\ufe0f", // asked for
		"👍🏽", "👍", "👩\u200d👩\u200d👧\u200d👧", "🤦\u200d♂\ufe0f", "🤦\u200d♂", "🏳\ufe0f\u200d🌈", "❤\ufe0f\u200d🔥",
		"🇩🇪", "🇫🇷", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
		"1\ufe0f\u20e3", "#\ufe0f\u20e3",
	} {
		m := f.Text(text, Regular, 2)
		if m.Missing || m.Color == nil || m.Blank() {
			t.Errorf("%s: missing %v, colours %v, blank %v", text, m.Missing, m.Color != nil, m.Blank())
			continue
		}
		var pix []byte
		for _, c := range m.Color {
			if c.R > c.A || c.G > c.A || c.B > c.A {
				t.Fatalf("%s: %v is not premultiplied", text, c)
			}
			pix = append(pix, c.R, c.G, c.B)
		}
		if other := seen[string(pix)]; other != "" && text != "🤦\u200d♂" {
			t.Errorf("%s looks like %s", text, other)
		}
		seen[string(pix)] = text
	}
}

// What is an emoji only when asked for stays in the colours of the text.
func TestTextStyle(t *testing.T) {
	f := face(Options{Size: 20})
	for _, text := range []string{"❤", "☀", "✔", "⌛\ufe0e", "1", "#", "©", "ℹ"} {
		if m := f.Text(text, Regular, 1); m.Color != nil || m.Missing || m.Blank() {
			t.Errorf("%s: colours %v, missing %v", text, m.Color != nil, m.Missing)
		}
	}
	if m := f.Text("⌛\ufe0e", Regular, 2); m.Color != nil || m.Missing {
		t.Errorf("hourglass as text: colours %v, missing %v", m.Color != nil, m.Missing)
	}
	if m := f.Text("❤\ufe0f", Regular, 1); m.Color == nil {
		t.Error("a heart as emoji over one column has no colours")
	}
}

// Of a sequence that no font has, the first part is drawn, and the sequence is
// listed.
func TestUnknownSequence(t *testing.T) {
	f := face(Options{Size: 20})
	m := f.Text("😀\u200d🚀", Regular, 2)
	if !m.Missing || !slices.Equal(m.Color, f.Text("😀", Regular, 2).Color) {
		t.Errorf("missing %v, or not the first picture", m.Missing)
	}
}

// An emoji is in the middle of its two cells at every size, and does not touch
// the pixels outside of its square.
func TestEmojiIsCentred(t *testing.T) {
	sizes(func(f *Face) {
		m := f.Text("🔵", Regular, 2)
		left, right, top, bottom := m.W, 0, m.H, 0
		for i, c := range m.Color {
			if c.A > 128 {
				left, right = min(left, i%m.W), max(right, i%m.W+1)
				top, bottom = min(top, i/m.W), max(bottom, i/m.W+1)
			}
		}
		if d := left - (m.W - right); d < -1 || d > 1 {
			t.Errorf("%+v: %d pixels left, %d right", f.Metrics(), left, m.W-right)
		}
		if d := top - (m.H - bottom); d < -1 || d > 1 {
			t.Errorf("%+v: %d pixels above, %d below", f.Metrics(), top, m.H-bottom)
		}
	})
}

// The outline of an emoji has layers with colours, and no steps of its own.
func TestEmojiOutline(t *testing.T) {
	o := face(Options{Size: 20}).Outline("👩\u200d💻", Regular, 2)
	if len(o.Steps) > 0 || len(o.Layers) < 3 || o.Missing {
		t.Fatalf("%d steps, %d layers, missing %v", len(o.Steps), len(o.Layers), o.Missing)
	}
	for i, l := range o.Layers {
		if len(l.Steps) == 0 || l.Color.A == 0 {
			t.Errorf("layer %d: %d steps in %v", i, len(l.Steps), l.Color)
		}
	}
}
