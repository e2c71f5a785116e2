// The connection to the table: it comes back by itself, and no action is done twice.
import { freshId } from "./dom.js";

const SOON = 400, LATE = 5000, SLEPT = 20_000;

export class Line {
  /** @param {{onHello: Function, onChange: Function, onState: (there: boolean) => void, onUnsure: () => void}} on */
  constructor(on) {
    this.on = on;
    const [, secret, viewer] = location.pathname.split("/");
    this.secret = secret;
    this.viewer = viewer ?? "";
    this.tab = freshId();
    /** @type {Map<string, {resolve: (found: any) => void, body: any}>} what was asked for, without an answer */
    this.waiting = new Map();
    this.pause = SOON;
    this.there = false;
    this.hidden = 0;
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.hidden = Date.now();
      else if (!this.there || Date.now() - this.hidden > SLEPT) this.again();
    });
    this.open();
  }

  /** Connect anew at once. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.pause = SOON;
    clearTimeout(this.timer);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const as = encodeURIComponent(this.viewer);
    const socket = new WebSocket(`${scheme}://${location.host}/${this.secret}/line?tab=${this.tab}&as=${as}`);
    this.socket = socket;
    socket.addEventListener("message", (event) => { if (this.socket === socket) this.hear(JSON.parse(event.data)); });
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.there = false;
      this.on.onState(false);
      this.timer = setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, LATE);
    });
  }

  hear(body) {
    if (body.t === "hello") {
      this.there = true;
      this.pause = SOON;
      this.on.onState(true);
      this.on.onHello(body);
      this.settle();
    } else if (body.t === "change") {
      this.on.onChange(body);
    } else if (body.t === "done") {
      this.done(body.id, body);
    }
  }

  done(id, found) {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    asked?.resolve(found);
  }

  /** After a lost connection: what came of the actions that were under way; none of them is sent again. */
  settle() {
    for (const [id, asked] of [...this.waiting]) {
      if (asked.body.do === "known") { this.waiting.delete(id); continue; }
      void this.ask({ do: "known", of: id }).then((found) => {
        if (!this.waiting.has(id)) return;
        if (!found.known && asked.body.do !== "suggest") this.on.onUnsure();
        this.done(id, found.known ?? { lost: true });
      });
    }
  }

  /** Ask for something; resolves with what came of it. */
  ask(body) {
    const id = freshId();
    return new Promise((resolve) => {
      if (!this.there || this.socket?.readyState !== WebSocket.OPEN) { resolve({ lost: true, unsent: true }); return; }
      this.waiting.set(id, { resolve, body });
      this.socket.send(JSON.stringify({ id, ...body }));
    });
  }

  /** Send a file; returns the token by which an action names it, or null. @param {File} file */
  async upload(file) {
    try {
      const answer = await fetch(`/${this.secret}/upload?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
      return answer.ok ? (await answer.json()).upload : null;
    } catch { return null; }
  }

  async commands() {
    const answer = await fetch(`/${this.secret}/commands`);
    return answer.json();
  }

  file(message, file, save = false) {
    return `/${this.secret}/file/${message}/${file}${save ? "?save=1" : ""}`;
  }
}
