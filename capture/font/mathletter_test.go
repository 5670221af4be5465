package font

import (
	"bytes"
	"testing"
)

func TestMathLetter(t *testing.T) {
	for _, tt := range []struct {
		r, base rune
		style   Style
	}{
		{'𝐀', 'A', Bold}, {'𝐳', 'z', Bold}, {'𝑎', 'a', Italic}, {'𝒜', 'A', Italic}, {'𝔄', 'A', Regular},
		{'𝔸', 'A', Regular}, {'𝖆', 'a', Bold}, {'𝖠', 'A', Regular}, {'𝙯', 'z', Bold | Italic}, {'𝚣', 'z', Regular},
		{'𝚤', 'ı', Italic}, {'𝚨', 'Α', Bold}, {'𝛀', 'Ω', Bold}, {'𝛁', '∇', Bold}, {'𝛂', 'α', Bold}, {'𝛚', 'ω', Bold},
		{'𝛛', '∂', Bold}, {'𝛡', 'ϖ', Bold}, {'𝟉', 'ϖ', Bold | Italic}, {'𝟎', '0', Bold}, {'𝟿', '9', Regular},
		{'A', 0, Regular}, {0x1D7CC, 0, Regular}, {0x1D800, 0, Regular},
	} {
		if base, style := mathLetter(tt.r); base != tt.base || style != tt.style {
			t.Errorf("%U: %c in style %d, want %c in %d", tt.r, base, style, tt.base, tt.style)
		}
	}
	f := NewSet().Face(Options{Size: 16})
	if a, b := f.Rune('𝐀', Regular, 1), f.Rune('A', Bold, 1); a.Missing || !bytes.Equal(a.Pix, b.Pix) {
		t.Error("a mathematical bold A is not drawn as a bold A")
	}
}
