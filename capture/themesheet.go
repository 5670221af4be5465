package capture

import (
	"image"
	"image/color"
	"image/draw"
	"io"

	"scenario/capture/encode"
	"scenario/capture/font"
	decor "scenario/capture/look"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
)

const (
	sheetColumns = 3
	themeCols    = 38
	themeRows    = 6
	// themeSample shows what programs use colours for.
	themeSample = "\x1b[32m~/demo\x1b[0m \x1b[34mmain\x1b[0m $ make test\r\n" +
		"\x1b[32mok\x1b[0m   pkg/app    \x1b[33m0.4s\x1b[0m\r\n" +
		"\x1b[1;31mFAIL\x1b[0m pkg/store  \x1b[36mstore.go:42\x1b[0m\r\n" +
		"\x1b[90m// a comment\x1b[0m \x1b[35mreturn\x1b[0m \x1b[1mnil\x1b[0m\r\n" +
		"\x1b[30m██\x1b[31m██\x1b[32m██\x1b[33m██\x1b[34m██\x1b[35m██\x1b[36m██\x1b[37m██\x1b[0m\r\n" +
		"\x1b[90m██\x1b[91m██\x1b[92m██\x1b[93m██\x1b[94m██\x1b[95m██\x1b[96m██\x1b[97m██\x1b[0m"
)

// ThemeSheet draws a PNG that shows every built-in theme in a window of its own.
func ThemeSheet(w io.Writer, fonts *font.Set, engines emulator.Engines) (Info, error) {
	engine, err := engines.Named("")
	if err != nil {
		return Info{}, err
	}
	var sheet *image.RGBA
	var size image.Point
	names := theme.Names()
	for i, name := range names {
		t, _ := theme.Lookup(name)
		term := engine(emulator.Options{Cols: themeCols, Rows: themeRows})
		if err := term.Write([]byte("\x1b]2;" + name + "\x07\x1b[?25l" + themeSample)); err != nil {
			return Info{}, err
		}
		var scr emulator.Screen
		term.Snapshot(&scr)
		r, err := raster.New(fonts, raster.Options{
			Theme: t, FontSize: 14, Padding: 12, Margin: 10, Radius: 9, Background: "#8d93a1",
			Frame: decor.Frame{Window: decor.MacOS, Shadow: &decor.Shadow{Blur: 14, Y: 4, Color: "#000000", Opacity: 40}},
		}, themeCols, themeRows)
		if err != nil {
			return Info{}, err
		}
		title := &raster.Sprite{At: r.Decor().Title.Min, Img: r.Decor().DrawTitle(name)}
		f := r.RGB().Draw(&scr, title)
		if sheet == nil {
			size = f.Bounds().Size()
			rows := (len(names) + sheetColumns - 1) / sheetColumns
			sheet = image.NewRGBA(image.Rect(0, 0, sheetColumns*size.X, rows*size.Y))
			draw.Draw(sheet, sheet.Rect, image.NewUniform(color.RGBA{0x8d, 0x93, 0xa1, 255}), image.Point{}, draw.Src)
		}
		at := image.Pt(i%sheetColumns*size.X, i/sheetColumns*size.Y)
		draw.Draw(sheet, f.Bounds().Add(at), f.RGB, image.Point{}, draw.Src)
	}
	return Info{Width: sheet.Rect.Dx(), Height: sheet.Rect.Dy()}, encode.PNGImage(w, sheet)
}
