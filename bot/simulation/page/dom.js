// Small helpers for what is on the page. Text from others becomes text nodes only, never markup.

/** The page's own words, in the language of the table. */
export const words = JSON.parse(document.querySelector("meta[name=table-words]")?.getAttribute("content") || "{}");

/**
 * An element with its properties (`class`, `on…` handlers, attributes) and what is in it; null and false are left out.
 * @param {string} tag @param {Record<string, unknown>} props @param {...(Node | string | null | false | undefined)} inside
 */
export function el(tag, props = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "class") made.className = String(value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...inside.filter((one) => one !== null && one !== false && one !== undefined));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** A number from Discord as a colour of CSS; only digits get through. */
export const colour = (number) => `#${(Number(number) >>> 0).toString(16).padStart(6, "0").slice(-6)}`;

/** An id that no other page has. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/** A word of the page with what belongs in it, in the order of its #. */
export function fill(word, ...values) {
  return values.reduce((text, value) => text.replace("#", () => String(value)), word ?? "");
}

/** Changes the language of the table; the page comes again in it. @param {string} language */
async function changeLanguage(language) {
  const answer = await fetch(`/${location.pathname.split("/")[1]}/language`, { method: "POST", body: new URLSearchParams({ language }) });
  if (answer.ok) location.reload();
}

/** A button for each other language of the table. */
export const languageButtons = () => Object.entries(words.languages ?? {}).map(([code, name]) =>
  el("button", { type: "button", class: "plain", lang: code, onclick: () => changeLanguage(code) }, name));
