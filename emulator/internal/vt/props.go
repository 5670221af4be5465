package vt

// Props are what must be known of a code point, from displaywidth and uax29
// (Unicode 17): props_table.go is made of them by TestProps -update, which also
// holds the table to them.
type Props uint8

const (
	propWidth   Props = 3      // columns: 0, 1, 2
	propWcShift       = 2      // columns by wcwidth, two bits
	propMark    Props = 1 << 4 // belongs to the character before it, whatever that is
	propWeak    Props = 1 << 5 // belongs to certain characters before it
	propSpecial Props = 1 << 6 // a weak one may follow it in its cluster
	propPrepend Props = 1 << 7 // whatever follows belongs to it
)

const propBlock = 128 // code points of a block

// PropsOf returns the properties of r.
func PropsOf(r rune) Props {
	if uint32(r) > 0x10FFFF {
		r = 0xFFFD
	}
	block := int(propIndex[r/propBlock])
	return Props(propBlocks[block*propBlock+int(r%propBlock)])
}

// Width is the number of columns of the code point alone.
func (p Props) Width() int { return int(p & propWidth) }

// WcWidth is the number of columns that wcwidth gives it.
func (p Props) WcWidth() int { return int(p >> propWcShift & propWidth) }
