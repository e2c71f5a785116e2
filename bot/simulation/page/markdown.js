// What Discord makes of the signs in a message, as nodes. Whatever else stands there stays text.
import { el } from "./dom.js";

const INSIDE = "((?:\\\\.|[^\\\\])+?)";
const RULES = [
  ["escape", "\\\\([^\\p{L}\\p{N}\\s])"],
  ["code", "``(.+?)``|`([^`\\n]+)`"],
  ["strongem", `\\*\\*\\*${INSIDE}\\*\\*\\*`],
  ["strong", `\\*\\*${INSIDE}\\*\\*`],
  ["u", `__${INSIDE}__`],
  ["s", `~~${INSIDE}~~`],
  ["spoiler", `\\|\\|${INSIDE}\\|\\|`],
  ["em", `\\*(?=\\S)${INSIDE}\\*|(?<![\\w_])_(?=[^\\s_])${INSIDE}_(?![\\w_])`],
  ["link", "\\[((?:\\\\.|[^\\]\\\\])+)\\]\\(<?(https?://[^)\\s>]+)>?\\)"],
  ["moment", "<t:(\\d{1,12})(?::(\\w))?>"],
  ["person", "<@!?(\\d{1,20})>"],
  ["channel", "<#(\\d{1,20})>"],
  ["command", "</([\\w -]{1,100}):\\d{1,20}>"],
  ["emoji", "<a?:(\\w{1,40}):\\d{1,20}>"],
  ["url", "https?://[^\\s<>()]+[^\\s<>().,:;!?\"']"],
];
const TOKEN = new RegExp(RULES.map(([, rule]) => `(${rule})`).join("|"), "su");
/** Where the groups of each rule begin. */
const AT = [];
RULES.reduce((at, [, rule]) => { AT.push(at); return at + new RegExp(`${rule}|`, "u").exec("").length; }, 1);
const DEEPEST = 8;

/** @param {string} text @param {{people?: Record<string, string>}} about @param {number} depth */
export function inline(text, about = {}, depth = 0) {
  const made = document.createDocumentFragment();
  let rest = text;
  while (rest) {
    const found = depth < DEEPEST ? TOKEN.exec(rest) : null;
    if (!found) break;
    made.append(rest.slice(0, found.index));
    const nth = AT.findIndex((at) => found[at] !== undefined);
    const groups = found.slice(AT[nth] + 1, AT[nth + 1]).filter((one) => one !== undefined);
    made.append(token(RULES[nth][0], groups, found[0], about, depth));
    rest = rest.slice(found.index + found[0].length);
  }
  made.append(rest);
  return made;
}

function token(kind, [first, second], whole, about, depth) {
  const inner = () => inline(first, about, depth + 1);
  switch (kind) {
    case "escape": return first;
    case "code": return el("code", {}, first);
    case "strongem": return el("strong", {}, el("em", {}, inner()));
    case "spoiler": return el("span", { class: "spoiler", tabindex: "0", onclick: (event) => event.currentTarget.classList.add("open"), onfocus: (event) => event.currentTarget.classList.add("open") }, inner());
    case "link": return link(second, inner());
    case "url": return link(whole, whole);
    case "moment": return moment(Number(first), second);
    case "person": return el("span", { class: "mention" }, `@${about.people?.[first] ?? "?"}`);
    case "channel": return el("span", { class: "mention" }, "#table");
    case "command": return el("code", {}, `/${first}`);
    case "emoji": return `:${first}:`;
    default: return el(kind, {}, inner());
  }
}

function link(address, inside) {
  const jump = /^https:\/\/discord\.com\/channels\/\d+\/\d+\/(\d+)$/.exec(address);
  if (jump) return el("button", { type: "button", class: "jump", "data-jump": jump[1] }, inside);
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, inside);
}

const LOOKS = { t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" }, f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" } };

function moment(seconds, style) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return "";
  const lang = document.documentElement.lang || undefined;
  if (style !== "R") return el("time", { datetime: at.toISOString() }, new Intl.DateTimeFormat(lang, LOOKS[style] ?? LOOKS.f).format(at));
  const away = seconds - Date.now() / 1000;
  const [unit, size] = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]].find(([, one]) => Math.abs(away) >= one) ?? ["second", 1];
  return el("time", { datetime: at.toISOString() }, new Intl.RelativeTimeFormat(lang).format(Math.round(away / size), unit));
}

const BLOCKS = [
  [/^-# (.*)$/, "small"], [/^### (.*)$/, "h4"], [/^## (.*)$/, "h3"], [/^# (.*)$/, "h3"], [/^> (.*)$/, "quote"],
  [/^\s*[-*] (.*)$/, "item"], [/^\s*(\d{1,4}\. .*)$/, "item numbered"],
];

/** A whole text, line by line. @param {string} text */
export function markdown(text, about = {}) {
  const made = document.createDocumentFragment();
  for (const [nth, part] of text.split("```").entries()) {
    if (nth % 2) {
      made.append(el("pre", {}, part.replace(/^[a-z0-9]{1,12}\n/, "").replace(/^\n|\n$/g, "")));
      continue;
    }
    for (const line of part.replace(/^\n|\n$/g, "").split("\n")) made.append(block(line, about));
  }
  return made;
}

function block(line, about) {
  for (const [rule, kind] of BLOCKS) {
    const found = rule.exec(line);
    if (!found) continue;
    if (/^h/.test(kind)) return el(kind, {}, inline(found[1], about));
    return el("p", { class: kind }, inline(found[1], about));
  }
  return line.trim() ? el("p", {}, inline(line, about)) : el("p", { class: "gap" });
}

/** A text without its signs, for names and headings. */
export function bare(text) {
  return inline(text ?? "").textContent ?? "";
}
