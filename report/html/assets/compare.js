"use strict";
// Expected, actual and difference of what a scenario compares.
{
  const picture = (id, label) => report.el("figure", { class: "shot" },
    report.el("img", { src: report.url(id), alt: label }), report.el("figcaption", { text: label }));

  const slider = g => {
    const top = report.el("img", { src: report.url(g.actual), alt: "actual", class: "top" });
    const box = report.el("div", { class: "slider" },
      report.el("img", { src: report.url(g.expected), alt: "expected" }), top, report.el("div", { class: "edge" }));
    const move = () => box.style.setProperty("--at", range.value + "%");
    const range = report.el("input", { type: "range", min: 0, max: 100, value: 50, step: 0.5, "aria-label": "expected on the left, actual on the right", oninput: move });
    box.addEventListener("pointermove", e => { // the edge follows the mouse
      const r = box.getBoundingClientRect();
      range.value = (e.clientX - r.left) / r.width * 100;
      move();
    });
    return report.el("div", { class: "slid" }, box, range, report.el("div", { class: "ends" },
      report.el("span", { text: "← expected" }), report.el("span", { text: "actual →" })));
  };

  // rows shows two texts beside each other, with the lines that differ.
  const rows = (a, b) => {
    const left = a.split("\n"), right = b.split("\n");
    const column = (mine, other, label, kind) => report.el("div", { class: "text" }, report.el("h4", { text: label }),
      report.el("pre", null, mine.map((l, i) => report.el("div", { class: l === other[i] ? "" : kind, text: l || " " }))));
    return report.el("div", { class: "beside" }, column(left, right, "expected", "minus"), column(right, left, "actual", "plus"));
  };

  const body = async (g, mode) => {
    if (mode === "slider") return slider(g);
    if (mode === "diff") return report.isPicture(g.diff) ? picture(g.diff, "difference") : report.el("pre", { text: await report.text(g.diff) });
    if (!report.isPicture(g.expected || g.actual)) return rows(await report.text(g.expected) || "", await report.text(g.actual) || "");
    return report.el("div", { class: "beside" }, ["expected", "actual"].filter(k => g[k]).map(k => picture(g[k], k)));
  };

  // compare shows one comparison: a comparedData of an attempt of so many steps.
  report.compare = (g, steps) => {
    const place = report.el("div", { class: "compared" });
    const modes = [];
    if (g.expected && g.actual && report.isPicture(g.expected)) modes.push(["slider", "Slider"]);
    modes.push(["beside", "Side by side"]);
    if (g.diff) modes.push(["diff", "Difference"]);
    const tabs = report.tabs("how to compare", modes, modes[0][0], async mode => place.replaceChildren(await body(g, mode)));
    tabs.select(modes[0][0]);
    return report.el("section", { class: "compare" }, report.el("header", null, report.el("h3", { text: g.name }),
      report.el("span", { class: "why", text: `step ${g.step + 1} of ${steps}: ${g.why || g.status}` }), tabs), place);
  };
}
