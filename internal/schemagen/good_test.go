package main

import (
	"testing"

	"scenario/internal/doc"
	"scenario/scenario"
)

// What the loader takes, an editor must not underline.
func TestSchemaAcceptsWhatTheLoaderDoes(t *testing.T) {
	s := compile(t)
	for _, src := range []string{
		"steps: {run: ls}",
		"x-common: [&a {wait: b}, 3]\nx-: ~\nsteps: [*a]",
		"steps: [{type: 007}, {type: true}, {type: 1.10}, {enter: y}, {enter: ''}, {type: {text: 1, every: 0.5s}}]",
		"steps: [{key: 1}, {key: /}, {key: 'ctrl+]'}, {key: [':', q, down*3 enter]}, {key: 'CTRL+Shift+F5 Esc é 👍'}, {key: '* + ctrl++ a*10000'}]",
		"steps: [{wait: true}, {wait: '3s'}, {wait: [a, {gone: 3}, {not: b}, {any: c}]}]",
		"steps: [{expect: {text: a, nth: '2', count: {min: 1}, in: {rows: [1, -1], col: 3}, style: [bold, reverse]}}]",
		"steps: [{expect: {style: {fg: 236, bg: '#00ff00', bold: false}, count: 0}}, {expect: {style: dim, in: scrollback}}]",
		"steps: [{expect: {exit: any}}, {expect: {exit: '0'}}, {expect: {exit: KILL}}, {expect: {exit: 255}}]",
		"steps: [{expect: {file: a, exists: 'false'}}, {expect: {file: a, text: b, regex: c}}, {expect: {file: a, equals: ''}}]",
		"steps: [{expect: {cursor: {row: -1, visible: true, shape: bar}}}, {expect: {title: {regex: a}}}, {expect: {gone: {equals: ''}}}]",
		"vars: {size: 80x24, n: 2, t: 3s, k: enter, f: a.png, c: red, on: true}\nsize: ${{ vars.size }}\nsteps: [{hold: '${{ vars.t }}'}, {key: '${{ vars.k }}'}, " +
			"{screenshot: '${{ vars.f }}'}, {expect: {text: a, nth: '${{ vars.n }}', style: {fg: '${{ vars.c }}', bold: '${{ vars.on }}'}}}]",
		"env: {A: 1, B: null, C: ~, D: ''}\nsteps: [{launch: [ls, -l, 3], name: 5, session: main}]",
		"tags: fast\nrequires: [sh, 7z]\ninherit: [EDITOR]\nsecrets: TOKEN\nsteps: [{run: {command: ls, exit: any}}, {run: {command: vim, until: [a, b]}}]",
		"services: {db: 'db --port ${{ services.db.port }}', web: {command: web, ready: {log: 'on (?P<at>.+)'}}}\nsteps: [{type: '${{ services.web.at }}'}]",
		"record: [a.gif, {to: [b.GIF, c.cast], fps: '25', look: nord, pace: real}]\nlook: {theme: mine.json, line_height: 1.2}\npace: {jitter: 30%, speed: 0.5}\nsteps: [{run: ls}]",
		"steps: [{signal: sigint}, {signal: TERM}, {sleep: 1h2m3.5s4ms}, {resize: 1000x1}, {paste: {text: ''}}, {hide: {key: a}}, {steps: [{exec: 'true'}], timeout: 1m, name: a}]",
	} {
		f, _ := doc.Parse("x.yaml", []byte(src))
		if _, ps := scenario.Load("x.yaml", []byte(src), scenario.Options{}); len(ps) > 0 {
			t.Errorf("the loader refuses %s: %v", src, ps)
			continue
		}
		if err := s.Validate(plain(f.Docs[0])); err != nil {
			t.Errorf("the schema refuses %s: %v", src, err)
		}
	}
}
