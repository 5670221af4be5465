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
	Name       string        `xml:"name,attr"`
	Class      string        `xml:"classname,attr"`
	File       string        `xml:"file,attr"`
	Line       int           `xml:"line,attr,omitempty"`
	Time       string        `xml:"time,attr"`
	Properties *junitProps   `xml:"properties"`
	Failure    *junitProblem `xml:"failure"`
	Rerun      []junitBefore `xml:"rerunFailure"`
	Flaky      []junitBefore `xml:"flakyFailure"`
	Skipped    *junitSkipped `xml:"skipped"`
	Error      *junitProblem `xml:"error"`
	Out        *junitText    `xml:"system-out"`
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

// junitBefore is a problem of an attempt that did not decide.
type junitBefore struct {
	Message string    `xml:"message,attr"`
	Type    string    `xml:"type,attr"`
	Stack   junitText `xml:"stackTrace"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

// JUnit writes a call as JUnit XML: a testsuite for each file in the order of
// the plan, a testcase for each scenario, with the file and the line of the
// scenario, or of the failure. Of several attempts the last decides, those
// before are flakyFailure or rerunFailure, as Surefire writes them. A failed
// scenario is a failure; one that was blocked, crashed or has no end is an
// error; one that was not run, or failed as expected, is skipped. system-out names the files of the run in the form
// [[ATTACHMENT|path]] of GitLab and Jenkins. What XML can't hold, as control
// characters, becomes U+FFFD.
func JUnit(w io.Writer, c *Call) error {
	all := junitSuites{Name: "scenario"}
	byFile := map[string]*junitSuite{}
	for i := range c.Cases {
		k := &c.Cases[i]
		s := byFile[k.File]
		if s == nil {
			s = &junitSuite{Name: xmlText(k.File), File: xmlText(k.File)}
			byFile[k.File] = s
			all.Suites = append(all.Suites, s)
		}
		var took time.Duration
		if st := k.Last(); st != nil {
			took = st.Duration
			if began := k.Attempts[0].Started; s.Timestamp == "" && !began.IsZero() {
				s.Timestamp = began.UTC().Format("2006-01-02T15:04:05")
			}
		}
		t := testcase(k, took)
		s.Cases = append(s.Cases, t)
		s.add(t, took)
		all.add(t, took)
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
	if c.Skipped != nil {
		n.Skipped++
	}
}

func testcase(k *Case, took time.Duration) junitCase {
	c := junitCase{
		Name: xmlText(k.title()), Class: xmlText(k.ID), File: xmlText(k.File), Line: k.Line, Time: xmlTime(took),
		Properties: properties(k),
	}
	st, o := k.Last(), k.Outcome()
	switch o {
	case Skip:
		c.Skipped = &junitSkipped{xmlText(k.Skipped)}
		return c
	case Expected:
		c.Skipped = &junitSkipped{xmlText("failed as expected: " + st.Run.XFail)}
	case Fail, Surprise:
		p := problem(st)
		if st.Finished() {
			c.Failure = &p
		} else {
			c.Error = &p
		}
		if s := halted(st); s != nil && s.Line > 0 {
			c.Line = s.Line
		}
	case Block:
		p := problem(st)
		c.Error = &p
	}
	for _, before := range k.Attempts[:len(k.Attempts)-1] {
		switch {
		case OutcomeOf(before).OK():
		case o.OK():
			c.Flaky = append(c.Flaky, problem(before).before())
		default:
			c.Rerun = append(c.Rerun, problem(before).before())
		}
	}
	c.Out = attachments(st)
	return c
}

// problem is why a run did not pass: a line, and all that the console prints
// where it is no terminal.
func problem(st *event.State) junitProblem {
	line, text := why(st)
	kind := st.Final
	if kind == "" {
		kind = "unfinished"
	}
	return junitProblem{Message: xmlText(line), Type: kind, Text: xmlText("\n" + text)}
}

func (p junitProblem) before() junitBefore { return junitBefore{p.Message, p.Type, junitText{p.Text}} }

// properties are facts that have no place of their own; among them how every
// program ended.
func properties(k *Case) *junitProps {
	var p junitProps
	add := func(name, value string) {
		p.List = append(p.List, junitProp{xmlText(name), xmlText(value)})
	}
	for _, tag := range k.Tags {
		add("tag", tag)
	}
	var sessions []event.Session
	if st := k.Last(); st != nil {
		sessions = st.Sessions
		if n := max(len(k.Attempts), st.Run.Attempt); n > 1 {
			add("attempts", fmt.Sprint(n))
		}
	}
	for _, s := range sessions {
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
	for _, name := range written(st) {
		fmt.Fprintf(&b, "[[ATTACHMENT|%s]]\n", name)
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
