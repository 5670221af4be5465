package font

// fullForm returns the letter or digit that a fullwidth form, U+FF10 to U+FF5A, is
// the wide form of; 0: it is none. It is what is drawn where no font of outlines
// has the form itself.
func fullForm(r rune) rune {
	base := r - 0xFF01 + '!'
	if base >= '0' && base <= '9' || base >= 'A' && base <= 'Z' || base >= 'a' && base <= 'z' {
		return base
	}
	return 0
}
