// Package vt holds what the engines share of a terminal such as xterm: the
// parts of control functions that touch no cell. The header of a sequence,
// the pen that SGR sets, character sets, the keyboard stack, titles, colours,
// and the answers to queries.
package vt
