package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode"

	"scenario/capture/theme"
	"scenario/emulator"
	"scenario/emulator/keys"
	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/steps"
	"scenario/steps/match"
)

var (
	durationType  = reflect.TypeFor[time.Duration]()
	decodableType = reflect.TypeFor[doc.Decodable]()
)

// special is the schema of a type with a syntax of its own, nil for others.
func (b *builder) special(t reflect.Type) *schema {
	switch t {
	case reflect.TypeFor[doc.Text]():
		return b.form("text")
	case reflect.TypeFor[match.Exact]():
		return b.form("text")
	case reflect.TypeFor[match.RE](), reflect.TypeFor[scenario.Regexp]():
		return b.form("regex")
	case reflect.TypeFor[steps.Size]():
		return b.form("size")
	case reflect.TypeFor[[]keys.Chord]():
		return b.form("keys")
	case reflect.TypeFor[match.Color]():
		return b.form("colour")
	case reflect.TypeFor[match.Style]():
		return b.define("style", b.style)
	case reflect.TypeFor[match.Match]():
		return b.define("match", b.match)
	case reflect.TypeFor[match.Region]():
		return b.define("region", b.region)
	case reflect.TypeFor[match.Place]():
		return b.define("place", b.place)
	case reflect.TypeFor[match.Masks]():
		return listOf(b.define("mask", func() *schema {
			o := b.object(reflect.TypeFor[match.Mask]())
			o.MinProperties = 1
			return &schema{
				Description: "what does not count: " + strings.Join(match.MaskNames(), ", ") + ", a text, a regex, or a part of the screen",
				OneOf:       []*schema{oneWord(match.MaskNames()...), o},
			}
		}))
	case reflect.TypeFor[match.Pixels]():
		return &schema{
			Type: []string{"string", "integer"}, Minimum: "0", Pattern: orReference(`^(0|[1-9][0-9]*|(100|[1-9]?[0-9])(\.[0-9]+)?%)$`),
			PatternMessage: "a number of pixels, or a percentage as 0.5%",
		}
	case reflect.TypeFor[match.Modes]():
		all := listOf(oneWord(match.ModeNames()...))
		all.OneOf[1].MinItems = 1
		return all
	case reflect.TypeFor[steps.With]():
		return &schema{Type: "object", Additional: b.form("text")}
	case reflect.TypeFor[steps.Guard]():
		return b.define("if", func() *schema {
			return &schema{
				Description: "a condition, asked once; {os: linux}, {program: NAME} or {var: NAME, is: TEXT}",
				OneOf:       []*schema{b.define("condition", b.condition), b.object(t)},
			}
		})
	case reflect.TypeFor[steps.Retry]():
		return &schema{OneOf: []*schema{integer("1", "1000"), b.object(t)}}
	case reflect.TypeFor[steps.Button]():
		return oneWord(steps.ButtonNames()...)
	case reflect.TypeFor[steps.Held]():
		return listOf(oneWord(steps.HeldNames()...))
	case reflect.TypeFor[steps.Wheel]():
		return b.form("wheel")
	case reflect.TypeFor[match.Bounds]():
		return &schema{Type: "array", MinItems: 2, MaxItems: 2, Items: b.form("coordinate")}
	case reflect.TypeFor[match.Count]():
		o := b.object(t)
		o.MinProperties = 1
		return &schema{OneOf: []*schema{integer("0", ""), o}}
	case reflect.TypeFor[match.ExitIs]():
		return exitStatus(match.SignalNames())
	case reflect.TypeFor[steps.ExitStatus]():
		return exitStatus(nil)
	case reflect.TypeFor[match.Condition]():
		return b.define("condition", b.condition)
	case reflect.TypeFor[[]match.Condition]():
		return b.special(t.Elem()) // which may be a list
	case reflect.TypeFor[match.CursorIs]():
		o := b.object(t)
		o.MinProperties = 1
		return o
	case reflect.TypeFor[steps.Command]():
		text := b.form("filled")
		return &schema{OneOf: []*schema{text, {Type: "array", MinItems: 1, Items: b.form("text")}}}
	case reflect.TypeFor[steps.EnvVars]():
		return b.form("env")
	case reflect.TypeFor[steps.Percent]():
		return &schema{Type: "string", Pattern: orReference("^(100|[1-9]?[0-9])%$"), PatternMessage: "a percentage is 0% to 100%"}
	case reflect.TypeFor[steps.Look]():
		return b.define("look", func() *schema { return b.shortOrLong(t) })
	case reflect.TypeFor[steps.Theme]():
		return b.define("anytheme", func() *schema {
			return &schema{OneOf: []*schema{b.form("theme"), b.object(reflect.TypeFor[steps.ThemeColors]())}}
		})
	case reflect.TypeFor[steps.Themes]():
		return &schema{
			Type: "object", MinProperties: 1, PropertyNames: &schema{Pattern: namePattern},
			Additional: b.special(reflect.TypeFor[steps.Theme]()),
		}
	case reflect.TypeFor[steps.Background]():
		return &schema{OneOf: []*schema{b.form("background"), b.form("gradient"), b.object(reflect.TypeFor[steps.Gradient]())}}
	case reflect.TypeFor[steps.Border]():
		return b.shortOrLong(t)
	case reflect.TypeFor[steps.Watermark]():
		return &schema{OneOf: []*schema{b.form("text"), b.object(t)}}
	case reflect.TypeFor[steps.Shadow]():
		return &schema{OneOf: []*schema{b.value(reflect.TypeFor[bool](), tag{}), b.object(t)}}
	case reflect.TypeFor[steps.Pace]():
		return b.define("pace", func() *schema { return b.shortOrLong(t) })
	case reflect.TypeFor[scenario.StepList](), reflect.TypeFor[[]*steps.Step]():
		return b.define("steps", b.stepList)
	case reflect.TypeFor[scenario.Words]():
		return listOf(b.form("text"))
	case reflect.TypeFor[scenario.Names]():
		return listOf(b.form("name"))
	case reflect.TypeFor[scenario.Reason]():
		return b.form("filled")
	case reflect.TypeFor[scenario.Matrix]():
		return &schema{
			Type: "object", MinProperties: 1, PropertyNames: &schema{Pattern: namePattern},
			Additional: &schema{OneOf: []*schema{b.form("text"), {Type: "array", MinItems: 1, Items: b.form("text"), UniqueItems: true}}},
		}
	case reflect.TypeFor[scenario.Files]():
		return &schema{Type: "object", PropertyNames: &schema{Pattern: `^[^/]`, Not: &schema{Pattern: `(^|/)\.\.(/|$)|/$|^\.$`}}, Additional: b.form("text")}
	case reflect.TypeFor[scenario.Vars]():
		return &schema{Type: "object", Additional: b.form("text")}
	case reflect.TypeFor[scenario.Recordings]():
		return listOf(&schema{OneOf: []*schema{b.form("recording"), b.object(reflect.TypeFor[scenario.Recording]())}})
	case reflect.TypeFor[scenario.Services]():
		service := b.define("service", func() *schema { return b.shortOrLong(reflect.TypeFor[scenario.Service]()) })
		return &schema{Type: "object", PropertyNames: &schema{Pattern: namePattern}, Additional: service}
	case reflect.TypeFor[scenario.Ready]():
		o := b.object(t)
		o.MinProperties, o.MaxProperties = 1, 1
		return o
	}
	return nil
}

const namePattern = "^[0-9A-Za-z_-]+$"

// form is a form of value that several keys have.
func (b *builder) form(name string) *schema {
	make, ok := map[string]func() *schema{
		"text": func() *schema {
			return &schema{Description: "a text, taken as its characters stand in the file", Type: scalar()}
		},
		"filled": func() *schema {
			return &schema{Description: "a text that is not empty", Type: scalar(), MinLength: 1}
		},
		"regex": func() *schema {
			return &schema{Description: "a regular expression (RE2); ^ and $ are the ends of a row", Type: scalar(), MinLength: 1}
		},
		"name": func() *schema {
			return &schema{
				Description: "letters, digits, _ and -", Type: scalar(),
				Pattern: orReference(namePattern), PatternMessage: "a name is letters, digits, _ and -",
			}
		},
		"term": func() *schema {
			return &schema{
				Description: "the name of a terminfo entry, as xterm-256color", Type: scalar(),
				Pattern: orReference("^[0-9A-Za-z._+-]+$"), PatternMessage: "the name of a terminal, as xterm-256color",
			}
		},
		"duration": func() *schema {
			return &schema{
				Description: "300ms, 2s or 1m30s; the unit is needed", Type: "string",
				Pattern:        orReference(`^([0-9]+h)?([0-9]+m)?([0-9]+(\.[0-9]+)?s)?([0-9]+ms)?$`),
				PatternMessage: "a duration is written 300ms, 2s or 1m30s", MinLength: 1,
			}
		},
		"size": func() *schema {
			const n = "([1-9][0-9]{0,2}|1000)"
			return &schema{
				Description: "columns x rows, as 80x24; 1x1 to 1000x1000", Type: "string",
				Pattern: orReference("^" + n + "x" + n + "$"), PatternMessage: "a size is columns x rows, as 80x24",
			}
		},
		"coordinate": func() *schema {
			s := integer(fmt.Sprint(-emulator.MaxSize), fmt.Sprint(emulator.MaxSize))
			s.Description, s.Not = "from 1; -1 is the last", &schema{Const: 0}
			return s
		},
		"keys": func() *schema {
			one := &schema{OneOf: []*schema{
				{Type: "string", Pattern: orReference(keysPattern()), PatternMessage: "keys are characters and names as enter, ctrl+x, down*3, parted by blanks"},
				{Type: "integer", Minimum: "0", Maximum: "9"},
			}}
			all := listOf(one)
			all.OneOf[1].MinItems = 1
			all.Description = "keys parted by blanks, or a list of them: enter · g g · ctrl+b d · down*3 enter"
			return all
		},
		"wheel": func() *schema {
			return &schema{
				Description: "notches of the wheel: up, down, left, right, as down*3", Type: "string",
				Pattern: orReference(chordsPattern([]string{"ctrl", "alt", "shift"}, wheelNames())), PatternMessage: "up, down, left or right, as down*3",
			}
		},
		"colour": func() *schema {
			s := oneWord(append([]string{"default"}, match.ColorNames()...)...)
			s.Description = `default, red ... bright_white, 0 ... 255, or "#rrggbb"`
			s.AnyOf = append(s.AnyOf, integer("0", "255"), &schema{Type: "string", Pattern: "^(#[0-9a-fA-F]{6}|" + byteOf + ")$"})
			return s
		},
		"hex": func() *schema {
			return &schema{Type: "string", Pattern: orReference("^#[0-9a-fA-F]{6}$"), PatternMessage: `a colour is "#rrggbb"`}
		},
		"background": func() *schema {
			return &schema{
				Type: "string", Pattern: orReference(`^#[0-9a-fA-F]{6}$|^transparent$|\.(` + anyCase("png") + "|" + anyCase("jpg") + "|" + anyCase("jpeg") + ")$"),
				PatternMessage: `"#rrggbb", transparent, or an image (.png .jpg)`,
			}
		},
		"gradient": func() *schema {
			return &schema{Type: "array", MinItems: 2, MaxItems: 16, Items: b.form("hex")}
		},
		"ansi": func() *schema {
			return &schema{OneOf: []*schema{
				{Type: "array", MinItems: 8, MaxItems: 8, Items: b.form("hex")},
				{Type: "array", MinItems: 16, MaxItems: 16, Items: b.form("hex")},
			}}
		},
		"image": func() *schema { return fileName("an image: .png or .jpg", "png", "jpg", "jpeg") },
		"theme": func() *schema {
			s := oneWord(theme.Names()...)
			s.AnyOf = append(s.AnyOf, &schema{Type: "string", Pattern: `\.` + anyCase("json") + "$"})
			return s
		},
		"env": func() *schema {
			return &schema{
				Description: "NAME: TEXT, or null to unset", Type: "object",
				PropertyNames: &schema{Pattern: `^[^=\x00-\x20\x7f0-9][^=\x00-\x20\x7f]*$`},
				Additional:    &schema{Type: append(scalar(), "null")},
			}
		},
		"recording": func() *schema {
			s := fileName("a recording: .gif, .apng, .svg, .cast, .mp4, .webm, a contact sheet .sheet.png or a FOLDER/ of frames",
				"gif", "apng", "svg", "cast", "mp4", "webm", "sheet.png")
			s.Pattern = "/$|" + s.Pattern
			s.PatternMessage += " FOLDER/"
			return s
		},
		"weight": func() *schema {
			return &schema{
				Description: "500KB or 2MB; the unit is needed", Type: "string",
				Pattern: `^[0-9]+(\.[0-9]+)?[KkMm][Bb]$`, PatternMessage: "a size of a file is written 500KB or 2MB",
			}
		},
		"start": func() *schema {
			return &schema{Description: "a time, as 2s, or a part of the whole, as 50%", AnyOf: []*schema{
				b.form("duration"), {Type: "string", Pattern: `^[0-9]{1,2}(\.[0-9]+)?%$`},
			}}
		},
		"recordings": func() *schema {
			return listOf(b.form("recording"))
		},
		"picture": func() *schema {
			return fileName("a picture: .png, .svg, .txt, .ansi, .json or .html", "png", "svg", "txt", "ansi", "json", "html")
		},
		"pictures": func() *schema {
			s := listOf(b.form("picture"))
			s.OneOf[1].MinItems = 1
			return s
		},
		"signal": func() *schema {
			s := oneWord(match.SignalNames()...)
			s.AnyOf = append(s.AnyOf, &schema{Type: "string", Pattern: signalPattern()})
			return s
		},
	}[name]
	if !ok {
		panic("schemagen: no form is called " + name)
	}
	return b.define(name, make)
}

func scalar() []string { return []string{"string", "number", "boolean"} }

// reference is a text with ${{ }}, whose value an editor does not know.
func reference() *schema { return &schema{Type: "string", Pattern: `\$\{\{`} }

func orReference(pattern string) string { return pattern + `|\$\{\{` }

// byteOf matches 0 to 255.
const byteOf = "[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"

func integer(low, high string) *schema {
	return &schema{
		Type: []string{"integer", "string"}, Pattern: orReference("^-?(0|[1-9][0-9]*)$"), PatternMessage: "a whole number, without leading zeros",
		Minimum: json.Number(low), Maximum: json.Number(high),
	}
}

// signalPattern matches the names of signals, with or without SIG.
func signalPattern() string {
	var folded []string
	for _, n := range match.SignalNames() {
		folded = append(folded, anyCase(n))
	}
	return "^(" + anyCase("SIG") + ")?(" + strings.Join(folded, "|") + ")$"
}

func exitStatus(signals []string) *schema {
	s := oneWord(append([]string{"any"}, signals...)...)
	if signals != nil {
		s.AnyOf = append(s.AnyOf, &schema{Type: "string", Pattern: signalPattern()})
	}
	s.AnyOf = append(s.AnyOf, &schema{Type: []string{"integer", "string"}, Minimum: "0", Maximum: "255", Pattern: "^(" + byteOf + ")$"})
	return s
}

func fileName(description string, extensions ...string) *schema {
	var folded []string
	for _, e := range extensions {
		folded = append(folded, strings.ReplaceAll(anyCase(e), ".", `\.`))
	}
	return &schema{
		Description: description, Type: "string",
		Pattern:        `\.(` + strings.Join(folded, "|") + `)$|\}\}$`,
		PatternMessage: "the extension is the format: ." + strings.Join(extensions, " ."),
	}
}

// anyCase is a pattern for a word in upper and lower case letters.
func anyCase(word string) string {
	var b strings.Builder
	for _, r := range word {
		if unicode.IsLetter(r) {
			fmt.Fprintf(&b, "[%c%c]", unicode.ToLower(r), unicode.ToUpper(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// keysPattern matches chords parted by blanks.
func keysPattern() string {
	var names []string
	for _, n := range append(keys.Names(), "esc", "del", "pgup", "pgdn") {
		names = append(names, anyCase(n))
	}
	return chordsPattern([]string{"ctrl", "alt", "shift", "super"}, append(names, `[!-~]`, `[^\x00-\x7f]+`))
}

func wheelNames() (names []string) {
	for _, n := range steps.WheelNames() {
		names = append(names, anyCase(n))
	}
	return names
}

// chordsPattern matches keys with modifiers and counts, parted by blanks; the
// keys are patterns.
func chordsPattern(modifiers, keys []string) string {
	var mods []string
	for _, m := range modifiers {
		mods = append(mods, anyCase(m))
	}
	chord := `((` + strings.Join(mods, "|") + `)\+)*(` + strings.Join(keys, "|") + `)(\*0*([1-9][0-9]{0,3}|10000))?`
	return `^\s*` + chord + `(\s+` + chord + `)*\s*$`
}

func (b *builder) style() *schema {
	var words []string
	fields := doc.Fields(reflect.TypeFor[match.Style]())
	for _, f := range fields {
		if f.Type == reflect.TypeFor[*bool]() {
			words = append(words, f.Name)
		}
	}
	long := b.object(reflect.TypeFor[match.Style]())
	long.MinProperties = 1
	s := listOf(oneWord(words...))
	s.OneOf[1].MinItems = 1
	s.OneOf = append(s.OneOf, long)
	s.Description = "how cells look: reverse, [bold, reverse] or {fg: COLOUR, bold: true}"
	return s
}

func (b *builder) match() *schema {
	long := b.object(reflect.TypeFor[match.Match]())
	long.MinProperties, long.MaxProperties = 1, 1
	return &schema{Description: "a text that it contains, {regex: RE} or {equals: TEXT}", OneOf: []*schema{b.form("filled"), long}}
}

func (b *builder) place() *schema {
	long := b.object(reflect.TypeFor[match.Place]())
	return &schema{
		Description: "one place on the screen: a text, {text or regex, in, nth}, or {row, col}",
		OneOf:       []*schema{b.form("filled"), long},
	}
}

func (b *builder) region() *schema {
	long := b.object(reflect.TypeFor[match.Region]())
	long.MinProperties = 1
	return &schema{
		Description: "screen (all that is visible), output (of the last run), scrollback, or {row: N}, {rows: [A, B]} perhaps with col or cols",
		OneOf:       []*schema{oneWord("screen", "output", "scrollback"), long},
	}
}
