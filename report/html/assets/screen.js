"use strict";
// Screens of a terminal, drawn as text with colours.
{
  const underlines = ["", "solid", "double", "wavy", "dotted", "dashed"];

  const dress = (e, s) => {
    if (!s) return;
    const [ink, paper, attr, line, link] = s;
    if (ink) e.style.color = ink;
    if (paper) e.style.backgroundColor = paper;
    if (attr & 1) e.style.fontWeight = "bold";
    if (attr & 2) e.style.fontStyle = "italic";
    const lines = [], under = underlines[attr >> 4 & 7];
    if (under) lines.push("underline");
    if (attr & 4) lines.push("line-through");
    if (attr & 8) lines.push("overline");
    if (lines.length) e.style.textDecorationLine = lines.join(" ");
    if (under) e.style.textDecorationStyle = under;
    if (line) e.style.textDecorationColor = line;
    if (attr >> 7 === 1) e.classList.add("cursor-line");
    if (attr >> 7 === 2) e.classList.add("cursor-bar");
    if (link) e.title = link;
  };

  const row = (data, n) => {
    const e = report.el("div", { class: "row" });
    for (const [style, text, cols] of data.lines[n] || []) {
      const span = report.el("span", { text });
      dress(span, data.styles[style]);
      if (cols) {
        span.className += " own";
        span.style.width = cols + "ch";
      }
      e.append(span);
    }
    return e;
  };

  // screen draws screen n of an attempt. before is another one: the rows that
  // differ from it are marked. near is {row, col, width}, the nearest match.
  report.screen = (data, n, before, near) => {
    const s = data.screens[n], old = before >= 0 && before !== n ? data.screens[before] : undefined;
    const e = report.el("div", { class: "screen", tabindex: "0", role: "img", "aria-label": `screen of ${s.cols}x${s.rows}` });
    e.style.setProperty("--cols", s.cols);
    e.style.color = s.ink;
    e.style.backgroundColor = s.paper;
    for (let i = 0; i < s.rows; i++) {
      const r = row(data, s.lines[i]);
      if (old && i < old.rows && !same(s.lines[i], old.lines[i], data)) r.classList.add("changed");
      e.append(r);
    }
    if (near && near.row && near.row <= s.rows) {
      const mark = report.el("div", { class: "near", title: "the nearest match" });
      mark.style.setProperty("--row", near.row - 1);
      mark.style.setProperty("--col", near.col - 1);
      mark.style.setProperty("--width", near.width || 1);
      e.append(mark);
    }
    const title = s.title ? report.el("span", { class: "title", text: s.title }) : undefined;
    return report.el("figure", { class: "terminal" }, e, report.el("figcaption", null,
      report.el("span", { text: `${s.cols}x${s.rows}, cursor row ${s.cursor[0]}, col ${s.cursor[1]}` }), title));
  };

  // Rows that are not there are empty.
  const same = (a, b, data) => a === b || !(data.lines[a] || []).length && !(data.lines[b] || []).length;

  // plainScreen draws the text of a failure, where no recording is there.
  report.plainScreen = dump => {
    const data = { styles: [], lines: dump.lines.map(l => [[-1, l]]), screens: [] };
    data.screens.push({
      cols: dump.cols, rows: dump.rows, ink: "", paper: "", lines: dump.lines.map((_, i) => i), cursor: [dump.cursorRow, dump.cursorCol],
    });
    return report.screen(data, 0, -1, dump);
  };
}
