package main

import (
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/xvt"
)

// engines are the terminal engines that scenarios and dump can name.
func engines() emulator.Engines { return emulator.Engines{"core": core.New, "xvt": xvt.New} }
