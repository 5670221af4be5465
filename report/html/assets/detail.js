"use strict";
// One attempt of a scenario: its steps and what was seen of them.
{
  const marks = { passed: "✓", failed: "✕", timeout: "✕", unfinished: "…", skipped: "–", retried: "↻", running: "…" };

  const failure = s => {
    const f = s.failure || { message: s.error };
    const box = report.el("div", { class: "failure" }, report.el("div", { class: "message" },
      report.el("strong", { text: f.message }), report.el("span", { class: "place", text: s.place })));
    if (f.source && f.line) {
      const at = Math.max((f.col || 1) - 1, 0), chars = [...f.source];
      const before = chars.slice(0, at).join(""), hit = chars.slice(at, at + (f.width || 1)).join("");
      box.append(report.el("pre", null, report.el("span", { class: "quiet", text: `${f.line} │ ` }), before,
        report.el("mark", { text: hit }), chars.slice(at + (f.width || 1)).join("")));
    }
    if (f.details) box.append(report.el("pre", { text: f.details.join("\n") }));
    if (f.hint) box.append(report.el("p", { class: "hint", text: f.hint }));
    return box;
  };

  const blocked = a => (a.checks || []).filter(c => !c.ok).map(c => report.el("div", { class: "failure" },
    report.el("div", { class: "message" }, report.el("strong", { text: c.name + (c.detail ? ": " + c.detail : "") }),
      report.el("span", { class: "place", text: c.file ? `${c.file}:${c.line}` : "" })),
    c.hint && report.el("p", { class: "hint", text: c.hint })));

  const stepItem = (a, s, i, choose) => report.el("li", { data: { status: s.status } },
    report.el("button", { type: "button", onclick: () => choose(i), title: s.place },
      report.el("span", { class: "mark", text: marks[s.status] || "·" }),
      report.el("span", { class: "what" }, report.el("b", { text: s.step || `step ${s.i}` }), " ", s.args || "",
        s.name && report.el("span", { class: "quiet", text: s.name }), s.phase && report.el("span", { class: "quiet", text: s.phase })),
      report.el("span", { class: "took", text: report.time(s.ms) })));

  // stepFacts tells what a step did, beside its screen.
  const stepFacts = (s, v) => {
    const list = [["place", s.place], ["session", s.session], ["at", `+${report.time(s.at)}, took ${report.time(s.ms)}`],
      ["input", (v.input || []).join(", ")], ["bytes", v.bytes], ["skipped", s.skipped], ["note", s.note]];
    for (const c of v.asserts || []) list.push(["expected", c.expected], [c.ok ? "" : "actual", c.actual]);
    return report.el("dl", { class: "facts" }, list.filter(([k, t]) => k && t)
      .map(([k, t]) => [report.el("dt", { text: k }), report.el("dd", null, report.el("code", { text: t }))]));
  };

  // attempt shows one attempt. data is what was seen of it, if the page has it.
  report.attempt = (a, data) => {
    const views = data ? data.steps : [];
    const view = i => views[i] || { before: -1, after: -1 };
    const stage = report.el("div", { class: "stage" });
    const bar = report.el("div", { class: "bar" });
    const under = report.el("div", { class: "under" });
    let step = -1, mode = "after", player, played, turns = 0;

    const nothing = text => report.el("p", { class: "quiet nothing", text });
    const still = (n, before, near) => n >= 0 ? report.screen(data, n, before, near) : nothing("no screen here");

    const playing = async (s, turn) => {
      const cast = data && (data.casts || []).find(c => c.session === s.session);
      const text = cast && await report.text(cast.block);
      if (turn !== turns) return; // something else is to be seen by now
      if (!text) return stage.replaceChildren(nothing(`no recording in this page: ${a.run.folder || ""}session.cast`));
      const at = view(step).play || 0;
      if (played !== cast) {
        if (player) player.dispose();
        const place = report.el("div", { class: "player" });
        place.style.setProperty("--cols", cast.cols);
        stage.replaceChildren(place);
        const markers = a.steps.map((o, i) => [view(i).play || 0, o.step + " " + (o.args || ""), o.session])
          .filter(m => m[2] === cast.session).map(m => [m[0], m[1]]);
        player = AsciinemaPlayer.create({ data: text }, place, {
          controls: true, fit: "width", preload: true, markers, poster: `npt:${at}`, terminalFontFamily: getComputedStyle(document.body).getPropertyValue("--mono"),
        });
        played = cast;
        report.player = player;
      }
      await player.seek(at + 0.001);
    };

    const draw = () => {
      const s = a.steps[step], v = view(step);
      if (mode === "play") return playing(s, ++turns);
      turns++;
      if (player) player.dispose();
      player = played = report.player = undefined;
      const pic = mode === "picture" ? pictures(v) : undefined;
      const near = s.failure && s.failure.screen;
      if (pic) stage.replaceChildren(pic);
      else if (mode === "before") stage.replaceChildren(still(v.before, -1));
      else if (v.after < 0 && near) stage.replaceChildren(report.plainScreen(near));
      else stage.replaceChildren(still(v.after, v.before, near));
    };

    const pictures = v => {
      const shot = (block, label) => block && report.el("figure", { class: "shot" },
        report.el("img", { src: report.url(block), alt: label }), report.el("figcaption", { text: label }));
      const list = (v.shots || []).map(i => shot(data.files[i], a.files[i].path)).concat(shot(v.picAfter, "after"), shot(v.picBefore, "before"));
      return list.some(Boolean) ? report.el("div", { class: "pictures" }, list) : nothing("no picture of this step in the page");
    };

    const tabs = report.tabs("what to see", [["before", "Before"], ["after", "After"], ["play", "Player"], ["picture", "Picture"]], mode, name => {
      mode = name;
      if (step >= 0) draw();
    });

    const list = report.el("ol", { class: "steps" });
    const choose = i => {
      if (i < 0 || i >= a.steps.length) return;
      step = i;
      [...list.children].forEach((li, n) => li.classList.toggle("chosen", n === i));
      list.children[i].scrollIntoView({ block: "nearest" });
      const s = a.steps[i];
      bar.replaceChildren(tabs, report.el("span", { class: "which", text: `${i + 1} of ${a.steps.length}` }),
        report.el("button", { type: "button", class: "help", text: "⤢", title: "with or without the list (w)", onclick: () => document.body.classList.toggle("wide") }));
      under.replaceChildren(stepFacts(s, view(i)));
      report.tell(i);
      return draw();
    };
    a.steps.forEach((s, i) => {
      const li = stepItem(a, s, i, choose);
      li.style.setProperty("--part", a.ms ? Math.min(s.ms / a.ms, 1) : 0);
      list.append(li);
    });

    const bad = a.steps.filter(s => s.status === "failed" || s.status === "timeout");
    const boxes = bad.map(failure).concat(blocked(a));
    if (!boxes.length && a.error) boxes.push(report.el("div", { class: "failure" }, report.el("strong", { text: a.error })));
    const compared = (data && data.compared || []).map(g => report.compare(g, a.steps.length));
    const e = report.el("div", { class: "attempt" }, boxes, compared, a.steps.length
      ? report.el("div", { class: "split" }, list, report.el("div", { class: "view" }, bar, stage, under)) : undefined, report.panes(a, data));
    e.step = n => choose(n);
    e.move = n => choose(step + n);
    e.mode = name => tabs.select(name);
    e.start = wanted => {
      const first = a.steps.findIndex(s => s.status === "failed" || s.status === "timeout");
      // Of what passed the last screen that shows something.
      const seen = views.findLastIndex(v => v.after >= 0 && data.screens[v.after].lines.length);
      return choose(wanted >= 0 && wanted < a.steps.length ? wanted : first >= 0 ? first : seen >= 0 ? seen : a.steps.length - 1);
    };
    e.stop = () => { turns++; if (player) player.dispose(); report.player = undefined; };
    return e;
  };
}
