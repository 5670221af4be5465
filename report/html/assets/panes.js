"use strict";
// What stands under the screen: console log, events, environment, files.
{
  const facts = list => report.el("dl", { class: "facts" },
    list.filter(([, v]) => v !== undefined && v !== "" && v !== 0).map(([k, v]) => [report.el("dt", { text: k }), report.el("dd", { text: v })]));

  const log = a => report.el("pre", { class: "log", text: [...(a.messages || []).map(m => "» " + m), a.log].filter(Boolean).join("\n") || "nothing was said" });

  const events = async (a, data) => {
    const text = data && await report.text(data.events);
    if (text === undefined) return report.el("p", { class: "quiet", text: `not in this page: ${a.run.folder || ""}events.jsonl` });
    const body = report.el("tbody");
    let first;
    const rows = text.trim().split("\n").slice(0, 2000).map(line => {
      const e = JSON.parse(line);
      first ??= Date.parse(e.at);
      const tr = report.el("tr", null,
        report.el("td", { text: e.seq }), report.el("td", { text: "+" + report.time(Date.parse(e.at) - first) }),
        report.el("td", { text: e.kind }), report.el("td", null, report.el("code", { text: JSON.stringify(e.payload) })));
      tr.dataset.text = line.toLowerCase();
      return tr;
    });
    body.append(...rows);
    const search = report.el("input", {
      type: "search", placeholder: "filter events", "aria-label": "filter events",
      oninput: () => rows.forEach(r => { r.hidden = !r.dataset.text.includes(search.value.toLowerCase()); }),
    });
    return report.el("div", { class: "events" }, search, report.el("table", null, body));
  };

  const environment = a => {
    const r = a.run, t = r.terminal || {};
    const checks = (a.checks || []).map(c => [c.name, c.ok ? "ok" : c.detail || "failed"]);
    const programs = (a.sessions || []).map(s => [`session ${s.session}`,
      `${s.program} ${s.cols}x${s.rows}` + (s.Exit ? s.Exit.signal ? `, ended by signal ${s.Exit.signal}` : `, exit status ${s.Exit.status}` : "")]);
    return facts([
      ["started", r.started], ["took", report.time(a.ms)], ["attempt", r.attempt], ["expected to fail", r.xfail],
      ["terminal", `${r.cols}x${r.rows}` + (t.term ? `, TERM=${t.term}` : "")], ["engine", t.engine], ["width rule", t.width],
      ["scrollback", t.scrollback], ["theme", r.theme], ["font", r.font], ["working directory", r.workDir], ["results", r.folder],
      ["run", r.runId], ...programs, ...checks, ...(a.problems || []).map(p => ["event log", p]),
    ]);
  };

  const file = (f, block, folder) => {
    const path = f.role === "results" ? (folder || "") + f.path : f.path;
    const more = [f.role, f.bytes && report.size(f.bytes), f.width && `${f.width}x${f.height}`, f.playMs && report.time(f.playMs),
      f.kept && "left as it was", f.error, f.note].filter(Boolean).join(", ");
    const head = report.el("div", { class: "file" }, report.isPicture(block)
      ? report.el("a", { href: report.url(block), download: f.path.split("/").pop(), text: path })
      : report.el("span", { text: path }), report.el("span", { class: "quiet", text: more }));
    if (!block) return head;
    const place = report.el("div");
    return report.el("details", {
      ontoggle: async () => {
        if (place.firstChild) return;
        place.append(report.isPicture(block) ? report.el("img", { src: report.url(block), alt: path })
          : report.el("pre", { text: await report.text(block) }));
      },
    }, report.el("summary", null, head), place);
  };

  const files = (a, data) => {
    const list = (a.files || []).map((f, i) => file(f, data && data.files && data.files[i], a.run.folder));
    return report.el("div", { class: "files" }, list.length ? list : report.el("p", { class: "quiet", text: "no files" }));
  };

  // panes is the row of tabs with what they show.
  report.panes = (a, data) => {
    const place = report.el("div", { class: "pane" });
    const show = async name => {
      const made = { log, events, environment, files }[name];
      place.replaceChildren(await made(a, data));
    };
    const list = [["log", "Console log"], ["events", "Events"], ["environment", "Environment"], ["files", `Files (${(a.files || []).length})`]];
    const start = a.log ? "log" : "environment";
    const tabs = report.tabs("more of the run", list, start, show);
    tabs.select(start);
    const notes = (data && data.notes || []).map(n => report.el("p", { class: "quiet", text: n }));
    return report.el("section", { class: "panes" }, tabs, place, notes);
  };
}
