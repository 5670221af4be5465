package main

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"scenario/emulator/keys"
	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/steps"
	"scenario/steps/match"
)

var tableRE = regexp.MustCompile(`(?s)(<!-- table: ([a-z_]+) -->\n).*?(<!-- end -->)`)

// fillTables puts the tables between their marks in the documentation. A table
// without a place in it is an error.
func fillTables(docs []byte, tables map[string]string) ([]byte, error) {
	var err error
	docs = tableRE.ReplaceAllFunc(docs, func(all []byte) []byte {
		g := tableRE.FindSubmatch(all)
		name := string(g[2])
		text, ok := tables[name]
		if !ok {
			err = fmt.Errorf("there is no table %s, or it is there twice", name)
			return all
		}
		delete(tables, name)
		return bytes.Join([][]byte{g[1], []byte(text), g[3]}, []byte("\n"))
	})
	for name := range tables {
		err = fmt.Errorf("the table %s has no place", name)
	}
	return docs, err
}

func (b *builder) tables() map[string]string {
	return map[string]string{
		"file":       b.keyTable(reflect.TypeFor[scenario.Scenario]()),
		"service":    b.keyTable(reflect.TypeFor[scenario.Service]()),
		"ready":      b.keyTable(reflect.TypeFor[scenario.Ready]()),
		"record":     b.keyTable(reflect.TypeFor[scenario.Recording]()),
		"look":       b.keyTable(reflect.TypeFor[steps.Look]()),
		"colors":     b.keyTable(reflect.TypeFor[steps.ThemeColors]()),
		"border":     b.keyTable(reflect.TypeFor[steps.Border]()),
		"gradient":   b.keyTable(reflect.TypeFor[steps.Gradient]()),
		"shadow":     b.keyTable(reflect.TypeFor[steps.Shadow]()),
		"watermark":  b.keyTable(reflect.TypeFor[steps.Watermark]()),
		"pace":       b.keyTable(reflect.TypeFor[steps.Pace]()),
		"terminal":   b.keyTable(reflect.TypeFor[scenario.Terminal]()),
		"timeouts":   b.keyTable(reflect.TypeFor[scenario.Timeouts]()),
		"common":     b.keyTable(reflect.TypeFor[steps.Step]()),
		"steps":      b.stepTable(),
		"options":    b.optionTable(),
		"conditions": b.conditionTable(),
		"style":      b.keyTable(reflect.TypeFor[match.Style]()),
		"cursor":     b.keyTable(reflect.TypeFor[match.CursorIs]()),
	}
}

// keyTable has a row for each key of a mapping.
func (b *builder) keyTable(t reflect.Type) string {
	rows := [][]string{{"key", "value", "default", ""}}
	for _, f := range doc.Fields(t) {
		if !f.Later && !strings.HasSuffix(f.Name, "*") {
			rows = append(rows, append([]string{code(f.Name)}, b.row(t, f)...))
		}
	}
	return table(rows)
}

// row is the value, the default and the meaning of a key.
func (b *builder) row(t reflect.Type, f doc.Field) []string {
	g := tagOf(f.Tag)
	def := ""
	switch {
	case g.required:
		def = "needed"
	case g.def != "":
		def = code(g.def)
	}
	return []string{wordFor(f.Type, g), def, b.texts.of(t, f.Index)}
}

// stepTable has a row for each step kind.
func (b *builder) stepTable() string {
	rows := [][]string{{"step", "short form", "long form", ""}}
	for _, k := range steps.Kinds() {
		if k.Later {
			continue
		}
		t := reflect.TypeOf(k.New()).Elem()
		var short, long string
		if fields := doc.Fields(t); len(fields) > 0 {
			if g := tagOf(fields[0].Tag); !g.long {
				short = wordFor(fields[0].Type, g)
			}
			var keys []string
			for _, f := range fields {
				if !f.Later {
					keys = append(keys, withDefault(f))
				}
			}
			long = code("{" + strings.Join(keys, ", ") + "}")
		} else {
			f := t.Field(t.NumField() - 1)
			short = wordFor(f.Type, tagOf(f.Tag))
		}
		rows = append(rows, []string{code(k.Name), short, long, k.Doc})
	}
	return table(rows)
}

// optionTable has a row for each key of the long forms.
func (b *builder) optionTable() string {
	rows := [][]string{{"step", "key", "value", "default", ""}}
	for _, k := range steps.Kinds() {
		if k.Later {
			continue
		}
		t := reflect.TypeOf(k.New()).Elem()
		name := code(k.Name)
		for _, f := range doc.Fields(t) {
			if !f.Later {
				rows = append(rows, append([]string{name, code(f.Name)}, b.row(t, f)...))
				name = ""
			}
		}
	}
	return table(rows)
}

func withDefault(f doc.Field) string {
	if def := tagOf(f.Tag).def; def != "" {
		if strings.HasSuffix(def, " ") {
			def = `"` + def + `"`
		}
		return f.Name + ": " + def
	}
	return f.Name
}

// conditionTable has a row for each subject.
func (b *builder) conditionTable() string {
	rows := [][]string{{"key", "value", "beside it", "holds when"}}
	for _, k := range match.Kinds() {
		t := reflect.TypeOf(k).Elem()
		subjects, options := subjectsOf(t)
		var beside []string
		for _, f := range options {
			if !f.Later {
				beside = append(beside, code(f.Name))
			}
		}
		for _, f := range subjects {
			rows = append(rows, []string{
				code(f.Name), wordFor(f.Type, tagOf(f.Tag)), strings.Join(beside, " "), b.texts.of(t, f.Index),
			})
		}
	}
	return table(rows)
}

// wordFor is how the documentation calls the values of a type.
func wordFor(t reflect.Type, g tag) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch g.ref {
	case "name":
		return "NAME"
	case "hex":
		return "`\"#rrggbb\"`"
	case "gradient":
		return "list of `\"#rrggbb\"`"
	case "ansi":
		return "list of 8 or 16 `\"#rrggbb\"`"
	case "image":
		return "file"
	case "pictures", "recordings":
		return "list of files"
	case "weight":
		return "`500KB` `2MB` ..."
	case "start":
		return "DURATION or percent"
	case "signal":
		return "`INT` `TERM` `HUP` ..."
	}
	if g.enum != nil {
		return "`" + strings.Join(g.enum, "` `") + "`"
	}
	words := map[reflect.Type]string{
		reflect.TypeFor[time.Duration]():       "DURATION",
		reflect.TypeFor[steps.Size]():          "SIZE",
		reflect.TypeFor[steps.Command]():       "TEXT, or list of TEXT",
		reflect.TypeFor[steps.EnvVars]():       "map NAME: TEXT or `null`",
		reflect.TypeFor[steps.ExitStatus]():    "INT or `any`",
		reflect.TypeFor[steps.Percent]():       "`0%` ... `100%`",
		reflect.TypeFor[steps.Decimal]():       "number",
		reflect.TypeFor[steps.Look]():          "LOOK",
		reflect.TypeFor[steps.Theme]():         "THEME",
		reflect.TypeFor[steps.Themes]():        "map NAME: THEME",
		reflect.TypeFor[steps.Background]():    "BACKGROUND",
		reflect.TypeFor[steps.Border]():        "INT or BORDER",
		reflect.TypeFor[steps.Shadow]():        "BOOL or SHADOW",
		reflect.TypeFor[steps.Watermark]():     "TEXT or WATERMARK",
		reflect.TypeFor[steps.Pace]():          "PACE",
		reflect.TypeFor[[]*steps.Step]():       "list of steps",
		reflect.TypeFor[scenario.StepList]():   "list of steps",
		reflect.TypeFor[scenario.Words]():      "list of TEXT",
		reflect.TypeFor[scenario.Names]():      "list of NAME",
		reflect.TypeFor[scenario.Vars]():       "map NAME: TEXT",
		reflect.TypeFor[scenario.Services]():   "map NAME: SERVICE",
		reflect.TypeFor[scenario.Reason]():     "TEXT",
		reflect.TypeFor[scenario.Matrix]():     "map NAME: list of TEXT",
		reflect.TypeFor[scenario.Files]():      "map PATH: TEXT",
		reflect.TypeFor[scenario.Recordings](): "list of RECORDING",
		reflect.TypeFor[scenario.Timeouts]():   "TIMEOUTS",
		reflect.TypeFor[scenario.Terminal]():   "TERMINAL",
		reflect.TypeFor[scenario.Ready]():      "READY",
		reflect.TypeFor[scenario.Regexp]():     "RE",
		reflect.TypeFor[match.RE]():            "RE",
		reflect.TypeFor[match.Match]():         "MATCH",
		reflect.TypeFor[match.Region]():        "REGION",
		reflect.TypeFor[match.Place]():         "PLACE",
		reflect.TypeFor[[]string]():            "list of TEXT",
		reflect.TypeFor[[]match.Place]():       "list of PLACE",
		reflect.TypeFor[match.Bounds]():        "`[A, B]`",
		reflect.TypeFor[match.Count]():         "INT or `{min, max}`",
		reflect.TypeFor[match.Style]():         "STYLE",
		reflect.TypeFor[match.Color]():         "COLOUR",
		reflect.TypeFor[match.Masks]():         "list of MASK",
		reflect.TypeFor[match.Pixels]():        "INT, or `0.5%`",
		reflect.TypeFor[match.Modes]():         "list of `alt_screen` `bracketed_paste` `focus` `mouse`",
		reflect.TypeFor[steps.With]():          "map NAME: TEXT",
		reflect.TypeFor[steps.Guard]():         "CONDITION, `{os}`, `{program}` or `{var, is}`",
		reflect.TypeFor[steps.Retry]():         "INT or `{times, every: 1s}`",
		reflect.TypeFor[steps.Button]():        "`left` `middle` `right`",
		reflect.TypeFor[steps.Held]():          "list of `ctrl` `alt` `shift`",
		reflect.TypeFor[steps.Wheel]():         "`down*3`",
		reflect.TypeFor[match.ExitIs]():        "INT, `any`, `KILL` ...",
		reflect.TypeFor[match.CursorIs]():      "CURSOR",
		reflect.TypeFor[match.Condition]():     "CONDITION",
		reflect.TypeFor[[]match.Condition]():   "list of conditions",
		reflect.TypeFor[match.Exact]():         "TEXT",
		reflect.TypeFor[doc.Text]():            "TEXT",
		reflect.TypeFor[[]keys.Chord]():        "KEYS",
	}
	if w, ok := words[t]; ok {
		return w
	}
	switch t.Kind() {
	case reflect.Int:
		if g.min != "" && g.max != "" {
			return g.min + " ... " + g.max
		}
		return "INT"
	case reflect.Bool:
		return "BOOL"
	case reflect.String:
		return "TEXT"
	}
	panic(fmt.Sprintf("schemagen: no word for %s: add it to wordFor", t))
}

func code(s string) string { return "`" + s + "`" }

// table writes a table of Markdown; the first row is its head.
func table(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		for j, cell := range row {
			row[j] = strings.ReplaceAll(cell, "|", `\|`)
		}
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	return b.String()
}
