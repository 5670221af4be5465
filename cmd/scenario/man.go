package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const manHelp = `Print the manual page of the command, or of one of its commands:

  scenario man run | man -l -

With --dir every page is written into a folder, as scenario-run.1.`

func (a *app) manCommand() *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use: "man [COMMAND]...", Short: "Manual pages", Long: manHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkCommand(cmd.Root(), args); err != nil {
				return err
			}
			if dir != "" {
				return a.manPages(cmd.Root(), dir)
			}
			page, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = fmt.Errorf("%s has no command %s", page.CommandPath(), rest[0])
			}
			if err != nil {
				return err
			}
			return manPage(a.stdout, page)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write every page into the folder `DIR`")
	return cmd
}

// manPages writes the page of a command and of all below it.
func (a *app) manPages(cmd *cobra.Command, dir string) error {
	if cmd.Hidden {
		return nil
	}
	var page bytes.Buffer
	if err := manPage(&page, cmd); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return failure{err}
	}
	if err := os.WriteFile(filepath.Join(dir, manName(cmd)+".1"), page.Bytes(), 0o666); err != nil {
		return failure{err}
	}
	for _, c := range cmd.Commands() {
		if err := a.manPages(c, dir); err != nil {
			return err
		}
	}
	return nil
}

// manName is the name of a command's page.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage writes the page of a command in the macros of man(7).
func manPage(w io.Writer, cmd *cobra.Command) error {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	section := func(name string) { fmt.Fprintf(&b, ".SH %s\n", name) }
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"scenario %s\"\n", strings.ToUpper(roff(manName(cmd))), roff(buildVersion()))
	section("NAME")
	short := strings.ToLower(cmd.Short[:1]) + cmd.Short[1:]
	fmt.Fprintf(&b, "%s \\- %s\n", roff(manName(cmd)), roff(short))
	section("SYNOPSIS")
	fmt.Fprintf(&b, ".B %s\n", roff(cmd.CommandPath()))
	if cmd.HasAvailableLocalFlags() {
		b.WriteString("[\\fIflags\\fR]\n")
	}
	if _, args, ok := strings.Cut(cmd.Use, " "); ok {
		fmt.Fprintf(&b, "%s\n", roff(args))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\\fIcommand\\fR\n")
	}
	section("DESCRIPTION")
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	manText(&b, long)
	if cmd.HasAvailableSubCommands() {
		section("COMMANDS")
		for _, c := range cmd.Commands() {
			if !c.IsAvailableCommand() {
				continue
			}
			fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", roff(manName(c)), roff(c.Short))
		}
	}
	if cmd.HasAvailableFlags() {
		section("OPTIONS")
		cmd.InheritedFlags() // lets cobra gather those of the commands above
		cmd.Flags().VisitAll(func(f *pflag.Flag) { manFlag(&b, f) })
	}
	section("EXIT STATUS")
	b.WriteString("0 when everything passed, 1 when a scenario failed, 2 for a bad file or flag,\n" +
		"3 when none failed but one was blocked, 130 and 143 after SIGINT and SIGTERM.\n")
	if cmd.HasParent() {
		section("SEE ALSO")
		fmt.Fprintf(&b, ".BR %s (1)\n", roff(manName(cmd.Parent())))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// manText writes paragraphs; indented lines stay as they are.
func manText(b *strings.Builder, text string) {
	for i, part := range strings.Split(text, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if !strings.HasPrefix(part, "  ") {
			b.WriteString(roff(part) + "\n")
			continue
		}
		fmt.Fprintf(b, ".RS 2\n.nf\n%s\n.fi\n.RE\n", roff(strings.TrimPrefix(strings.ReplaceAll(part, "\n  ", "\n"), "  ")))
	}
}

// manFlag writes a flag and what it does.
func manFlag(b *strings.Builder, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	name, usage := pflag.UnquoteUsage(f)
	b.WriteString(".TP\n")
	if f.Shorthand != "" {
		fmt.Fprintf(b, "\\fB\\-%s\\fR, ", f.Shorthand)
	}
	fmt.Fprintf(b, "\\fB%s\\fR", roff("--"+f.Name))
	switch {
	case f.NoOptDefVal != "" && f.Value.Type() != "bool":
		fmt.Fprintf(b, "[=\\fI%s\\fR]", roff(name))
	case name != "":
		fmt.Fprintf(b, "=\\fI%s\\fR", roff(name))
	}
	fmt.Fprintf(b, "\n%s\n", roff(usage))
}

// roff makes a text safe: backslashes and hyphens as such, no line that begins
// as a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "‘", "'", "’", "'").Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
