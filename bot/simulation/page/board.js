// How the game stands: whose go it is at the top, and the units as cards.
import { byId, el, fill, languageButtons, words } from "./dom.js";
import { bare } from "./markdown.js";

/** Black or white, whichever is read better on a colour. */
function ink(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#101216" : "#ffffff";
}

const isColour = (text) => /^#[0-9a-f]{6}$/i.test(text ?? "");

/** True if somebody else is asked, and this player is not. */
export function mustWait(view, viewer) {
  const asked = view.people ?? [];
  return asked.length > 0 && !asked.some((one) => one.includes(viewer));
}

/** True if it is another side's go. */
export function isOthers(view, viewer) {
  const people = view.go?.people ?? [];
  return people.length > 0 && !people.includes(viewer);
}

/** The line at the top. */
export function drawHead(view, me) {
  const { text, who, colour } = view.go ?? { text: words.idle, who: "", colour: "" };
  const head = byId("head");
  head.style.setProperty("--side", isColour(colour) ? colour : "");
  head.style.setProperty("--ink", isColour(colour) ? ink(colour) : "");
  head.querySelector("h1").textContent = text;
  // The end is cut off where there is no room for it: the system, which everybody knows.
  const [system, ...moment] = (view.title ?? "").split(" · ");
  head.querySelector("p").textContent = [me, ...moment, system].filter(Boolean).join(" · ");
  document.title = [text, me].filter(Boolean).join(" · ");
}

/** Both sides, unit by unit; a tap asks the bot what a unit may do. @param {(unit: string) => void} onUnit */
export function drawBoard(view, onUnit) {
  const side = (one) => {
    const head = el("h2", {}, one.side, " ", el("small", {}, one.left));
    if (isColour(one.colour)) head.style.setProperty("--side", one.colour);
    const groups = one.groups.flatMap((group) => [el("h3", {}, group.heading), ...group.units.flatMap(([, rest, names]) => names.map((name) =>
      el("button", { type: "button", class: "unit", onclick: () => onUnit(name) }, el("b", {}, name), el("span", {}, rest))))]);
    return el("section", { class: "side" }, head, ...groups);
  };
  const also = (view.also ?? []).map((one) => el("p", { class: "also" }, one));
  const sides = view.sides ?? [];
  const shown = sides.length ? sides.map(side) : [el("p", { class: "also" }, words.idle)];
  byId("board").replaceChildren(...also, ...shown, el("p", { class: "languages" }, ...languageButtons()));
}

/**
 * What is waited for, in words, which are plain text; without the question of this player that stands there anyway.
 * A tap on a question of this player shows it. @param {() => void} onQuestion
 */
export function waitingLines(view, viewer, title, onQuestion) {
  return (view.asked ?? []).flatMap((text, at) => {
    const mine = (view.people?.[at] ?? []).includes(viewer);
    if (mine && text === bare(title)) return [];
    return [mine ? el("button", { type: "button", class: "asked mine", onclick: onQuestion }, text) : el("p", { class: "asked" }, fill(words.wait, text))];
  });
}
