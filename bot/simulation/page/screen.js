// The table screen: whose go it is, the last result and the board, for everybody. It asks, and never says anything.
(() => {
  const [, secret] = location.pathname.split("/");
  const SOON = 500, LATE = 4000;
  let pause = SOON;
  let words = { lost: "No connection to the table." };
  let shown = "";

  /** @param {string} tag @param {string} kind @param {(Node | string)[]} inside */
  function node(tag, kind, ...inside) {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...inside);
    return made;
  }

  /** A line of ours: bold where it stands between ** or __, without backticks; all else as it is. */
  function line(text) {
    const parts = text.replaceAll("`", "").split(/\*\*|__/).map((part, at) => (at % 2 ? node("b", "", part) : part));
    return node("p", "", ...parts);
  }

  /** The same in small letters, below what somebody is asked. */
  function small(text) {
    return node("small", "", ...line(text).childNodes);
  }

  /** Black or white, whichever is read better on a colour. */
  function ink(colour) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#101216" : "#ffffff";
  }

  function go(view) {
    const head = document.getElementById("go");
    const { text, who, colour } = view.go ?? { text: words.idle, who: "", colour: "#2a2e37" };
    head.style.setProperty("--side", colour);
    head.style.setProperty("--ink", ink(colour));
    head.querySelector("h1").textContent = text;
    head.querySelector(".who").textContent = who;
    head.querySelector(".title").textContent = view.title ?? "";
    document.title = view.game ? `${text} · ${view.game}` : "Adjutant";
  }

  function die([face, succeeds]) {
    return node("span", `die ${succeeds === null ? "" : succeeds ? "hit" : "miss"}`, String(face));
  }

  function dice(thrown) {
    const head = node("p", "what", node("span", "", thrown.what), " ", node("b", "", thrown.came));
    return node("div", "throw", head, node("div", "faces", ...thrown.faces.map(die)));
  }

  /** The last result; a question that stands above it says its own heading. */
  function last(result, asked) {
    if (!result) return [];
    const head = node("h2", "", result.heading);
    head.style.setProperty("--side", result.colour);
    return [...(asked.includes(result.heading) ? [] : [head]), ...result.lines.map(line), ...result.dice.map(dice)];
  }

  function side(one) {
    const head = node("h2", "", one.side, " ", node("small", "", one.left));
    head.style.setProperty("--side", one.colour);
    const groups = one.groups.map((group, at) => node("div", at ? "group" : "group first", node("h3", "", group.heading),
      ...group.units.map(([name, rest]) => node("p", "unit", node("b", "", name), rest.replace(/ (?=[\d·])/g, "\u00a0")))));
    return node("div", "side", head, ...groups);
  }

  function code(one) {
    const SVG = "http://www.w3.org/2000/svg";
    const drawn = document.createElementNS(SVG, "svg");
    drawn.setAttribute("viewBox", `0 0 ${one.size} ${one.size}`);
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", one.path);
    drawn.append(path);
    return node("figure", "", drawn, node("figcaption", "", `${words.join}: `, node("b", "", one.name)));
  }

  /** Letters as large as there is room for, in percent of what the style sheet says. */
  function fit(box, most, lines = true, least = 40) {
    for (let size = most; size >= least; size -= 4) {
      box.style.setProperty("--fit", String(size / 100));
      if ((!lines || box.scrollHeight <= box.clientHeight) && box.scrollWidth <= box.clientWidth) return true;
    }
    return false;
  }

  /** The same with whole words, as long as these can be read from two metres. */
  function fitWords(box, most) {
    box.style.overflowWrap = "normal";
    if (fit(box, most, true, 70)) return;
    box.style.overflowWrap = "";
    fit(box, most);
  }

  function draw(view) {
    words = view.words;
    document.documentElement.lang = view.language;
    go(view);
    document.getElementById("full").textContent = words.full;
    const asked = (one, at) => node("p", "", `⏳ ${one}`, ...view.about[at].map(small));
    document.getElementById("asked").replaceChildren(...(view.asked ?? []).map(asked));
    document.getElementById("last").replaceChildren(...last(view.last, view.asked ?? []));
    document.getElementById("summary").replaceChildren(...(view.summary ?? []).map(line));
    document.getElementById("codes").replaceChildren(...view.codes.map(code));
    const sides = view.sides ?? [];
    const also = [...(view.also ?? []), ...(sides.some((one) => one.groups.length) ? [] : [words.begin])];
    document.getElementById("board").replaceChildren(...also.map((one) => node("p", "also", one)), node("div", "sides", ...sides.map(side)));
    refit();
  }

  function refit() {
    fit(document.querySelector("#go h1"), 100, false);
    fitWords(document.getElementById("now"), 140);
    fitWords(document.getElementById("board"), 140);
  }

  function notice(text) {
    const box = document.getElementById("lost");
    box.textContent = text;
    box.hidden = !text;
  }

  function look() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/${secret}/line`);
    socket.addEventListener("message", (event) => {
      const { view } = JSON.parse(event.data);
      notice("");
      pause = SOON;
      const text = JSON.stringify(view);
      if (text !== shown) { shown = text; draw(view); }
    });
    socket.addEventListener("close", () => {
      notice(words.lost);
      setTimeout(look, pause);
      pause = Math.min(pause * 2, LATE);
    });
  }

  const full = document.getElementById("full");
  const free = () => { full.hidden = Boolean(document.fullscreenElement) || !document.fullscreenEnabled; };
  full.addEventListener("click", () => void document.documentElement.requestFullscreen());
  document.addEventListener("fullscreenchange", free);
  window.addEventListener("resize", refit);
  void document.fonts.ready.then(refit);
  free();
  look();
})();
