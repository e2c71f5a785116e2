// Buttons and menus under a message, as the bot sends them.
import { byId, el, words } from "./dom.js";
import { choose } from "./sheet.js";

const BUTTON = 2, STRING = 3, LINK = 5;
const STYLES = { 1: "primary", 2: "plain", 3: "success", 4: "danger", 5: "plain" };

/** Every button and menu of a message, out of its rows. */
export function* flat(parts) {
  for (const part of parts ?? []) {
    if (part.type === BUTTON || part.type === STRING) yield part;
    yield* flat(part.components);
    if (part.accessory) yield* flat([part.accessory]);
  }
}

/** What can be pressed under a message. */
export const usable = (message) => [...flat(message?.controls)].filter((one) => !one.disabled);

/**
 * The controls of a message as elements. `act` carries one out and resolves when it is done.
 * @param {any} message @param {(asked: any) => Promise<any>} act
 */
export function controlsOf(message, act) {
  return [...flat(message.controls)].map((one) => (one.type === BUTTON ? button(message, one, act) : menu(message, one, act)));
}

/** Signs that stand for words where a message has little room. */
const SIGNS = { "…": words.next, "↩": words.undo, "?": words.why };

/** A message with the controls that a player may use, and words in place of signs, for a panel with room for them. */
export function spelledOut(message, isShown) {
  const spelled = [...flat(message.controls)].filter(isShown).map((one) => ({ ...one, label: SIGNS[one.label] ?? one.label }));
  return { ...message, controls: spelled };
}

function named(one) {
  return `${one.emoji?.name ? `${one.emoji.name} ` : ""}${one.label ?? ""}`.trim() || "•";
}

function button(message, one, act) {
  if (one.style === LINK) return el("a", { class: "plain", href: /^https?:/.test(one.url ?? "") ? one.url : null, target: "_blank", rel: "noopener noreferrer" }, named(one));
  const length = named(one).length;
  const made = el("button", { type: "button", class: `${STYLES[one.style] ?? "plain"}${length < 3 ? " short" : length > 20 ? " long" : ""}`, disabled: Boolean(one.disabled), "data-control": one.custom_id, "data-of": message.id }, named(one));
  made.addEventListener("click", () => whileBusy(made, () => act({ do: "click", message: message.id, control: one.custom_id })));
  return withBusy(made);
}

function menu(message, one, act) {
  const options = one.options;
  const title = one.placeholder || words.choose;
  const preset = options.filter((option) => option.default).map((option) => option.value);
  const shown = options.filter((option) => option.default).map((option) => option.label).join(", ");
  const made = el("button", { type: "button", class: "menu", "aria-haspopup": "dialog", disabled: Boolean(one.disabled), "data-control": one.custom_id, "data-of": message.id }, shown || title);
  made.addEventListener("click", async () => {
    if (busy.has(keyOf(made))) return;
    const values = await choose(title, { options, least: one.min_values ?? 1, most: one.max_values ?? 1, chosen: (one.max_values ?? 1) > 1 ? preset : [] });
    if (values) await whileBusy(made, () => act({ do: "choose", message: message.id, control: one.custom_id, values }));
  });
  return withBusy(made);
}

/** The controls that are being carried out, by their keys, since a page that changes meanwhile draws them anew. */
const busy = new Set();

/** The part of a control's id that stays: a menu has another number before the first colon after each use. */
const keyOf = (control) => `${control.dataset.of} ${control.dataset.control.replace(/^[^:]*/, "")}`;

/** Mark a control that is being carried out. */
function withBusy(made) {
  if (busy.has(keyOf(made))) made.setAttribute("aria-busy", "true");
  return made;
}

/** A control that is being carried out says so, and takes no second tap; so does the bar, where it may be gone by then. */
async function whileBusy(control, work) {
  const key = keyOf(control);
  if (busy.has(key)) return;
  busy.add(key);
  control.setAttribute("aria-busy", "true");
  byId("bar").setAttribute("aria-busy", "true");
  try { await work(); } finally {
    busy.delete(key);
    byId("bar").setAttribute("aria-busy", String(busy.size > 0));
    for (const one of document.querySelectorAll("[aria-busy=true][data-control]")) if (keyOf(one) === key) one.removeAttribute("aria-busy");
  }
}
