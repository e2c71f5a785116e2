// The line to type in: talk, or commands with what they take, suggested as one types.
import { byId, el, words } from "./dom.js";

const PAUSE = 120;

export class Composer {
  /** @param {{line: import("./line.js").Line, people: () => Record<string, string>, act: (asked: any) => Promise<any>}} about */
  constructor(about) {
    this.about = about;
    this.commands = null;
    /** What was chosen for an option, by its name: the text that stands there, and the value it stands for. */
    this.picked = new Map();
    this.rows = [];
    this.marked = -1;
    this.asked = 0;
    this.box = byId("suggestions");
    this.input = el("textarea", { rows: "1", "aria-label": words.message, placeholder: words.message, enterkeyhint: "send", autocapitalize: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list" });
    this.file = el("input", { type: "file", hidden: true, tabindex: "-1", "aria-hidden": "true" });
    const slash = el("button", { type: "button", class: "plain slash", "aria-label": words.commands, onclick: () => this.begin() }, "/");
    byId("composer").append(slash, this.input, this.file, el("button", { type: "submit", class: "primary", "aria-label": words.send }, "➤"));
    byId("composer").addEventListener("submit", (event) => { event.preventDefault(); void this.send(); });
    this.input.addEventListener("input", () => { this.grow(); this.suggest(); });
    this.input.addEventListener("focus", () => { void this.load(); this.suggest(); });
    this.input.addEventListener("blur", () => setTimeout(() => {
      // A tap on the button of the commands gives the focus back at once.
      if (document.activeElement !== this.input && !this.box.contains(document.activeElement)) this.hide();
    }, 150));
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.box.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  begin() {
    this.set("/");
    this.input.focus();
    void this.load();
  }

  set(text) {
    this.input.value = text;
    this.grow();
    this.suggest();
  }

  grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight + 2, 160)}px`;
  }

  async load() {
    this.loading ??= this.about.line.commands().then((found) => { this.commands = found; this.suggest(); }).catch(() => { this.loading = null; });
    await this.loading;
  }

  /** The command of the line, the options that are given in it, and the one that is being written. */
  read() {
    const text = this.input.value.replace(/^\s*\//, "");
    const fitting = (this.commands ?? []).filter((one) => `${text}`.startsWith(`${one.name} `));
    const command = fitting.sort((one, other) => other.name.length - one.name.length)[0];
    if (!command) return { text, command: null, given: [] };
    const rest = text.slice(command.name.length);
    const names = (command.options ?? []).map((one) => one.name);
    const marks = names.length ? [...rest.matchAll(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "g"))] : [];
    const given = marks.map((mark, at) => {
      const from = mark.index + mark[0].length;
      const raw = rest.slice(from, marks[at + 1]?.index ?? rest.length);
      return { option: command.options.find((one) => one.name === mark[1]), raw, value: raw.trim() };
    });
    return { text, command, given, rest };
  }

  suggest() {
    const asked = ++this.asked;
    const line = this.input.value;
    if (!line.trimStart().startsWith("/") || line.includes("\n") || !this.commands) { this.hide(); return; }
    const { text, command, given, rest } = this.read();
    if (!command) { this.show(this.ofCommands(text.trim()), true); return; }
    const last = given.at(-1);
    const missing = (command.options ?? []).some((one) => one.required && !given.some((other) => other.option === one && other.value));
    const settled = last && this.picked.get(last.option.name)?.text === last.value && /\s$/.test(last.raw);
    if (!last || settled) {
      const typed = last ? "" : rest.trim();
      this.show(this.ofOptions(command, given, typed), missing && !(typed && given.length === 0));
      return;
    }
    const known = this.ofValues(last);
    if (known) { this.show([...known, ...this.after(command, given)], known.length > 0 && this.picked.get(last.option.name)?.text !== last.value); return; }
    if (!last.option.suggests) { this.show(this.after(command, given), false); return; }
    if (this.picked.get(last.option.name)?.text === last.value) { this.show(this.ofOptions(command, given, ""), false); return; }
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const others = Object.fromEntries(given.slice(0, -1).map((one) => [one.option.name, String(this.picked.get(one.option.name)?.value ?? one.value)]));
      const found = await this.about.line.ask({ do: "suggest", command: command.name, option: last.option.name, typed: last.value, given: others });
      if (asked !== this.asked) return;
      const rows = (found.choices ?? []).map((one) => this.valueRow(last, one.name, one.value));
      const whole = rows.some((one) => one.label.split(" · ")[0].toLocaleLowerCase() === last.value.toLocaleLowerCase());
      this.show(rows.length ? [...rows, ...(whole ? this.after(command, given) : [])] : [{ label: words.nothing, quiet: true }, ...this.after(command, given)], rows.length > 0 && !whole);
    }, PAUSE);
  }

  ofCommands(typed) {
    const all = this.commands.filter((one) => one.name.startsWith(typed));
    const also = typed ? this.commands.filter((one) => !one.name.startsWith(typed) && one.name.includes(typed)) : [];
    return [...all, ...also].map((one) => ({ label: `/${one.name}`, about: one.about, take: () => { this.picked.clear(); this.set(`/${one.name} `); } }));
  }

  ofOptions(command, given, typed) {
    const left = (command.options ?? []).filter((one) => !given.some((other) => other.option === one) && one.name.startsWith(typed));
    return left.map((one) => ({ label: `${one.name}:`, about: one.about, needed: one.required, take: () => this.open(one, typed) }));
  }

  after(command, given) {
    return given.at(-1)?.value ? this.ofOptions(command, given, "") : [];
  }

  open(option, typed) {
    const before = typed ? this.input.value.trimEnd().slice(0, -typed.length) : this.input.value;
    this.set(`${before.trimEnd()} ${option.name}:`);
    if (option.kind === "attachment") this.attach(option);
  }

  attach(option) {
    this.file.onchange = async () => {
      const [file] = this.file.files;
      const upload = file ? await this.about.line.upload(file) : null;
      if (!upload) return;
      const name = file.name.replace(/[:\s]+/g, "_");
      this.picked.set(option.name, { text: name, value: { upload } });
      this.set(`${this.input.value.trimEnd()}${name} `);
      this.input.focus();
    };
    this.file.value = "";
    this.file.click();
  }

  /** The values of an option that are known without asking; null where there are none. */
  ofValues(last) {
    const { option, value } = last;
    const fits = (name) => name.toLocaleLowerCase().includes(value.toLocaleLowerCase());
    const rows = (all) => all.filter(([name]) => fits(name) || this.picked.get(option.name)?.text === value).map(([name, one]) => this.valueRow(last, name, one));
    if (option.kind === "boolean") return rows([["True", true], ["False", false]]);
    if (option.kind === "user") return Object.values(this.about.people()).filter(fits).map((name) => this.valueRow(last, name, null));
    if (option.kind === "attachment") return [{ label: `📎 ${words.file}`, take: () => this.attach(option) }];
    return option.choices?.length && !option.suggests ? rows(option.choices.map((one) => [one.name, one.value])) : null;
  }

  valueRow(last, name, value) {
    return { label: name, take: () => {
      if (value !== null) this.picked.set(last.option.name, { text: name, value });
      const line = this.input.value;
      this.set(`${line.slice(0, line.length - last.raw.length)}${name} `);
    } };
  }

  show(rows, mark) {
    this.rows = rows;
    this.marked = mark && rows.length && !rows[0].quiet ? 0 : -1;
    this.box.replaceChildren(...rows.map((row, at) => el("div", { role: "option", id: `suggestion-${at}`, class: row.quiet ? "suggestion quiet" : "suggestion", "aria-selected": "false", onclick: () => { row.take?.(); this.input.focus(); } },
      el("b", {}, row.label, row.needed ? " *" : ""), row.about ? el("span", {}, row.about) : null)));
    this.box.hidden = !rows.length;
    this.input.setAttribute("aria-expanded", String(rows.length > 0));
    this.mark();
  }

  hide() { this.show([], false); }

  mark() {
    [...this.box.children].forEach((one, at) => one.setAttribute("aria-selected", String(at === this.marked)));
    if (this.marked >= 0) {
      this.box.children[this.marked].scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", `suggestion-${this.marked}`);
    } else this.input.removeAttribute("aria-activedescendant");
  }

  press(event) {
    const count = this.rows.length;
    if (count && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.marked = (this.marked + (event.key === "ArrowDown" ? 1 : -1) + count) % count;
      this.mark();
    } else if (event.key === "Escape") this.hide();
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.marked >= 0) {
      event.preventDefault();
      this.rows[this.marked].take?.();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void this.send();
    }
  }

  async send() {
    const text = this.input.value;
    if (!text.trim() || this.sending) return;
    this.sending = true;
    const { given } = this.read();
    const picked = Object.fromEntries(given.filter((one) => this.picked.get(one.option.name)?.text === one.value).map((one) => [one.option.name, this.picked.get(one.option.name).value]));
    this.asked += 1;
    clearTimeout(this.timer);
    this.hide();
    const found = await this.about.act({ do: "say", text, picked });
    this.sending = false;
    if (found.unsent || found.lost) return;
    if (this.input.value === text) { this.picked.clear(); this.set(""); }
  }
}
