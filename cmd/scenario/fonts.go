package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"scenario/capture/font"
	"scenario/emulator"
)

func (a *app) fontsCommand() *cobra.Command {
	var text string
	cmd := &cobra.Command{
		Use:   "fonts",
		Short: "The fonts that pictures are drawn in",
		Long: "The fonts of the program, in the order in which a character is looked for.\n" +
			"No font of the machine is used; look: {font: FILE, fallback: [FILE]} takes others.",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("for") {
				return a.fontsFor(text)
			}
			return a.fonts()
		},
	}
	cmd.Flags().StringVar(&text, "for", "", "which font draws each character of a `TEXT`")
	return cmd
}

// fonts lists the chain.
func (a *app) fonts() error {
	rows := [][]string{{"FONT", "VERSION", "FACES", "LICENCE"}}
	for _, f := range font.NewSet().Families() {
		rows = append(rows, []string{f.Name, f.Version, fmt.Sprint(f.Faces()), f.Licence})
	}
	return a.table(rows)
}

// fontsFor tells where the picture of each character of a text comes from. What
// is one character, and how wide it is, the terminal says.
func (a *app) fontsFor(text string) error {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	const cols = 200
	rows := min(len(text)/(cols/2)+1, emulator.MaxSize)
	engine, err := engines().Named("")
	if err != nil {
		return err
	}
	term := engine(emulator.Options{Cols: cols, Rows: rows, Scrollback: 1})
	if err := term.Write([]byte(text)); err != nil {
		return err
	}
	var s emulator.Screen
	term.Snapshot(&s)
	face := font.NewSet().Face(font.Options{})
	lines := [][]string{}
	seen := map[emulator.Glyph]bool{0: true}
	for _, c := range s.Cells {
		if !seen[c.Glyph] {
			seen[c.Glyph] = true
			cluster := s.Table.Text(c.Glyph)
			lines = append(lines, []string{strings.Join(font.CodePoints(cluster), " "), face.Source(cluster, c.Width()), cluster})
		}
	}
	return a.table(lines)
}

func (a *app) table(rows [][]string) error {
	for _, line := range columns(rows) {
		if _, err := fmt.Fprintln(a.stdout, line); err != nil {
			return err
		}
	}
	return nil
}
