// A message as it is read: who says it, its text, its embeds, its files.
import { colour, el, fill, words } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { controlsOf } from "./controls.js";

/** The words of a message, without what can be pressed. @param {any} message @param {any} about */
export function wordsOf(message, about) {
  const made = document.createDocumentFragment();
  if (message.thinking) made.append(el("p", { class: "thinking" }, "…"));
  if (message.text) made.append(el("div", { class: "text" }, markdown(message.text, about)));
  for (const embed of message.embeds ?? []) made.append(embedOf(embed, about));
  for (const part of message.controls ?? []) made.append(...displays(part, about));
  for (const file of message.files ?? []) made.append(fileOf(message, file, about));
  return made;
}

function embedOf(embed, about) {
  const made = el("article", { class: "embed" });
  if (embed.color !== undefined) made.style.setProperty("--side", colour(embed.color));
  if (embed.title) made.append(el("h3", {}, inline(embed.title, about)));
  if (embed.description) made.append(el("div", { class: "text" }, markdown(embed.description, about)));
  if (embed.footer) made.append(el("footer", {}, embed.footer));
  return made;
}

/** Text that stands among the controls. */
function displays(part, about) {
  if (part.type === 10) return [el("div", { class: "text" }, markdown(part.content ?? "", about))];
  return [...(part.components ?? [])].flatMap((one) => displays(one, about));
}

const PICTURE = /^image\/(png|jpeg|gif|webp)$/;

function fileOf(message, file, about) {
  const address = about.line.file(message.id, file.id);
  const save = about.line.file(message.id, file.id, true);
  if (PICTURE.test(file.content_type)) {
    const picture = el("img", { src: address, alt: file.description || file.filename, loading: "lazy" });
    return el("figure", {}, el("a", { href: address, target: "_blank" }, picture), el("figcaption", {}, el("a", { class: "save", href: save, download: file.filename }, `${words.save} · ${file.filename}`)));
  }
  return el("a", { class: "file", href: save, download: file.filename }, el("span", {}, `📄 ${file.filename}`), el("small", {}, `${file.description ? `${file.description} · ` : ""}${size(file.size)}`));
}

function size(bytes) {
  return bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** A message of the conversation, with its controls and its menu. */
export function messageOf(message, about) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { timeStyle: "short" }).format(new Date(message.at * 1000));
  const more = message.old ? null : el("button", { type: "button", class: "more", "aria-label": words.more, onclick: () => about.onMenu(message) }, "⋯");
  const head = el("header", {}, el("b", {}, message.who), message.by ? el("span", {}, ` → ${message.by}`) : null, " ", el("time", {}, time),
    message.private ? el("span", { class: "only" }, ` · ${words.private}`) : null, more);
  const made = el("article", { class: `message${message.private ? " private" : ""}${message.bot ? "" : " talk"}`, id: `message-${message.id}`, "data-id": message.id }, head, wordsOf(message, about));
  const controls = message.old ? [] : controlsOf(message, about.act);
  if (controls.length) made.append(el("div", { class: "controls" }, ...controls));
  return made;
}

/** The first words of a message, in one line. */
export function gistOf(message, about) {
  const embed = message.embeds?.[0];
  const [first, ...rest] = [embed?.title, ...(embed?.description ?? message.text ?? "").split("\n")].filter((one) => one?.trim());
  return el("p", { class: "gist" }, inline(first ?? "", about), rest.length ? " · " : "", inline(rest[0] ?? "", about));
}

export const waitingFor = (names) => fill(words.wait, names);
