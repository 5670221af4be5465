"use strict";
// The list of scenarios with its filters, and the start of the page.
{
  const groups = [["all", "All"], ["bad", "Failed"], ["flaky", "Flaky"], ["block", "Blocked"], ["pass", "Passed"], ["skip", "Skipped"]];
  const inGroup = { all: () => true, bad: c => c.o === "FAIL" || c.o === "XPASS", flaky: c => c.o === "FLAKY", block: c => c.o === "BLOCK",
    pass: c => c.ok && c.o !== "SKIP", skip: c => c.o === "SKIP" };
  const el = report.el;
  const filter = { group: "all", tag: "", text: "" };
  let index, items, shown, current = -1, attempt, state = {};
  const main = el("main", { tabindex: "-1" });

  const matches = c => inGroup[filter.group](c) && (!filter.tag || (c.tags || []).includes(filter.tag)) &&
    filter.text.toLowerCase().split(/\s+/).every(w => c.search.includes(w));

  const apply = () => {
    shown = [];
    index.cases.forEach((c, i) => {
      const yes = matches(c);
      items[i].hidden = !yes;
      if (yes) shown.push(i);
    });
    document.getElementById("shown").textContent = shown.length === index.cases.length ? "" : `${shown.length} of ${index.cases.length}`;
  };

  const item = (c, i) => el("li", { data: { o: c.o } }, el("button", { type: "button", onclick: () => open(i) },
    el("span", { class: "dot" }), el("span", { class: "name", text: c.name }), el("span", { class: "took", text: c.o === "SKIP" ? "skipped" : report.time(c.ms) }),
    el("span", { class: "place", text: c.place }), c.why && el("span", { class: "why", text: c.why })));

  // open shows a scenario. n is the attempt, step the step, both from 0.
  const open = async (i, n, step) => {
    current = i;
    if (attempt) attempt.stop();
    attempt = undefined;
    items.forEach((li, k) => li.classList.toggle("chosen", k === i));
    items[i].scrollIntoView({ block: "nearest" });
    const c = index.cases[i];
    const d = await report.json("c" + i) || { attempts: [] };
    if (current !== i) return;
    const place = el("div");
    const last = d.attempts.length - 1;
    const show = async k => {
      const data = await report.json(`s${i}.${k}`);
      if (current !== i) return;
      if (attempt) attempt.stop();
      state = { id: c.id, attempt: k };
      attempt = report.attempt(d.attempts[k], data);
      place.replaceChildren(attempt);
      if (!data) attempt.append(el("p", { class: "quiet", text: `Screens and recording are not in this page, which would be too large: ${d.attempts[k].run.folder || ""}` }));
      await attempt.start(step ?? -1);
      step = undefined;
    };
    const wanted = n >= 0 && n <= last ? n : last;
    const tabs = last > 0 ? report.tabs("attempts", d.attempts.map((a, k) => [String(k), `Attempt ${k + 1}: ${a.final === "completed" ? "passed" : a.final || "no end"}`]),
      String(wanted), k => show(Number(k))) : undefined;
    main.replaceChildren(...[el("header", { class: "head", data: { o: c.o } },
      el("span", { class: "badge", text: c.o }), el("h2", { text: c.name }), el("span", { class: "quiet", text: c.place }),
      (c.tags || []).map(t => el("button", { type: "button", class: "tag", text: t, onclick: () => setTag(t) })), el("span", { class: "took", text: report.time(c.ms) }),
      c.why && c.ok && el("p", { class: "why", text: c.why })), tabs, place].filter(Boolean));
    main.scrollTop = 0;
    if (last >= 0) await show(wanted);
    else state = { id: c.id };
  };

  // tell keeps the place in the address, so that it can be sent to someone.
  report.tell = step => {
    const parts = new URLSearchParams({ id: state.id });
    if (state.attempt >= 0) parts.set("attempt", state.attempt + 1);
    parts.set("step", step + 1);
    history.replaceState(null, "", "#" + parts);
  };

  const fromAddress = () => {
    const parts = new URLSearchParams(location.hash.slice(1));
    const i = index.cases.findIndex(c => c.id === parts.get("id"));
    if (i >= 0) return open(i, (parts.get("attempt") || 0) - 1, (parts.get("step") || 0) - 1);
    const bad = index.cases.findIndex(c => !c.ok);
    return open(bad >= 0 ? bad : 0);
  };

  const move = by => {
    if (!shown.length) return;
    const at = shown.indexOf(current);
    open(shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)]);
  };
  const nextBad = () => {
    const later = shown.filter(i => !index.cases[i].ok);
    if (later.length) open(later.find(i => i > current) ?? later[0]);
  };

  const keys = {
    "/": () => document.getElementById("search").focus(), j: () => move(1), k: () => move(-1), f: nextBad,
    n: () => attempt?.move(1), p: () => attempt?.move(-1), b: () => attempt?.mode("before"), a: () => attempt?.mode("after"),
    w: () => document.body.classList.toggle("wide"), v: () => attempt?.mode("play"), i: () => attempt?.mode("picture"), "?": () => document.getElementById("keys").showModal(),
  };
  const onKey = e => {
    if (e.key === "Escape" && e.target.id === "search") return e.target.blur();
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || e.target.closest(".player")) return;
    if (keys[e.key]) {
      e.preventDefault();
      keys[e.key]();
    }
  };

  const help = () => el("dialog", { id: "keys" }, el("h3", { text: "Keys" }), el("dl", { class: "facts" },
    [["/", "search"], ["j k", "next, previous scenario"], ["f", "next that did not pass"], ["n p", "next, previous step"],
      ["b a", "screen before, after"], ["v", "player"], ["i", "picture"], ["w", "with or without the list"], ["space", "in the player: play, pause"]]
      .map(([k, t]) => [el("dt", null, el("kbd", { text: k })), el("dd", { text: t })])), el("form", { method: "dialog" }, el("button", { text: "Close" })));

  let setTag = () => {};
  const header = () => {
    const count = name => index.cases.filter(inGroup[name]).length;
    const chips = report.tabs("status", groups.filter(([n]) => n === "all" || count(n)).map(([n, t]) => [n, `${t} ${count(n)}`]), "all", name => { filter.group = name; apply(); });
    const tags = [...new Set(index.cases.flatMap(c => c.tags || []))].sort();
    const select = el("select", { "aria-label": "tag", onchange: () => { filter.tag = select.value; apply(); } },
      el("option", { value: "", text: "all tags" }), tags.map(t => el("option", { value: t, text: t })));
    setTag = t => { select.value = filter.tag = t; apply(); };
    const search = el("input", { type: "search", id: "search", placeholder: "Search ( / )", "aria-label": "search", autocomplete: "off", oninput: () => { filter.text = search.value; apply(); } });
    return el("header", { class: "top", data: { ok: index.ok } },
      el("h1", null, el("span", { class: "verdict", text: index.ok ? "✓" : "✕" }), el("span", { text: index.totals })),
      el("p", { class: "quiet", text: [report.time(index.ms), index.started, index.shard].filter(Boolean).join("  ·  ") }),
      index.again && el("code", { class: "again", text: index.again, title: "runs what did not pass again" }),
      el("div", { class: "filters" }, chips, tags.length ? select : undefined, search, el("span", { id: "shown", class: "quiet" }),
        el("button", { type: "button", class: "help", text: "?", title: "keys", onclick: () => keys["?"]() })));
  };

  const start = async () => {
    const app = document.getElementById("app");
    if (typeof DecompressionStream === "undefined") {
      app.append(el("p", { class: "plain", text: "This page needs a browser of 2023 or newer." }));
      return;
    }
    index = await report.json("index");
    for (const c of index.cases) c.search = [c.name, c.id, c.place, c.why || "", ...(c.tags || [])].join(" ").toLowerCase();
    items = index.cases.map(item);
    app.replaceChildren(header(), el("div", { class: "body" }, el("nav", { "aria-label": "scenarios" }, el("ol", { class: "cases" }, items)), main), help());
    apply();
    document.addEventListener("keydown", onKey);
    window.addEventListener("hashchange", fromAddress);
    if (index.cases.length) await fromAddress();
    else main.append(el("p", { class: "quiet nothing", text: "nothing was run" }));
    document.documentElement.dataset.ready = Math.round(performance.now());
  };
  start();
}
