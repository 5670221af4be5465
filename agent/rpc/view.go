package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"scenario/agent"
	"scenario/emulator"
)

func sizeText(cols, rows int) string { return fmt.Sprintf("%dx%d", cols, rows) }

type viewParams struct {
	common
	Rows *struct {
		Start int `json:"start"`
		End   int `json:"end"`
	} `json:"rows"`
	Region    *Rect `json:"region"`
	EntireRow *int  `json:"entireRow"`
	EntireCol *int  `json:"entireCol"`
}

// currentView is the text of the settled screen, or of a part of it.
func (s *Server) currentView(ctx context.Context, raw json.RawMessage) (any, error) {
	var p viewParams
	x, sh, err := s.runningFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if err := sh.Rest(ctx); err != nil {
		return nil, err
	}
	scr := sh.View().Screen
	text, perr := p.text(scr, x.base)
	if perr != nil {
		return nil, perr
	}
	return map[string]any{"text": text, "rows": scr.Rows, "cols": scr.Cols}, nil
}

// text is what the params ask for. 0 stands for all rows or columns where they
// count from 1.
func (p *viewParams) text(scr *emulator.Screen, base int) (string, *Error) {
	given := 0
	for _, is := range []bool{p.Rows != nil, p.Region != nil, p.EntireRow != nil, p.EntireCol != nil} {
		if is {
			given++
		}
	}
	if given > 1 {
		return "", badParam("rows", "rows, region, entireRow and entireCol exclude each other")
	}
	all := Rect{Width: scr.Cols, Height: scr.Rows}
	wild := func(n int) bool { return n == 0 && base == 1 }
	switch {
	case p.Rows != nil:
		if !wild(p.Rows.Start) || !wild(p.Rows.End) {
			end := p.Rows.End
			if wild(end) {
				end = scr.Rows
			}
			start := max(p.Rows.Start, base)
			if end < start {
				return "", badParam("rows.end", "%d comes before %d", p.Rows.End, p.Rows.Start)
			}
			all.Row, all.Height = start-base, end-start+1
		}
		return cells(scr, all, false), nil
	case p.Region != nil:
		r := *p.Region
		if r.Width < 1 || r.Height < 1 || r.Col < base || r.Row < base {
			return "", badParam("region", "columns and rows count from %d, width and height are at least 1", base)
		}
		return cells(scr, Rect{Col: r.Col - base, Row: r.Row - base, Width: r.Width, Height: r.Height}, false), nil
	case p.EntireRow != nil && !wild(*p.EntireRow):
		if *p.EntireRow < base || *p.EntireRow >= scr.Rows+base {
			return "", badParam("entireRow", "%d is no row of the screen", *p.EntireRow)
		}
		all.Row, all.Height = *p.EntireRow-base, 1
		return cells(scr, all, false), nil
	case p.EntireCol != nil && !wild(*p.EntireCol):
		if *p.EntireCol < base || *p.EntireCol >= scr.Cols+base {
			return "", badParam("entireCol", "%d is no column of the screen", *p.EntireCol)
		}
		all.Col, all.Width = *p.EntireCol-base, 1
		return cells(scr, all, true), nil
	}
	return cells(scr, all, given == 0), nil
}

// cells is the text of a rectangle, its rows padded to its width or cut.
func cells(scr *emulator.Screen, r Rect, pad bool) string {
	var lines []string
	for row := max(r.Row, 0); row < min(r.Row+r.Height, scr.Rows); row++ {
		var b strings.Builder
		for col := max(r.Col, 0); col < min(r.Col+r.Width, scr.Cols); col++ {
			c := scr.Row(row)[col]
			switch text := scr.Table.Text(c.Glyph); {
			case c.Attr.Has(emulator.WideTail):
			case text == "":
				b.WriteByte(' ')
			default:
				b.WriteString(text)
			}
		}
		line := b.String()
		if !pad {
			line = strings.TrimRight(line, " ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

type dumpParams struct {
	common
	Name   *string `json:"name"`
	Format string  `json:"format"`
	Theme  string  `json:"theme"`
	Font   string  `json:"font"`
	Rows   int     `json:"rows"`
	Cols   int     `json:"cols"`
}

func (s *Server) dumpView(ctx context.Context, raw json.RawMessage) (any, error) {
	return s.dump(ctx, raw, "ansi")
}

func (s *Server) renderView(ctx context.Context, raw json.RawMessage) (any, error) {
	return s.dump(ctx, raw, "both")
}

// dump writes the screen as ANSI text, as PNG, or both.
func (s *Server) dump(ctx context.Context, raw json.RawMessage, format string) (any, error) {
	var p dumpParams
	x, sh, err := s.runningFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if err := snapshotName(p.Name); err != nil {
		return nil, err
	}
	if p.Format != "" {
		format = p.Format
	}
	if format != "ansi" && format != "png" && format != "both" {
		return nil, badParam("format", "%q is not ansi, png or both", p.Format)
	}
	theme := x.theme
	if p.Theme != "" {
		if theme, err = s.theme(p.Theme); err != nil {
			return nil, badParam("theme", "%v", err)
		}
	}
	if err := sh.Rest(ctx); err != nil {
		return nil, err
	}
	return s.dumped(ctx, x, sh, path.Join(x.folder, "snapshots", *p.Name), theme, format)
}

// dumped writes the files of a snapshot. The ANSI text and its size are always
// there: tuispec returns their paths whatever the format.
func (s *Server) dumped(ctx context.Context, x *rpcSession, sh *agent.Shell, base, theme, format string) (map[string]any, error) {
	files := s.o.Agent.Files()
	snap := snapshotOf(sh.View().Screen)
	ansi, meta, err := snap.write(files, base)
	if err != nil {
		return nil, err
	}
	out := map[string]any{"snapshotPath": ansi.Path, "metaPath": meta.Path, "artifactRoot": files.Path(x.folder)}
	if format != "ansi" {
		pics, err := sh.Screenshot(ctx, x.look(sh, theme), false, base+".png")
		if err != nil {
			return nil, err
		}
		out["pngPath"] = pics[0].Path
	}
	return out, nil
}

// export is the session so far as a scenario, with waits.
func (s *Server) export(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Path   string `json:"path"`
		Name   string `json:"name"`
		Record string `json:"record"`
	}
	_, sh, err := s.runningFor(raw, &p)
	if err != nil {
		return nil, err
	}
	x, err := sh.Export(ctx, agent.ExportSpec{Path: p.Path, Name: p.Name, Record: p.Record})
	if err != nil {
		return nil, err
	}
	out := map[string]any{"ok": true, "yaml": string(x.Source)}
	if x.Path != "" {
		out["path"] = x.Path
	}
	return out, nil
}
