"use strict";
// What all parts of the page use. Whatever comes from a scenario becomes a text
// node or an attribute; nothing is ever parsed as markup.
const report = {};
{
  // visible escapes control characters and those that turn the direction of
  // writing, as the other reports do.
  const visible = s => String(s).replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, c => {
    const hex = c.charCodeAt(0).toString(16);
    return hex.length > 2 ? "\\u" + hex : "\\x" + hex.padStart(2, "0");
  });

  // el makes an element. Of its properties class, text, data and on* are what
  // they say, the others are attributes; false and undefined are left out.
  report.el = (tag, props, ...kids) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(props || {})) {
      if (v === undefined || v === false || v === null) continue;
      if (k === "class") e.className = v;
      else if (k === "text") e.textContent = visible(v);
      else if (k === "data") Object.assign(e.dataset, v);
      else if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
      else e.setAttribute(k, v === true ? "" : v);
    }
    e.append(...kids.flat(Infinity).filter(k => k !== undefined && k !== null && k !== false)
      .map(k => typeof k === "string" ? visible(k) : k));
    return e;
  };

  const bytes = id => {
    const e = id && document.getElementById(id);
    if (!e) return undefined;
    return Uint8Array.from(atob(e.textContent), c => c.charCodeAt(0));
  };

  // text resolves to the text of a block, undefined when the page has none.
  report.text = async id => {
    const b = bytes(id);
    if (!b) return undefined;
    const z = new Blob([b]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(z).text();
  };
  report.json = async id => {
    const t = await report.text(id);
    return t === undefined ? undefined : JSON.parse(t);
  };

  const urls = new Map();
  // url is an address of a block's bytes, for pictures and downloads.
  report.url = id => {
    if (!urls.has(id)) {
      const kind = document.getElementById(id).type;
      urls.set(id, URL.createObjectURL(new Blob([bytes(id)], { type: kind })));
    }
    return urls.get(id);
  };
  report.isPicture = id => !!id && document.getElementById(id).type.startsWith("image/");

  report.time = ms => {
    if (ms < 1000) return ms + " ms";
    if (ms < 100000) return (ms / 1000).toFixed(1) + " s";
    const s = Math.round(ms / 1000);
    return s < 3600 ? `${Math.floor(s / 60)} m ${String(s % 60).padStart(2, "0")} s` : `${Math.floor(s / 3600)} h ${Math.floor(s % 3600 / 60)} m`;
  };
  report.size = n => n < 1000 ? n + " B" : n < 1e6 ? Math.round(n / 1000) + " KB" : (n / 1e6).toFixed(1) + " MB";

  // tabs is a row of buttons of which one is pressed. Each of list is
  // [name, label]; choose is told of the one that is pressed.
  report.tabs = (label, list, chosen, choose) => {
    const row = report.el("div", { class: "tabs", role: "group", "aria-label": label });
    row.select = name => {
      for (const b of row.children) b.setAttribute("aria-pressed", b.dataset.name === name);
      choose(name);
    };
    for (const [name, text] of list) {
      row.append(report.el("button", {
        type: "button", text, data: { name }, "aria-pressed": String(name === chosen), onclick: () => row.select(name),
      }));
    }
    return row;
  };
}
