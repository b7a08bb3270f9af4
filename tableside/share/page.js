"use strict";
// Puts each part that differs into the page. When the connection is lost, or the phone slept, it comes back by itself.
(() => {
  const link = document.getElementById("link");
  const SILENT = 40000; // milliseconds without a word after which the connection counts as lost
  const LONGEST_WAIT = 10000;
  let source = null, heard = 0, wait = 500, timer = 0, isFirst = true;

  function show(parts) {
    for (const [id, [mark, html]] of Object.entries(parts)) {
      const place = document.getElementById(id);
      if (!place || place.dataset.mark === mark) continue;
      place.dataset.mark = mark;
      const gone = place.querySelector("[data-gone]")?.dataset.gone;
      if (id === "asked" && gone && !html && !isAnswered) say(gone, false);
      if (id === "asked") isAnswered = false;
      if (id === "news" && isFirst) continue; // what happened before the page was opened is no news
      place.innerHTML = html;
      if (id === "asked" && html) place.scrollIntoView({ block: "nearest" });
      if ((id === "own" || id === "asked") && !isFirst && html && navigator.vibrate) navigator.vibrate(120);
    }
    const titles = ["own", "title"].map((id) => document.getElementById(id)?.textContent);
    document.title = titles.filter(Boolean).join(" · ");
    isFirst = false;
  }

  function here() {
    heard = Date.now();
    wait = 500;
    if (link.textContent) link.textContent = "";
  }

  function lost() {
    if (source) source.close();
    source = null;
    link.textContent = link.dataset.gone;
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }

  function open() {
    clearTimeout(timer);
    if (source) source.close();
    heard = Date.now();
    const had = [...document.querySelectorAll("[data-mark]")].map((each) => `${each.id}.${each.dataset.mark}`);
    source = new EventSource(`/events?had=${had.join("~")}`);
    source.addEventListener("parts", (event) => {
      here();
      show(JSON.parse(event.data));
    });
    source.addEventListener("still", here);
    const mine = source;
    source.onerror = () => { if (source === mine) lost(); };
  }

  function look() {
    if (document.visibilityState === "visible" && (!source || Date.now() - heard > SILENT)) open();
  }

  // What a player does: a form is fetched with its odds, filled in, and sent once.
  const place = document.getElementById("form"), said = document.getElementById("said");
  let isAnswered = false, isBusy = false, cameFrom = null, later = 0;

  function say(text, isBad) {
    if (!said) return;
    said.textContent = text;
    said.className = isBad ? "bad" : "";
  }

  async function send(path, body) {
    try {
      const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      const is_json = (answer.headers.get("Content-Type") || "").startsWith("application/json");
      const sent = is_json ? await answer.json() : { said: link.dataset.failed };
      if (sent.said) say(sent.said, !answer.ok);
      return answer.ok ? sent : null;
    } catch {
      say(link.dataset.failed, true);
      return null;
    }
  }

  function given(form) {
    const values = {};
    for (const each of form.querySelectorAll("select, textarea, input:not([data-typed])")) if (each.value !== "" || each.tagName !== "INPUT") values[each.name] = each.value;
    const thing = form.querySelector("[data-things]");
    if (thing) values.was = thing.selectedOptions[0].dataset.was;
    return values;
  }

  async function show_form(id, values, focus) {
    const sent = await send("/form", { do: id, given: values });
    if (!sent) return;
    const before = place.querySelector("form")?.dataset.form === id; // the same one, filled in otherwise
    const typed = place.querySelector("[data-typed]")?.checked, open = place.querySelector("details")?.open;
    place.innerHTML = sent.html;
    if (before && open) place.querySelector("details")?.setAttribute("open", "");
    if (before && typed !== undefined) place.querySelector("[data-typed]").checked = typed;
    (focus ? document.getElementById(focus) : place.querySelector("h2"))?.focus();
  }

  function close_form() {
    place.innerHTML = "";
    cameFrom?.focus();
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.do) {
      cameFrom = button;
      say("", false);
      await show_form(button.dataset.do, {}, "");
    } else if ("close" in button.dataset) close_form();
    else if (button.dataset.choice) await answer(button.form, { choice: button.dataset.choice });
  });

  async function answer(form, body) {
    isAnswered = true;
    if (!await send("/answer", { question: form.dataset.question, ...body })) isAnswered = false;
  }

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (!form?.dataset.form || "typed" in event.target.dataset) return;
    if ("things" in event.target.dataset) form.elements.text.value = event.target.selectedOptions[0].dataset.was;
    else if (event.target.tagName !== "TEXTAREA") {
      clearTimeout(later);
      later = setTimeout(() => show_form(form.dataset.form, given(form), document.activeElement?.id), 150);
    }
  });

  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && place?.innerHTML) close_form(); });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.form && !form.dataset.question) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    clearTimeout(later);
    if (form.dataset.question) await answer(form, { faces: [...form.querySelectorAll("[name=face]")].map((each) => Number(each.value)) });
    else {
      const typed = form.querySelector("[data-typed]")?.checked || false;
      if (await send("/act", { do: form.dataset.form, word: form.dataset.word, given: given(form), typed })) close_form();
    }
    isBusy = false;
  });

  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", open);
  window.addEventListener("pageshow", look);
  setInterval(() => { if (source && Date.now() - heard > SILENT) lost(); }, 5000);
  open();
})();
