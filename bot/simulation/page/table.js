// The page of the local table. Runs before the simulator's own page, which takes its key from what follows the #.
(() => {
  const [, secret, viewer] = location.pathname.split("/");
  if (!secret) {
    // A bookmark of earlier versions: the secret followed the #.
    if (location.hash.length > 1) location.replace(`/${location.hash.slice(1)}`);
    return;
  }
  history.replaceState(null, "", `${location.pathname}#${viewer ? `${secret}/${viewer}` : secret}`);

  // In the language of the table; the simulator's pages, as adapted, read them too.
  const words = JSON.parse(document.querySelector("meta[name=table-words]")?.getAttribute("content") ?? "{}");
  window.tableWords = words;

  /** @type {HTMLElement | null} */
  let notice = null;
  let told = 0;
  let lost = false;
  let leaving = false;

  /** @param {string} text */
  function say(text) {
    if (!notice) return;
    notice.textContent = text;
    notice.hidden = !text;
    told = text ? Date.now() : 0;
  }

  // What the table tells beside its answers; and a page that is known no more, as after a long sleep, opens itself anew.
  const ask = window.fetch.bind(window);
  window.fetch = async (...request) => {
    let answer;
    try {
      answer = await ask(...request);
    } catch (error) {
      if (!leaving && !(error instanceof DOMException && error.name === "AbortError")) {
        lost = true;
        say(words.lost);
      }
      throw error;
    }
    if (lost) { lost = false; say(""); }
    if (answer.status === 410 && !leaving) { leaving = true; location.reload(); }
    const text = answer.headers.get("X-Table-Notice");
    if (text) say(decodeURIComponent(text));
    return answer;
  };
  window.addEventListener("pagehide", () => { leaving = true; });
  window.addEventListener("pageshow", () => { leaving = false; });

  /** One button for each whom this screen may speak for; a name alone where there is but one. */
  function people(box, picker) {
    const all = [...picker.options];
    box.replaceChildren(...all.map((one) => {
      const label = document.createElement(all.length > 1 ? "button" : "span");
      label.textContent = one.textContent;
      if (all.length > 1) {
        label.type = "button";
        label.setAttribute("aria-pressed", String(one.value === picker.value));
        label.addEventListener("click", () => {
          history.replaceState(null, "", `/${secret}/${encodeURIComponent(label.textContent.toLowerCase())}`);
          picker.value = one.value;
          picker.dispatchEvent(new Event("change"));
        });
      }
      return label;
    }));
  }

  function settle() {
    history.replaceState(null, "", location.pathname);
    const picker = document.getElementById("viewer-picker");
    const box = document.createElement("div");
    box.className = "table-people";
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", words.plays);
    document.querySelector(".channel-header")?.append(box);
    let shown = "";
    new MutationObserver(() => {
      const now = JSON.stringify([picker.value, ...[...picker.options].map((one) => one.textContent)]);
      if (picker.options.length && now !== shown) { shown = now; people(box, picker); }
    }).observe(picker, { childList: true });
    notice = document.createElement("div");
    notice.className = "table-notice";
    notice.hidden = true;
    notice.setAttribute("role", "alert");
    notice.addEventListener("click", () => say(""));
    document.getElementById("channel-composer")?.before(notice);
    const status = document.getElementById("action-status");
    new MutationObserver(() => {
      if (/not completed|uncertain/.test(status.textContent) && Date.now() - told > 2000) say(words.failed);
    }).observe(status, { childList: true });
    document.addEventListener("input", () => { if (!lost) say(""); });
  }
  document.addEventListener("DOMContentLoaded", settle);
})();
