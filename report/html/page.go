package html

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"
)

//go:embed assets
var assets embed.FS

// player is the folder of the bundle of asciinema-player 3.18.0.
const player = "third_party/asciinema-player/"

// scripts and styles of the page, in their order.
func scripts() []string {
	return []string{player + "player.js", "text.js", "screen.js", "compare.js", "detail.js", "panes.js", "list.js"}
}
func styles() []string { return []string{player + "player.css", "style.css"} }

// Write writes the page.
func Write(w io.Writer, r *Report, o Options) error { return writeUpTo(w, r, o, MaxSize) }

func writeUpTo(w io.Writer, r *Report, o Options, most int) error {
	p := &page{w: w, r: r}
	p.head()
	b := newBlocks(w, most-p.size)
	b.err = p.err
	p.blocks(b, o)
	if b.err != nil {
		return b.err
	}
	p.tail()
	return p.err
}

type page struct {
	w    io.Writer
	r    *Report
	size int
	err  error
}

func (p *page) print(s string) {
	if p.err == nil {
		p.size += len(s)
		_, p.err = io.WriteString(p.w, s)
	}
}

// head writes all but the data. The scripts stand at the end, behind the data
// that they read; the policy names them by their hashes.
func (p *page) head() {
	var css strings.Builder
	for _, name := range styles() {
		css.WriteString("<style>" + asset(name) + "</style>\n")
	}
	p.print("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	p.print("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy() + "\">\n")
	p.print("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	p.print("<title>" + html.EscapeString(p.r.Totals) + " – scenario</title>\n" + css.String() + "</head>\n<body>\n")
	p.print("<div id=\"app\"><noscript><p class=\"plain\">" + html.EscapeString(p.r.Totals) +
		". This page shows the rest with JavaScript, which is off.</p></noscript></div>\n")
}

func (p *page) tail() {
	for _, name := range scripts() {
		p.print("<script>" + asset(name) + "</script>\n")
	}
	p.print("</body>\n</html>\n")
}

// policy is the content policy: nothing is loaded, and nothing runs but the
// scripts of this page, one of which, the player, compiles its terminal
// (wasm-unsafe-eval). Pictures are made of the blocks (blob:).
func policy() string {
	var js, css []string
	for _, name := range scripts() {
		js = append(js, hash(asset(name)))
	}
	for _, name := range styles() {
		css = append(css, hash(asset(name)))
	}
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src blob:; " +
		"script-src 'wasm-unsafe-eval' " + strings.Join(js, " ") + "; style-src-elem " + strings.Join(css, " ") + "; style-src-attr 'none'"
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// asset is an embedded file as it stands between its tags.
func asset(name string) string {
	b, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(fmt.Sprintf("html: %v", err)) // it is embedded
	}
	return "\n" + strings.TrimSpace(string(b)) + "\n"
}
