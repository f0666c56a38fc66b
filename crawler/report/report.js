"use strict";
// The table of all pages and the view of one. Everything in the data was written by strangers: it becomes text, never
// markup, and a link only where it begins with http. Without this script the report is whole up to its bounds.
(() => {
  const AT_ONCE = 50;
  // Places in a row of the data.
  const [URL_, OUTCOME, STATUS, TITLE, INDEXABLE, DEPTH, WORDS, LINKS, SIZE, TTFB, FACTS, FOUND] = Array(12).keys();
  const element = (id) => document.getElementById(id);
  const REPORT = document.title;
  const NUMBER = new Intl.NumberFormat("en-US");

  let data, byUrl, shown = [], first = 0, sorting = { key: "", down: false };
  // Where the reader was before a page was opened; `leaving` while no page is.
  let came = { hash: "", y: 0, from: null }, leaving = { hash: "", y: 0 };

  // Building: text and elements alone.

  function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null) made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function outside(url, text = url) {
    if (!/^https?:\/\//.test(url)) return make("span", { class: "url" }, text);
    return make("a", { class: "url", href: url, rel: "noreferrer noopener nofollow" }, text);
  }

  const viewOf = (url) => "#page=" + encodeURIComponent(url);
  const near = (url) => url.startsWith(data.origin + "/") ? url.slice(data.origin.length) : url;
  const badge = (severity) => make("span", { class: "badge " + severity }, severity);
  const plural = (number, one, many) => `${NUMBER.format(number)} ${number === 1 ? one : many}`;
  const bytes = (size) => size < 1e6 ? (size / 1e3).toFixed(1) + " kB" : (size / 1e6).toFixed(1) + " MB";
  const or = (value, form = NUMBER.format) => value === null ? "–" : form(value);
  const counted = (row, severity) => {
    const rank = data.severities.indexOf(severity);
    return row[FOUND].filter((found) => found[1] === rank).length;
  };

  async function unpack() {
    const packed = Uint8Array.from(atob(element("data").textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  // The table

  const FILTERS = {
    text: (row, words) => words.every((word) => row.searched.includes(word)),
    status: (row, status) => String(row[STATUS] ?? "") === (status === "none" ? "" : status),
    severity: (row, rank) => rank === "none" ? !row[FOUND].length : row[FOUND].some((found) => found[1] === Number(rank)),
    indexable: (row, wanted) => String(row[INDEXABLE]) === wanted,
    area: (row, area) => row[FOUND].some((found) => data.checks[found[0]][2] === area),
    check: (row, check) => row[FOUND].some((found) => data.checks[found[0]][0] === check),
  };

  function filter() {
    const wanted = Object.keys(FILTERS).map((name) => [FILTERS[name], element("filter-" + name).value.trim()])
      .filter(([, value]) => value)
      .map(([holds, value]) => [holds, holds === FILTERS.text ? value.toLowerCase().split(/\s+/) : value]);
    shown = data.rows.filter((row) => wanted.every(([holds, value]) => holds(row, value)));
    if (sorting.key) sort();
    first = 0;
    draw();
  }

  const sortKey = (row) => {
    if (data.severities.includes(sorting.key)) return counted(row, sorting.key);
    return row[Number(sorting.key)];
  };

  function sort() {
    const keyed = shown.map((row) => [sortKey(row), row]);
    const sign = sorting.down ? -1 : 1;
    keyed.sort(([a], [b]) => {
      if (a === b) return 0;
      if (a === null) return 1;  // what is not known stands last, whichever way
      if (b === null) return -1;
      return a < b ? -sign : sign;
    });
    shown = keyed.map(([, row]) => row);
  }

  function sortBy(key) {
    const numbers = key !== "0";
    sorting = { key, down: sorting.key === key ? !sorting.down : numbers };
    for (const head of document.querySelectorAll("#page-table th[data-sort]")) {
      if (head.dataset.sort === key) head.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    filter();
  }

  function cells(row) {
    const number = (label, text, bad = false) =>
      make("td", { class: bad ? "number bad" : "number", "data-label": label }, text);
    const name = row[TITLE] || (row[INDEXABLE] === null ? row[OUTCOME] : "(no title)");
    return make("tr", {},
      make("th", { scope: "row" },
        make("a", { class: "url", href: viewOf(row[URL_]) }, near(row[URL_])), make("span", { class: "page-title" }, name)),
      number("status", or(row[STATUS], String)),
      ...data.severities.map((severity) => {
        const found = counted(row, severity);
        return number(severity + "s", NUMBER.format(found), severity === "error" && found > 0);
      }),
      number("in search", or(row[INDEXABLE], (yes) => yes ? "yes" : "no")), number("clicks", or(row[DEPTH])), number("words", or(row[WORDS])),
      number("links", or(row[LINKS])), number("HTML", or(row[SIZE], bytes)), number("answer", or(row[TTFB], (time) => time.toFixed(2) + " s")));
  }

  function draw() {
    const some = shown.slice(first, first + AT_ONCE);
    document.querySelector("#page-table tbody").replaceChildren(...some.map(cells));
    const all = plural(data.rows.length, "address", "addresses");
    element("table-status").textContent = shown.length === data.rows.length ? all
      : shown.length ? `${NUMBER.format(shown.length)} of ${all}` : `None of ${all} fits; clear a filter to see more.`;
    const place = `${NUMBER.format(first + 1)} to ${NUMBER.format(first + some.length)} of ${NUMBER.format(shown.length)}`;
    element("pager").hidden = shown.length <= AT_ONCE;
    element("pager-place").textContent = place;
    element("previous").disabled = first === 0;
    element("next").disabled = first + AT_ONCE >= shown.length;
  }

  function turn(by) {
    first = Math.max(0, Math.min(first + by, shown.length - 1));
    draw();
    const table = element("page-table").parentElement;
    table.scrollIntoView({ block: "start" });
    table.focus({ preventScroll: true });
  }

  function showCheck(check) {
    element("filters").reset();
    element("filter-check").value = check;
    filter();
    element("pages").scrollIntoView();
    element("filter-check").focus({ preventScroll: true });
  }

  function options(id, pairs) {
    element(id).append(...pairs.map(([value, text]) => make("option", { value }, text)));
  }

  function prepareTable() {
    const statuses = [...new Set(data.rows.map((row) => row[STATUS]))].sort((a, b) => (a ?? 1e4) - (b ?? 1e4));
    options("filter-status", statuses.map((status) => status === null ? ["none", "no answer"] : [status, status]));
    options("filter-check", data.checks.map(([id, title]) => [id, title]));
    for (const head of document.querySelectorAll("#page-table th[data-sort]")) {
      const button = make("button", { type: "button" }, head.textContent);
      button.addEventListener("click", () => sortBy(head.dataset.sort));
      head.replaceChildren(button);
    }
    const form = element("filters");
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(filter));
    form.hidden = false;
    element("previous").addEventListener("click", () => turn(-AT_ONCE));
    element("next").addEventListener("click", () => turn(AT_ONCE));
    filter();
  }

  // The view of one page

  function said(value) {
    if (Array.isArray(value)) return make("ul", {}, ...value.map((one) => make("li", {}, said(one))));
    if (/^drawings\/[0-9a-f]+\.(png|html\.txt)$/.test(value)) return make("a", { href: value }, value);
    return /^https?:\/\/\S+$/.test(value) && !value.endsWith("…") ? linked(value) : document.createTextNode(value);
  }

  const linked = (url) => byUrl.has(url) ? make("a", { class: "url", href: viewOf(url) }, url) : outside(url);

  function factGroups(row) {
    const groups = new Map();
    for (const [number, value] of row[FACTS]) {
      const [group, name] = data.names[number];
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(make("div", {}, make("dt", {}, name), make("dd", {}, said(value))));
    }
    return [...groups].map(([name, pairs]) =>
      make("div", { class: "group" }, make("h3", {}, name), make("dl", { class: "facts" }, ...pairs)));
  }

  function foundOn(row) {
    if (!row[FOUND].length) return make("p", { class: "empty" }, "No check found anything here.");
    return make("ul", { class: "found" }, ...row[FOUND].map(([check, rank, evidence, sources]) => {
      const [id, title] = data.checks[check];
      return make("li", {},
        make("div", { class: "head" }, make("a", { href: "#" + id }, title), badge(data.severities[rank])),
        make("p", { class: "evidence" }, evidence),
        sources && sources.length ? make("details", {}, make("summary", {}, "Linked from"),
          make("ul", { class: "sources" }, ...sources.map((source) => make("li", {}, source)))) : null);
    }));
  }

  function neighbours(row) {
    const place = shown.indexOf(row);
    const to = (other, text) => other ? make("a", { href: viewOf(other[URL_]) }, text) : null;
    return make("nav", { class: "tools", "aria-label": "Pages" },
      make("a", { href: "#pages" }, "Back to the table"),
      place > 0 ? to(shown[place - 1], "Previous page") : null, place >= 0 ? to(shown[place + 1], "Next page") : null);
  }

  function open(row) {
    const view = element("view");
    const title = make("h1", { id: "view-title", tabindex: "-1" }, row[TITLE] || row[URL_]);
    const go = /^https?:\/\//.test(row[URL_]) ? outside(row[URL_]) : make("span", { class: "url" }, row[URL_]);
    view.replaceChildren(neighbours(row), title, make("p", {}, go),
      make("h2", { class: "part" }, plural(row[FOUND].length, "finding", "findings")), foundOn(row),
      make("h2", { class: "part" }, "All facts"), make("div", { class: "groups" }, ...factGroups(row)));
    if (view.hidden) came = { ...leaving, from: document.activeElement };
    document.body.classList.add("viewing");
    view.hidden = false;
    document.title = (row[TITLE] || row[URL_]) + " – " + REPORT;
    scrollTo(0, 0);
    title.focus({ preventScroll: true });
  }

  function close() {
    if (element("view").hidden) return false;
    document.body.classList.remove("viewing");
    element("view").hidden = true;
    document.title = REPORT;
    return true;
  }

  function rowOfHash() {
    if (!location.hash.startsWith("#page=")) return undefined;
    try {
      return byUrl.get(decodeURIComponent(location.hash.slice(6)));
    } catch {
      return undefined;  // not an encoded address
    }
  }

  function route() {
    const row = rowOfHash();
    if (row) return open(row);
    const target = location.hash.length > 1 ? element(location.hash.slice(1)) : null;
    if (target instanceof HTMLDetailsElement) target.open = true;
    if (!close()) return undefined;
    if (location.hash === came.hash) {
      scrollTo(0, came.y);
      if (came.from && came.from.isConnected) came.from.focus({ preventScroll: true });
    } else if (target) {
      target.scrollIntoView();
    }
    return undefined;
  }

  // What the plain report gains

  function addDetails() {
    for (const link of document.querySelectorAll("main a.url")) {
      const url = link.getAttribute("href");
      if (!byUrl.has(url) || link.closest("#page-table, #view")) continue;
      link.after(" ", make("a", { class: "details", href: viewOf(url), "aria-label": "Details of " + url }, "Details"));
    }
  }

  function addTools() {
    const all = [...document.querySelectorAll("details.finding")];
    const set = (open) => () => all.forEach((one) => { one.open = open; });
    if (all.length) {
      element("open-all").addEventListener("click", set(true));
      element("close-all").addEventListener("click", set(false));
      element("fold-tools").hidden = false;
    }
    for (const button of document.querySelectorAll("button.in-table")) {
      const check = data.checks.findIndex(([id]) => id === button.dataset.check);
      if (!data.rows.some((row) => row[FOUND].some((found) => found[0] === check))) continue;
      button.addEventListener("click", () => showCheck(button.dataset.check));
      button.hidden = false;
    }
    let folded = [];
    addEventListener("beforeprint", () => { folded = all.filter((one) => !one.open); set(true)(); });
    addEventListener("afterprint", () => folded.forEach((one) => { one.open = false; }));
  }

  async function start() {
    data = await unpack();
    for (const row of data.rows) row.searched = (row[URL_] + " " + row[TITLE]).toLowerCase();
    byUrl = new Map(data.rows.map((row) => [row[URL_], row]));
    shown = data.rows;
    if (element("page-table")) prepareTable();
    addDetails();
    addTools();
    // Where a click leads away from is known only before it: the place is kept, that Back returns to it.
    document.addEventListener("click", () => {
      if (element("view").hidden) leaving = { hash: location.hash, y: scrollY };
    }, true);
    addEventListener("hashchange", route);
    route();
    document.documentElement.dataset.ready = "yes";
  }

  if ("DecompressionStream" in globalThis) start();
})();
