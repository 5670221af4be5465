package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"scenario/event"
)

type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	junitCounts
	Suites []*junitSuite `xml:"testsuite"`
}

type junitCounts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"`

	took time.Duration
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Timestamp string      `xml:"timestamp,attr,omitempty"`
	File      string      `xml:"file,attr"`
	Cases     []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name       string         `xml:"name,attr"`
	Class      string         `xml:"classname,attr"`
	File       string         `xml:"file,attr"`
	Line       int            `xml:"line,attr,omitempty"`
	Time       string         `xml:"time,attr"`
	Properties *junitProps    `xml:"properties"`
	Failure    *junitProblem  `xml:"failure"`
	Error      *junitProblem  `xml:"error"`
	Flaky      []junitProblem `xml:"flakyFailure"`
	Rerun      []junitProblem `xml:"rerunFailure"`
	Out        *junitText     `xml:"system-out"`
}

type junitProps struct {
	List []junitProp `xml:"property"`
}

type junitProp struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

// JUnit writes runs as JUnit XML: a testsuite for each file in the order of
// their first run, a testcase for each id, with the file and the line of the
// scenario, or of the failure. Several attempts of one id are one testcase:
// the last decides, those before are flakyFailure or rerunFailure, as Surefire
// writes them. A failed scenario is a failure; one that was blocked, crashed or
// has no end is an error. system-out names the files of the run in the form
// [[ATTACHMENT|path]] of GitLab and Jenkins. What XML can't hold, as control
// characters, becomes U+FFFD.
func JUnit(w io.Writer, runs []*event.State) error {
	all := junitSuites{Name: "scenario"}
	byFile := map[string]*junitSuite{}
	for _, attempts := range byID(runs) {
		last := attempts[len(attempts)-1]
		s := byFile[last.Run.File]
		if s == nil {
			s = &junitSuite{Name: xmlText(last.Run.File), File: xmlText(last.Run.File)}
			if !attempts[0].Started.IsZero() {
				s.Timestamp = attempts[0].Started.UTC().Format("2006-01-02T15:04:05")
			}
			byFile[last.Run.File] = s
			all.Suites = append(all.Suites, s)
		}
		c := testcase(attempts)
		s.Cases = append(s.Cases, c)
		s.add(c, last.Duration)
		all.add(c, last.Duration)
	}
	for _, s := range all.Suites {
		s.Time = xmlTime(s.took)
	}
	all.Time = xmlTime(all.took)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return fmt.Errorf("junit: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (n *junitCounts) add(c junitCase, took time.Duration) {
	n.Tests++
	n.took += took
	if c.Failure != nil {
		n.Failures++
	}
	if c.Error != nil {
		n.Errors++
	}
}

// byID groups the runs of one id, both in their order.
func byID(runs []*event.State) [][]*event.State {
	var out [][]*event.State
	at := map[string]int{}
	for _, st := range runs {
		i, ok := at[st.Run.ID]
		if !ok {
			i = len(out)
			at[st.Run.ID] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], st)
	}
	return out
}

func testcase(attempts []*event.State) junitCase {
	st := attempts[len(attempts)-1]
	c := junitCase{
		Name: xmlText(title(st.Run)), Class: xmlText(st.Run.ID), File: xmlText(st.Run.File), Line: st.Run.Line,
		Time: xmlTime(st.Duration), Properties: properties(st, len(attempts)), Out: attachments(st),
	}
	switch OutcomeOf(st) {
	case Fail:
		p := problem(st)
		if st.Finished() {
			c.Failure = &p
		} else {
			c.Error = &p
		}
		if s := st.FailedStep(); s != nil && s.Line > 0 {
			c.Line = s.Line
		}
	case Block:
		p := problem(st)
		c.Error = &p
	}
	for _, before := range attempts[:len(attempts)-1] {
		if o := OutcomeOf(before); o == Pass || o == Flaky {
			continue
		}
		if c.Failure == nil && c.Error == nil {
			c.Flaky = append(c.Flaky, problem(before))
		} else {
			c.Rerun = append(c.Rerun, problem(before))
		}
	}
	return c
}

// problem is why a run did not pass: a line, and all that the console prints
// where it is no terminal.
func problem(st *event.State) junitProblem {
	text := NewConsole(ConsoleOptions{UTF8: true}).details(st)
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	kind := st.Final
	if kind == "" {
		kind = "unfinished"
	}
	return junitProblem{Message: xmlText(line), Type: kind, Text: xmlText("\n" + text)}
}

// properties are facts that have no place of their own; among them how every
// program ended.
func properties(st *event.State, attempts int) *junitProps {
	var p junitProps
	add := func(name, value string) {
		p.List = append(p.List, junitProp{xmlText(name), xmlText(value)})
	}
	for _, tag := range st.Run.Tags {
		add("tag", tag)
	}
	if n := max(attempts, st.Run.Attempt); n > 1 {
		add("attempts", fmt.Sprint(n))
	}
	for _, s := range st.Sessions {
		switch {
		case s.Exit == nil || s.Exit.Ended:
		case s.Exit.Signal != "":
			add("exit "+s.Session, s.Program+": signal "+s.Exit.Signal)
		default:
			add("exit "+s.Session, fmt.Sprintf("%s: status %d", s.Program, s.Exit.Status))
		}
	}
	if len(p.List) == 0 {
		return nil
	}
	return &p
}

// attachments names the files that the run left.
func attachments(st *event.State) *junitText {
	var b strings.Builder
	for _, a := range st.Artifacts {
		if a.Error != "" || a.Kept {
			continue
		}
		name := declaredPath(st, a.Path)
		if a.Role == "results" {
			name = folderPath(st, a.Path)
		}
		fmt.Fprintf(&b, "[[ATTACHMENT|%s]]\n", clean(name))
	}
	if b.Len() == 0 {
		return nil
	}
	return &junitText{xmlText(b.String())}
}

func xmlTime(d time.Duration) string { return fmt.Sprintf("%.3f", max(d, 0).Seconds()) }

// xmlText replaces what no XML 1.0 document can hold, even escaped.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r >= 0x20 && r < 0x7f, r >= 0xa0 && r < 0xfffe, r >= 0x10000:
			return r
		}
		return utf8.RuneError
	}, s)
}
