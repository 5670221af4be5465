package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"scenario/capture"
	"scenario/capture/font"
	"scenario/capture/theme"
	"scenario/scenario/suite"
)

func (a *app) themesCommand() *cobra.Command {
	var png string
	cmd := &cobra.Command{
		Use:   "themes",
		Short: "Show the built-in themes",
		Long: `Show the built-in themes: their names, and on a terminal with colours a swatch of
each. --png draws a sheet of them.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return a.themes(png) },
	}
	cmd.Flags().StringVar(&png, "png", "", "draw a sheet of the themes into `FILE`")
	return cmd
}

// themes lists the themes, or draws them.
func (a *app) themes(png string) error {
	if png != "" {
		if !strings.EqualFold(filepath.Ext(png), ".png") {
			return hinted{fmt.Errorf("--png: %s is no .png", png), "the sheet is a PNG"}
		}
		var info capture.Info
		size, err := suite.WriteFile(png, func(w io.Writer) (err error) {
			info, err = capture.ThemeSheet(w, font.NewSet(), engines())
			return err
		})
		if err != nil {
			return failure{fmt.Errorf("%s: %w", png, cause(err))}
		}
		a.ui().drawn(png, size, info)
		return nil
	}
	color := a.wantsColor(a.stdout)
	for _, name := range theme.Names() {
		t, _ := theme.Lookup(name)
		kind := "light"
		if t.Dark() {
			kind = "dark"
		}
		line := fmt.Sprintf("%-18s %-5s", name, kind)
		if color {
			line += "  " + swatch(&t)
		}
		if _, err := fmt.Fprintln(a.stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// swatch is some words and the ANSI colours of a theme, for a terminal with 24
// bits of colour.
func swatch(t *theme.Theme) string {
	rgb := func(at int, c theme.RGB) string { return fmt.Sprintf("%d;2;%d;%d;%d", at, c.R, c.G, c.B) }
	var b strings.Builder
	fmt.Fprintf(&b, "\x1b[%s;%sm $ make test ", rgb(48, t.Bg), rgb(38, t.Fg))
	for i, c := range t.Palette {
		if i == 8 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "\x1b[%sm██", rgb(38, c))
	}
	b.WriteString(" \x1b[0m")
	return b.String()
}
