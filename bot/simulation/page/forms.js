// A form of the bot's: its fields as they are filled in on a phone, without a keyboard where there can be.
import { el, fill, freshId, words } from "./dom.js";
import { dicePad, stepper, throwOf } from "./dice.js";
import { choose, openSheet, optionList } from "./sheet.js";

const TEXT = 4;
const MAY_COUNT = 1000;
/** From here on are the ids of fields in which how many succeed may stand (`cogs/components/modals.py`). */
const SHOWN = 6;
/** Menus of up to so many lines stand open in a form, as does a menu that is alone in it. */
const NUMBERS = /^(distance|count|modifier|models|figures|points|turns|x|y)\b/;
const NUMBER = /^-?\d+([.,]\d+)?$/;

/** What was written into a form that is not sent yet, by its title and field: it is there when it opens again. */
const drafts = new Map();

/**
 * Open a form. `send` gets its values and resolves with what came of it.
 * @param {any} form @param {(values: Record<string, unknown>) => Promise<any>} send
 */
export function openForm(form, send) {
  const draft = drafts.get(form.title) ?? {};
  const fields = form.components.map((part) => fieldOf(part, draft[part.component.custom_id], form.components.length === 1));
  const fault = el("p", { class: "fault", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "primary" }, words.submit);
  const cancel = el("button", { type: "button", class: "plain", onclick: () => sheet.close() }, words.cancel);
  const body = el("form", { class: "fields", novalidate: true }, ...fields.map((one) => one.made));
  const remember = () => drafts.set(form.title, Object.fromEntries(fields.map((one) => [one.id, one.draft()])));
  const say = (text) => { fault.textContent = text; fault.hidden = !text; };
  body.addEventListener("input", () => say(""));
  const done = async (event) => {
    event.preventDefault();
    const wrong = fields.find((one) => one.fault());
    if (wrong) { say(wrong.fault() === words.needed ? fill(words.needed, wrong.label) : `${wrong.label.replace(/:$/, "")}: ${wrong.fault()}`); wrong.made.scrollIntoView({ block: "nearest" }); return; }
    if (submit.getAttribute("aria-busy") === "true") return;
    remember();
    submit.setAttribute("aria-busy", "true");
    const values = Object.fromEntries(fields.filter((one) => !one.empty()).map((one) => [one.id, one.value()]));
    const found = await send(values);
    submit.removeAttribute("aria-busy");
    if (found.lost) { say(words.lost); return; }
    if (found.error && !found.closed) { say(found.error); return; }
    if (!found.closed) drafts.delete(form.title);
    sent = true;
    sheet.close();
  };
  let sent = false;
  body.id = `form-${freshId()}`;
  submit.setAttribute("form", body.id);
  body.addEventListener("submit", done);
  const sheet = openSheet(form.title, [body], [fault, cancel, submit], () => { if (!sent) remember(); });
  sheet.classList.add("form");
  return sheet;
}

function fieldOf({ component: one, label, description }, draft, alone) {
  const id = freshId();
  const isText = one.type === TEXT;
  const field = (isText ? textField : menuField)(one, { id, label, description, draft, needed: one.required ?? true, alone });
  const made = el(isText ? "div" : "fieldset", { class: "field" },
    isText ? el("label", { for: id }, label) : el("legend", {}, label),
    description ? el("p", { class: "hint", id: `${id}-hint` }, description) : null, ...field.parts);
  return { ...field, id: one.custom_id, label, made };
}

function textField(one, { id, label, description, draft, needed }) {
  const long = one.style === 2;
  const input = /** @type {HTMLInputElement} */ (el(long ? "textarea" : "input", { id, maxlength: one.max_length, placeholder: one.placeholder, "aria-describedby": description ? `${id}-hint` : null, "aria-required": String(needed), rows: long ? "6" : null, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }));
  input.value = draft ?? one.value ?? "";
  const thrown = /^throw\d+$/.test(one.custom_id) ? throwOf(label) : null;
  const numeric = NUMBERS.test(one.custom_id) || (NUMBER.test(one.value ?? "") && (one.max_length ?? 99) <= 4);
  const parts = [];
  if (thrown) { input.inputMode = "numeric"; parts.push(dicePad(input, thrown, one.id >= MAY_COUNT), input); }
  else if (/^(dice|throw\d+)$/.test(one.custom_id)) { input.inputMode = "text"; parts.push(input); }
  else if (numeric) { input.inputMode = "decimal"; parts.push(stepper(input)); }
  else { parts.push(input); }
  const fault = () => {
    const value = input.value.trim();
    if (needed && !value) return words.needed;
    if (one.min_length && value && value.length < one.min_length) return fill(words.letters, one.min_length);
    return input.validationMessage;
  };
  return { parts, fault, value: () => input.value, draft: () => input.value, empty: () => !input.value && !needed };
}

function menuField(one, { draft, needed, label, alone }) {
  const options = one.options;
  const least = one.min_values ?? (needed ? 1 : 0);
  const most = one.max_values ?? 1;
  let values = draft ?? options.filter((option) => option.default).map((option) => option.value);
  values = values.filter((value) => options.some((option) => option.value === value));
  const parts = [];
  if (options.length <= SHOWN || alone) {
    parts.push(optionList({ options, least: needed ? Math.max(1, least) : 0, most, onchoose: (now) => { values = now; } }, new Set(values)));
  } else {
    const opener = el("button", { type: "button", class: "menu", "aria-haspopup": "dialog" });
    const draw = () => {
      // In the order of the taps, in which they are sent too.
      opener.textContent = values.map((value) => options.find((option) => option.value === value)?.label).join(", ") || (most > 1 ? words.several : words.choose);
    };
    opener.addEventListener("click", async () => {
      const found = await choose(label, { options, least: needed ? least : 0, most, chosen: values });
      if (found) { values = found; draw(); }
    });
    draw();
    parts.push(opener);
  }
  const fault = () => {
    if (needed && !values.length) return words.needed;
    if (values.length && values.length < least) return fill(words.fewest, least);
    return values.length > most ? fill(words.most, most) : "";
  };
  return { parts, fault, value: () => values, draft: () => values, empty: () => !values.length };
}
