// The page of a player at the local table. It shows what the bot sends and sends back what is tapped; it decides nothing.
import { byId, el, languageButtons, words } from "./dom.js";
import { Line } from "./line.js";
import { drawBoard, drawHead, isOthers, mustWait, waitingLines } from "./board.js";
import { controlsOf, spelledOut, usable } from "./controls.js";
import { Composer } from "./composer.js";
import { drawFile, SystemFiles } from "./file.js";
import { openForm } from "./forms.js";
import { gistOf, messageOf, wordsOf } from "./messages.js";
import { choose } from "./sheet.js";

const KEPT = 80, PAGE = 50;
const state = { messages: new Map(), viewer: "", viewers: [], people: {}, menu: {}, view: {}, more: false, door: "", seen: "0" };

// What is done

const line = new Line({ onHello, onChange, onState, onUnsure: () => say(words.unsure) });
const about = { line, act, onMenu, get people() { return state.people; } };
const files = new SystemFiles({ line, act, say });
const composer = new Composer({ line, act, people: () => state.people });

/** Have something done, and show what comes of it. */
async function act(asked) {
  const before = state.seen;
  const found = await line.ask(asked);
  if (found.lost) say(words.lost);
  else if (found.error) say(found.error);
  else { say(""); if (matchMedia("(max-width: 1099px)").matches && isDoneIn(document.body.dataset.view, asked)) show("now"); }
  if (asked.do === "click" && !found.error) openOnlyMenu(before);
  if (found.form) openForm(found.form, (values) => act({ do: "submit", form: found.form.form, values }));
  return found;
}

/** Open the menu of a new answer that has nothing else to read or to tap. */
function openOnlyMenu(before) {
  const answer = answerNow(live());
  const says = answer?.text || answer?.embeds?.some((one) => one.description);
  const controls = usable(answer);
  if (answer && newer(answer.id, before) && !says && controls.length === 1) byId("bar").querySelector("button.menu")?.click();
}

/** True if a view beside what is now has done its part: a tap on the board, or a command that was typed. */
const isDoneIn = (view, asked) => view === "board" || (view === "type" && asked.do === "say" && asked.text?.trimStart().startsWith("/"));

async function onMenu(message) {
  const options = Object.entries(state.menu).map(([value, label]) => ({ value, label }));
  const found = await choose(words.more, { options });
  if (found) await act({ do: "menu", message: message.id, command: found[0] });
}

const onUnit = (name) => act({ do: "say", text: "/unit show", picked: { unit: name } });

// What is told

/** The words of the page come with it, so it comes again in another language of the table. */
const hasOtherLanguage = (view) => Boolean(view?.language) && view.language !== document.documentElement.lang;

function onHello(body) {
  if (hasOtherLanguage(body.view)) return location.reload();
  const newest = state.seen;
  Object.assign(state, { viewer: body.viewer, viewers: body.viewers, people: body.people, menu: body.menu, view: body.view, more: body.more, door: body.door });
  state.messages = new Map(body.messages.map((one) => [one.id, one]));
  const missed = newest === "0" ? [] : body.messages.filter((one) => newer(one.id, newest));
  drawPeople();
  drawTalk(missed[0]?.id);
  draw();
  document.body.dataset.ready = "yes";
}

function onChange(body) {
  if (hasOtherLanguage(body.view)) return location.reload();
  for (const id of body.gone ?? []) { state.messages.delete(id); byId(`message-${id}`)?.remove(); }
  const low = nearEnd();
  for (const message of body.messages ?? []) put(message);
  if (body.view) state.view = body.view;
  if (low) toEnd();
  draw();
}

function onState(there) {
  byId("notice").classList.toggle("lost", !there);
  if (!there) say(words.lost);
  else if (byId("notice").textContent === words.lost) say("");
}

function say(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}
byId("notice").addEventListener("click", () => { if (line.there) say(""); });

const newer = (one, other) => one.length > other.length || (one.length === other.length && one > other);

/** A message that is new, or says something else now. */
function put(message) {
  const before = byId(`message-${message.id}`);
  const known = state.messages.has(message.id);
  state.messages.set(message.id, message);
  const made = messageOf(message, about);
  if (before) before.replaceWith(made);
  else if (!known) place(made, message.id);
  if (newer(message.id, state.seen)) state.seen = message.id;
}

/** Where a message belongs: last, but for one that is told late. */
function place(made, id) {
  const after = [...byId("messages").children].findLast((one) => one.dataset.id && newer(id, one.dataset.id));
  if (after) after.after(made); else byId("messages").append(made);
}

// The conversation

function nearEnd() {
  const box = byId("talk");
  return box.scrollHeight - box.scrollTop - box.clientHeight < 80;
}

function toEnd() {
  const box = byId("talk");
  box.scrollTop = box.scrollHeight;
}

function drawTalk(missed) {
  const box = byId("messages");
  const all = [...state.messages.values()];
  box.replaceChildren(olderButton(), ...all.flatMap((one) => [
    one.id === missed ? el("p", { class: "missed", role: "separator" }, words.missed) : null, messageOf(one, about)].filter(Boolean)));
  if (all.length) state.seen = all.at(-1).id;
  toEnd();
}

function olderButton() {
  return el("button", { type: "button", id: "older", class: "plain", hidden: !state.more, onclick: older }, words.older);
}

async function older() {
  const [first] = state.messages.keys();
  const found = await line.ask({ do: "older", before: first ?? "" });
  if (!found.messages) return;
  const box = byId("talk");
  const from = box.scrollHeight;
  state.messages = new Map([...found.messages.map((one) => [one.id, one]), ...state.messages]);
  state.more = found.more;
  byId("older").hidden = !found.more;
  byId("older").after(...found.messages.map((one) => messageOf(one, about)));
  box.scrollTop += box.scrollHeight - from;
}

/** Leave the newest messages on the page; the others are there when they are asked for. */
function trim() {
  if (state.messages.size <= KEPT || document.body.dataset.view === "log") return;
  for (const id of [...state.messages.keys()].slice(0, state.messages.size - PAGE)) {
    state.messages.delete(id);
    byId(`message-${id}`)?.remove();
  }
  state.more = true;
  byId("older").hidden = false;
}

// The panel: the last result, what only this player reads, and what can be pressed now.

const away = (message) => sessionStorage.getItem(`away ${message.id}`) === JSON.stringify(message.embeds ?? message.text);
const putAway = (message) => { sessionStorage.setItem(`away ${message.id}`, JSON.stringify(message.embeds ?? message.text)); draw(); };
const live = () => [...state.messages.values()].filter((one) => !one.old);
/** False if the bot names the players of a control, and this one is not among them. */
const isMine = (control) => state.view.owners?.[control.custom_id]?.includes(state.viewer) ?? true;
const says = (one) => one.bot && !one.private && (one.embeds || one.text || one.files);

/** The newest answer that this player alone reads, until something newer came of what they did. */
function answerNow(all) {
  const found = all.findLast((one) => one.private);
  if (!found || away(found)) return null;
  const me = state.people[state.viewer];
  const done = all.findLast((one) => !one.private && one.by === me);
  return done && newer(done.id, found.id) ? null : found;
}

/**
 * The messages whose buttons are those of now: the newest with any, and with it the newest that leads on, by a blue
 * button or a menu, where that one only takes back or explains.
 */
function actingNow(all) {
  const open = all.filter((one) => !one.private && usable(one).length);
  const newest = open.at(-1);
  const leads = open.findLast((one) => usable(one).some((control) => control.type !== 2 || control.style === 1 || control.style === 3));
  return [leads, newest].filter((one, at) => one && (at === 0 || one !== leads));
}

function draw() {
  trim();
  const all = live();
  const results = all.filter(says);
  const last = results.at(-1) ?? [...state.messages.values()].findLast(says);
  // An answered question has no buttons any more; what came of it stands below it.
  const before = results.slice(0, -1).findLast((one) => usable(one).length);
  const answer = answerNow(all);
  const open = answer && (usable(answer).length || answer.thinking);
  const asked = (state.view.people ?? []).some((people) => people.includes(state.viewer));
  const beside = all.filter((one) => asked || newer(one.id, answer?.id ?? "0"));
  const acting = open ? [answer, ...actingNow(beside)] : actingNow(all);
  const fresh = !state.view.game && !last && !answer;
  const mayAct = acting.some((one) => usable(one).some((control) => state.view.owners?.[control.custom_id] && isMine(control)));
  const waits = mustWait(state.view, state.viewer) || (isOthers(state.view, state.viewer) && !asked && !mayAct);
  drawHead(state.view, state.people[state.viewer]);
  drawBoard(state.view, onUnit);
  drawFile(state.view.file, fresh, () => act({ do: "again" }));
  keep(byId("panel"), [
    fresh && el("h2", {}, words.welcome),
    fresh && el("p", {}, words.unplayed),
    fresh && el("p", { class: "languages" }, ...languageButtons()),
    ...waitingLines(state.view, state.viewer, last?.embeds?.[0]?.title, () => act({ do: "say", text: "/waiting" })),
    answer && el("article", { class: "answer" }, el("header", {}, el("span", {}, words.private), el("button", { type: "button", class: "plain", onclick: () => putAway(answer) }, words.close)), wordsOf(answer, about)),
    last && el("article", { class: answer ? "last under" : "last" }, wordsOf(last, about)),
    before && el("details", { class: "before" }, el("summary", {}, gistOf(before, about)), wordsOf(before, about)),
  ].filter(Boolean));
  const controls = !state.view.game && !acting.length ? beginnings() : controlsOfAll(acting);
  if (!mayAct && !open && isOthers(state.view, state.viewer) && !state.view.asked?.length) controls.unshift(el("p", { class: "asked" }, state.view.go.waits));
  const bar = byId("bar");
  bar.setAttribute("aria-label", words.buttons);
  bar.classList.toggle("waits", waits && acting[0] !== answer);
  keep(bar, controls);
}

/** The controls of several messages: of those that read alike, the first message's. */
function controlsOfAll(messages) {
  const before = new Set();
  return messages.flatMap((one) => {
    const made = controlsOf(spelledOut(one, isMine), act).filter((control) => !before.has(control.textContent));
    for (const control of made) before.add(control.textContent);
    return made;
  });
}

/** What a table begins with at which nothing was ever played. */
function beginnings() {
  const begins = [["demo", words.demo], ["own", words.own], ["bot", words.bot]].map(([what, name]) =>
    el("button", { type: "button", class: "primary long", onclick: (event) => {
      for (const one of event.currentTarget.parentElement.children) one.disabled = true;
      void act({ do: "begin", what }).then(draw);
    } }, name));
  return [...begins, el("button", { type: "button", class: "long", onclick: () => files.choose() }, words.add)];
}

/** Put new elements in place of others, where they are others: the keyboard stays where it is. */
function keep(box, made) {
  const now = [...box.children];
  if (now.length === made.length && now.every((one, at) => one.isEqualNode(made[at]))) return;
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.control ?? document.activeElement.textContent : null;
  box.replaceChildren(...made);
  if (focused === null) return;
  const again = [...box.querySelectorAll("button")].find((one) => (one.dataset.control ?? one.textContent) === focused);
  (again ?? box.querySelector("button"))?.focus({ preventScroll: true });
}

// Who this page speaks for, and what of it is in view.

function drawPeople() {
  const box = byId("people");
  const several = state.viewers.length > 1;
  document.body.dataset.door = several ? "shared" : "own";
  box.hidden = !several;
  box.setAttribute("aria-label", words.plays);
  box.replaceChildren(...(several ? state.viewers : []).map((one) =>
    el("button", { type: "button", "aria-pressed": String(one.id === state.viewer), onclick: () => become(one) }, one.name)));
}

async function become(one) {
  const found = await line.ask({ do: "viewer", viewer: one.id });
  if (!found.messages) return;
  history.replaceState(null, "", `/${line.secret}/${encodeURIComponent(one.name.toLowerCase())}`);
  line.viewer = one.name.toLowerCase();
  onHello(found);
}

/** The views of a phone beside what is now, each with its sign. */
const VIEWS = [
  ["board", "M4 4h16v16H4zM4 12h16M12 4v16"],
  ["log", "M5 6h14M5 12h14M5 18h9"],
  ["type", "M3 6h18v12H3zM7 10h0M11 10h0M15 10h0M8 14h8"],
];

function show(view) {
  const now = document.body.dataset.view === view ? "now" : view;
  document.body.dataset.view = now;
  for (const one of byId("views").children) one.setAttribute("aria-pressed", String(one.dataset.view === now));
  if (now === "log") toEnd();
  if (now === "type") composer.input.focus();
  byId("board").inert = byId("talk").inert = false;
}

function sign(path) {
  const SVG = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("aria-hidden", "true");
  const drawn = document.createElementNS(SVG, "path");
  drawn.setAttribute("d", path);
  drawn.setAttribute("stroke-linecap", "round");
  made.append(drawn);
  return made;
}

byId("views").append(...VIEWS.map(([view, path]) =>
  el("button", { type: "button", "data-view": view, "aria-pressed": "false", "aria-label": words[view], title: words[view], onclick: () => show(view) }, sign(path))));

document.addEventListener("click", (event) => {
  const jump = event.target.closest?.("[data-jump]");
  if (!jump) return;
  if (matchMedia("(max-width: 1099px)").matches) show("log");
  byId(`message-${jump.dataset.jump}`)?.scrollIntoView({ block: "center" });
});

// A swipe to the left or the right goes from what is now to the log and the board, and back.
let from = null;
byId("panel").addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null; }, { passive: true });
byId("panel").addEventListener("touchend", (event) => {
  if (!from) return;
  const [x, y] = [event.changedTouches[0].clientX - from[0], event.changedTouches[0].clientY - from[1]];
  if (Math.abs(x) > 80 && Math.abs(y) < 40) show(x < 0 ? "log" : "board");
}, { passive: true });
