// Rule systems as files: one that is chosen or dropped on the page is added, and what becomes of an author's own is shown.
import { byId, el, words } from "./dom.js";

/** The file that the table was opened with: its version, its faults, and a button for a game by it. */
export function drawFile(file, fresh, onAgain) {
  const box = byId("file");
  box.hidden = !file;
  if (!file) return;
  box.classList.toggle("faulty", file.faults.length > 0);
  const [first, ...rest] = file.lines;
  const again = file.newer && !fresh && el("button", { type: "button", class: "primary", onclick: onAgain }, words.again);
  const made = [
    el("p", {}, el("b", {}, first), ...rest.map((one) => ` ${one}`)),
    file.faults.length ? el("ul", {}, ...file.faults.map((one) => el("li", {}, one))) : null,
    again || null,
  ].filter(Boolean);
  const now = [...box.children];
  if (now.length !== made.length || !now.every((one, at) => one.isEqualNode(made[at]))) box.replaceChildren(...made);
}

/** Takes files that are chosen or dropped to the table, which answers as to `/system add`. */
export class SystemFiles {
  /** @param {{line: import("./line.js").Line, act: (asked: any) => Promise<any>, say: (text: string) => void}} about */
  constructor(about) {
    this.about = about;
    this.input = el("input", { type: "file", accept: ".toml", hidden: true, tabindex: "-1", "aria-hidden": "true" });
    this.input.addEventListener("change", () => { void this.add(this.input.files[0]); this.input.value = ""; });
    document.body.append(this.input);
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
    addEventListener("drop", (event) => {
      document.body.classList.remove("dropping");
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      void this.add([...event.dataTransfer.files].find((one) => one.name.toLowerCase().endsWith(".toml")));
    });
  }

  choose() {
    this.input.click();
  }

  /** @param {File | undefined} file */
  async add(file) {
    if (!file) { this.about.say(words.drop); return; }
    const upload = await this.about.line.upload(file);
    if (upload) await this.about.act({ do: "system", upload });
    else this.about.say(words.failed);
  }
}
