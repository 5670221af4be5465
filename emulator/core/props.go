package core

// What the engine must know of a code point, from displaywidth and uax29
// (Unicode 17): props_table.go is made of them by TestProps -update, which also
// holds the table to them.
const (
	propWidth   = 3      // columns: 0, 1, 2
	propWcShift = 2      // columns by wcwidth, two bits
	propMark    = 1 << 4 // belongs to the character before it, whatever that is
	propWeak    = 1 << 5 // belongs to certain characters before it
	propSpecial = 1 << 6 // a weak one may follow it in its cluster
	propPrepend = 1 << 7 // whatever follows belongs to it
)

const propBlock = 128 // code points of a block

// propOf returns the properties of r.
func propOf(r rune) uint8 {
	if uint32(r) > 0x10FFFF {
		r = 0xFFFD
	}
	block := int(propIndex[r/propBlock])
	return propBlocks[block*propBlock+int(r%propBlock)]
}
