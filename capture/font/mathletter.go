package font

// The mathematical alphanumeric symbols, U+1D400 to U+1D7FF: alphabets of one
// style each (The Unicode Standard, 22.2).
const (
	mathLatin   = 0x1D400 // 13 alphabets of A-Z, a-z
	mathDotless = 0x1D6A4 // dotless i and j
	mathGreek   = 0x1D6A8 // 5 alphabets
	mathDigits  = 0x1D7CE // 5 sets of 0-9
	mathEnd     = 0x1D7FF

	latinLetters = 52
	greekLetters = 58
)

// latinStyles are those of the Latin alphabets: bold, italic, bold italic, script,
// bold script, Fraktur, double-struck, bold Fraktur, sans-serif (four), monospace.
var latinStyles = [...]Style{
	Bold, Italic, Bold | Italic, Italic, Bold | Italic, Regular, Regular, Bold,
	Regular, Bold, Italic, Bold | Italic, Regular,
}

var (
	greekStyles = [...]Style{Bold, Italic, Bold | Italic, Bold, Bold | Italic}
	digitStyles = [...]Style{Bold, Regular, Regular, Bold, Regular}
	// greekMore follow the small letters of each alphabet.
	greekMore = [...]rune{0x2202, 0x03F5, 0x03D1, 0x03F0, 0x03D5, 0x03F1, 0x03D6}
)

// mathLetter returns the letter or digit that a mathematical one is a style of,
// and the nearest style of text; 0: it is none. It is what is drawn where no
// font has the character itself.
func mathLetter(r rune) (rune, Style) {
	switch {
	case r < mathLatin || r > mathEnd:
	case r < mathDotless:
		i := int(r - mathLatin)
		base := rune('A' + i%latinLetters)
		if base > 'Z' {
			base += 'a' - 'Z' - 1
		}
		return base, latinStyles[i/latinLetters]
	case r < mathDotless+2:
		return [...]rune{'ı', 'ȷ'}[r-mathDotless], Italic
	case r >= mathGreek && r < mathGreek+5*greekLetters:
		i := int(r - mathGreek)
		style := greekStyles[i/greekLetters]
		switch i %= greekLetters; {
		case i == 17:
			return 'ϴ', style
		case i < 25:
			return rune('Α' + i), style
		case i == 25:
			return '∇', style
		case i < 51:
			return rune('α' + i - 26), style
		default:
			return greekMore[i-51], style
		}
	case r >= mathDigits:
		i := int(r - mathDigits)
		return rune('0' + i%10), digitStyles[i/10]
	}
	return 0, Regular
}
