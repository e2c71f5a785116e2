// What opens over the page: menus, forms. The browser's own dialog keeps the keyboard in it, and Escape closes it.
import { el, freshId, words } from "./dom.js";

/**
 * Open a sheet; returns it. `onclose` is called however it is closed.
 * @param {string} title @param {Node[]} inside @param {Node[]} buttons @param {() => void} onclose
 */
export function openSheet(title, inside, buttons, onclose = () => {}) {
  const id = `title-${freshId()}`;
  const close = el("button", { type: "button", class: "close", "aria-label": words.cancel, onclick: () => sheet.close() }, "✕");
  const head = el("header", {}, el("h2", { id, tabindex: "-1" }, title), close);
  const sheet = el("dialog", { class: "sheet", "aria-labelledby": id }, head, el("div", { class: "inside" }, ...inside), buttons.length ? el("footer", {}, ...buttons) : null);
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
  sheet.addEventListener("close", () => { sheet.remove(); onclose(); });
  document.body.append(sheet);
  sheet.showModal();
  sheet.querySelector("h2").focus({ preventScroll: true });
  return sheet;
}

/**
 * The lines of a menu; the arrows go from one to the next. One is chosen at a tap, several are ticked until `done`.
 * @param {{options: any[], least: number, most: number, onchoose: (values: string[]) => void}} menu
 */
export function optionList({ options, least, most, onchoose }, chosen = new Set()) {
  const several = most > 1;
  const list = el("div", { class: "options", role: several ? "group" : "radiogroup" });
  const draw = () => {
    for (const line of list.children) {
      const on = chosen.has(line.dataset.value);
      line.setAttribute("aria-checked", String(on));
      line.setAttribute("aria-disabled", String(several && !on && chosen.size >= most));
    }
  };
  const tap = (value) => {
    if (!several) {
      if (chosen.has(value) && least === 0) chosen.clear();
      else { chosen.clear(); chosen.add(value); }
    } else if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    draw();
    onchoose([...chosen]);
  };
  for (const one of options) {
    const emoji = one.emoji?.name ? `${one.emoji.name} ` : "";
    list.append(el("button", { type: "button", class: "option", role: several ? "checkbox" : "radio", "aria-checked": "false", "data-value": one.value, onclick: () => tap(one.value) },
      el("span", { class: "tick", "aria-hidden": "true" }),
      el("span", { class: "label" }, `${emoji}${one.label}`, one.description ? el("small", {}, one.description) : null)));
  }
  list.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const lines = [...list.children].filter((one) => !one.hidden);
    const at = lines.indexOf(document.activeElement);
    if (!by || at < 0) return;
    event.preventDefault();
    lines[(at + by + lines.length) % lines.length].focus();
  });
  draw();
  return list;
}

/** Choose from a menu over the whole page; resolves with the values, or null. */
export function choose(title, { options, least = 1, most = 1, chosen = [] }) {
  return new Promise((resolve) => {
    let values = [...chosen];
    // At once: the sheet tells of its end later, and until then the opener would take a second tap.
    const take = () => { sheet.close(); resolve(values); };
    const done = el("button", { type: "button", class: "primary", onclick: take }, words.done);
    const check = () => { done.disabled = values.length < least; };
    const onchoose = (now) => {
      values = now;
      check();
      if (most === 1) take();
    };
    const search = options.length > 10 ? filterFor(() => sheet) : [];
    const list = optionList({ options, least, most, onchoose }, new Set(chosen));
    const sheet = openSheet(title, [...search, list], most > 1 || least === 0 ? [done] : [], () => resolve(null));
    check();
  });
}

/** A field that leaves only the lines that have what is typed in it. */
function filterFor(sheet) {
  const input = el("input", { type: "search", class: "filter", "aria-label": words.looking, placeholder: "🔍" });
  input.addEventListener("input", () => {
    const wanted = input.value.toLocaleLowerCase();
    for (const line of sheet().querySelectorAll(".option")) line.hidden = !line.textContent.toLocaleLowerCase().includes(wanted);
  });
  return [input];
}
