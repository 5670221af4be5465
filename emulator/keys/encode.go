package keys

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"scenario/emulator"
)

// The flags of the kitty keyboard protocol.
const (
	kittyDisambiguate = 1
	kittyAlternate    = 4
	kittyAll          = 8
	kittyText         = 16
)

// Encode returns what the terminal sends for a key. It follows xterm ("PC-style
// function keys", modifyOtherKeys) and, when the program turned it on, the
// kitty keyboard protocol without release events. A combination that has no
// encoding of its own is sent as the nearest one that has.
func Encode(k Key, m emulator.Modes) []byte {
	if m.KittyFlags&(kittyDisambiguate|kittyAll) != 0 {
		if b := encodeKitty(k, m); b != nil {
			return b
		}
	}
	if k.Name == "" || k.Name == "space" {
		return encodeChar(k, m)
	}
	if b, ok := encodeFunction(k, m); ok {
		return b
	}
	return encodeEditing(k, m)
}

// function keys: CSI number ~, or a letter after CSI or SS3.
type function struct {
	number int
	letter byte
	ss3    bool // SS3 letter when no modifier is held
}

func functionOf(name string, m emulator.Modes) (function, bool) {
	cursor := func(letter byte) function { return function{letter: letter, ss3: m.AppCursor} }
	switch name {
	case "up":
		return cursor('A'), true
	case "down":
		return cursor('B'), true
	case "right":
		return cursor('C'), true
	case "left":
		return cursor('D'), true
	case "home":
		return cursor('H'), true
	case "end":
		return cursor('F'), true
	case "insert":
		return function{number: 2}, true
	case "delete":
		return function{number: 3}, true
	case "pageup":
		return function{number: 5}, true
	case "pagedown":
		return function{number: 6}, true
	}
	n := fnNumber(name)
	switch {
	case n == 0:
		return function{}, false
	case n <= 4:
		return function{letter: 'P' + byte(n-1), ss3: true}, true
	default:
		return function{number: fnCodes[n-5]}, true
	}
}

// fnCodes are the numbers of f5 to f24, as xterm has them.
var fnCodes = [...]int{15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34, 42, 43, 44, 45}

func fnNumber(name string) int {
	n := 0
	if !strings.HasPrefix(name, "f") || len(name) > 3 {
		return 0
	}
	for _, c := range name[1:] {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	if n > maxFn {
		return 0
	}
	return n
}

func encodeFunction(k Key, m emulator.Modes) ([]byte, bool) {
	f, ok := functionOf(k.Name, m)
	if !ok {
		return nil, false
	}
	switch {
	case f.letter == 0 && k.Mod == 0:
		return fmt.Appendf(nil, "\x1b[%d~", f.number), true
	case f.letter == 0:
		return fmt.Appendf(nil, "\x1b[%d;%d~", f.number, 1+k.Mod), true
	case k.Mod != 0:
		return fmt.Appendf(nil, "\x1b[1;%d%c", 1+k.Mod, f.letter), true
	case f.ss3:
		return []byte{0x1b, 'O', f.letter}, true
	default:
		return []byte{0x1b, '[', f.letter}, true
	}
}

// encodeEditing encodes enter, tab, escape and backspace.
func encodeEditing(k Key, m emulator.Modes) []byte {
	if m.ModifyOther > 0 && k.Mod != 0 && !(k.Name == "tab" && k.Mod == Shift) {
		if k.Mod&^Alt != 0 || m.ModifyOther > 1 {
			if k.Name != "backspace" || m.ModifyOther > 1 {
				return otherKey(editingCode(k.Name), k.Mod)
			}
		}
	}
	var b []byte
	if k.Mod&Alt != 0 {
		b = append(b, 0x1b)
	}
	switch k.Name {
	case "enter":
		b = append(b, '\r')
		if m.NewLine {
			b = append(b, '\n')
		}
	case "tab":
		if k.Mod&Shift != 0 {
			return append(b, "\x1b[Z"...)
		}
		b = append(b, '\t')
	case "escape":
		b = append(b, 0x1b)
	case "backspace":
		if m.Backarrow != (k.Mod&Ctrl != 0) { // ctrl gives the other one
			b = append(b, '\b')
		} else {
			b = append(b, 0x7f)
		}
	}
	return b
}

func editingCode(name string) int {
	switch name {
	case "enter":
		return 13
	case "tab":
		return 9
	case "escape":
		return 27
	}
	return 127
}

// otherKey is the modifyOtherKeys form.
func otherKey(code int, mod Mod) []byte {
	return fmt.Appendf(nil, "\x1b[27;%d;%d~", 1+mod, code)
}

// encodeChar encodes a character, or the space bar.
func encodeChar(k Key, m emulator.Modes) []byte {
	char := k.Char
	if k.Name == "space" {
		char = " "
	}
	r, n := utf8.DecodeRuneInString(char)
	single := n == len(char)
	if k.Mod&Shift != 0 {
		char = upper(char)
		r, _ = utf8.DecodeRuneInString(char)
	}
	code, isControl := control(r)
	if m.ModifyOther > 0 && single && k.Mod&^Shift != 0 {
		plain := k.Mod&^Alt == 0 || k.Mod&^Alt == Ctrl && isControl
		if m.ModifyOther > 1 || !plain {
			return otherKey(int(r), k.Mod)
		}
	}
	var b []byte
	if k.Mod&Alt != 0 {
		b = append(b, 0x1b)
	}
	if k.Mod&Ctrl != 0 && single && isControl {
		return append(b, code)
	}
	return append(b, char...)
}

// control returns the control character that ctrl makes of r, as X11 does; r
// has none when ok is false.
func control(r rune) (c byte, ok bool) {
	switch {
	case r >= '@' && r < 0x7f:
		return byte(r) & 0x1f, true
	case r == ' ', r == '2':
		return 0, true
	case r >= '3' && r <= '7':
		return byte(r-'3') + 0x1b, true
	case r == '8', r == '?':
		return 0x7f, true
	case r == '/':
		return 0x1f, true
	}
	return 0, false
}

// encodeKitty encodes a key whose form the kitty protocol changes; nil when it
// is sent as ever.
func encodeKitty(k Key, m emulator.Modes) []byte {
	all := m.KittyFlags&kittyAll != 0
	switch k.Name {
	case "escape":
		return kittyKey(27, k.Mod)
	case "enter", "tab", "backspace":
		if k.Mod == 0 && !all {
			return nil
		}
		return kittyKey(editingCode(k.Name), k.Mod)
	case "", "space":
		return kittyChar(k, m)
	case "f3": // CSI R would be a cursor position report
		if k.Mod != 0 {
			return fmt.Appendf(nil, "\x1b[13;%d~", 1+k.Mod)
		}
	}
	if n := fnNumber(k.Name); n >= 13 {
		return kittyKey(57376+n-13, k.Mod)
	}
	return nil
}

func kittyKey(code int, mod Mod) []byte {
	if mod == 0 {
		return fmt.Appendf(nil, "\x1b[%du", code)
	}
	return fmt.Appendf(nil, "\x1b[%d;%du", code, 1+mod)
}

// kittyChar encodes a character: CSI code ; modifiers u, where the code is that
// of the key without shift.
func kittyChar(k Key, m emulator.Modes) []byte {
	char := k.Char
	if k.Name == "space" {
		char = " "
	}
	r, n := utf8.DecodeRuneInString(char)
	all := m.KittyFlags&kittyAll != 0
	if n != len(char) || k.Mod&^Shift == 0 && !all {
		return nil
	}
	mod, code := k.Mod, unicode.ToLower(r)
	if code != r {
		mod |= Shift
	}
	key := fmt.Sprint(code)
	shifted := code
	if mod&Shift != 0 {
		shifted = unicode.ToUpper(code)
		if m.KittyFlags&kittyAlternate != 0 && shifted != code {
			key += fmt.Sprintf(":%d", shifted)
		}
	}
	if all && m.KittyFlags&kittyText != 0 && mod&^Shift == 0 {
		if mod == 0 {
			return fmt.Appendf(nil, "\x1b[%s;;%du", key, shifted)
		}
		return fmt.Appendf(nil, "\x1b[%s;%d;%du", key, 1+mod, shifted)
	}
	if mod == 0 {
		return fmt.Appendf(nil, "\x1b[%su", key)
	}
	return fmt.Appendf(nil, "\x1b[%s;%du", key, 1+mod)
}
