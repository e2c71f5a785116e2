// Dice that are read off the table: a face at a tap, or how many succeed.
import { el, fill, words } from "./dom.js";

const MOST_FACES = 12;

/** How many dice of how many sides a field wants, by its label ("4 d6: to hit"); null where that is not one throw. */
export function throwOf(label) {
  const found = /^(\d{1,3}) ?[dwDW](\d{1,3})\b/.exec(label ?? "");
  if (!found || Number(found[2]) > MOST_FACES || Number(found[2]) < 2) return null;
  return { count: Number(found[1]), sides: Number(found[2]) };
}

/**
 * Buttons that write into a field. `counts`: how many succeed may be said instead.
 * @param {HTMLInputElement} input @param {{count: number, sides: number}} thrown @param {boolean} counts
 */
export function dicePad(input, { count, sides }, counts) {
  const faces = () => input.value.split(/[\s,]+/).filter(Boolean);
  const state = el("output", { class: "pad-state" });
  const put = (all) => {
    input.value = all.join(" ");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const pad = el("div", { class: "faces" });
  for (let face = 1; face <= sides; face += 1) {
    pad.append(el("button", { type: "button", class: "face", "aria-label": fill(words.face, face), onclick: () => { if (faces().length < count) put([...faces(), String(face)]); } }, String(face)));
  }
  const stepper = counts && count > 1 ? hits(input, count, put) : null;
  const back = el("button", { type: "button", class: "plain", "aria-label": words.takeback, onclick: () => {
    if (input.dataset.counted === "yes") stepper?.dispatchEvent(new Event("reset"));
    else put(faces().slice(0, -1));
  } }, "⌫");
  const made = el("div", { class: "pad" }, pad, el("div", { class: "pad-line" }, state, back));
  if (stepper) made.append(stepper);
  const check = () => {
    const all = faces();
    made.classList.toggle("full", all.length >= count);
    const counted = input.dataset.counted === "yes";
    state.textContent = counted ? "" : `${all.length} / ${count}`;
    // Faces and a count exclude each other: the one is taken back before the other is entered.
    for (const one of pad.children) one.disabled = counted;
    for (const one of stepper?.querySelectorAll("button") ?? []) one.disabled = !counted && all.length > 0;
    if (stepper) stepper.style.visibility = !counted && all.length > 0 ? "hidden" : "";
    const short = !counted && all.length > 0 && all.length < count && all.every((one) => /^\d+$/.test(one)) && document.activeElement !== input;
    input.setCustomValidity(short && input.dataset.tapped === "yes" ? fill(words.dice, count - all.length) : "");
  };
  made.addEventListener("click", () => { input.dataset.tapped = "yes"; check(); });
  input.addEventListener("input", (event) => { if (event.isTrusted) { input.dataset.tapped = "no"; input.dataset.counted = "no"; } check(); });
  check();
  return made;
}

/** Minus and plus around how many succeed. */
function hits(input, count, put) {
  let now = 0;
  const shown = el("output", {}, fill(words.succeed, 0));
  const step = (by) => {
    now = Math.max(0, Math.min(count, now + by));
    shown.textContent = fill(words.succeed, now);
    input.dataset.counted = "yes";
    put([String(now)]);
  };
  const button = (sign, by, label) => el("button", { type: "button", class: "plain", "aria-label": label, onclick: () => step(by) }, sign);
  const made = el("div", { class: "stepper" }, button("−", -1, words.fewer), shown, button("+", 1, words.greater));
  made.addEventListener("reset", () => {
    now = 0;
    shown.textContent = fill(words.succeed, now);
    input.dataset.counted = "no";
    put([]);
  });
  return made;
}

/** Minus and plus around a number. @param {HTMLInputElement} input */
export function stepper(input) {
  const step = (by) => {
    const now = Number.parseFloat(input.value.replace(",", ".")) || 0;
    input.value = String(Math.max(0, now + by));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const button = (sign, by, label) => el("button", { type: "button", class: "plain", "aria-label": label, onclick: () => step(by) }, sign);
  return el("div", { class: "stepper" }, button("−", -1, words.fewer), input, button("+", 1, words.greater));
}
