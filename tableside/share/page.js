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
      if (id === "news" && isFirst) continue; // what happened before the page was opened is no news
      place.innerHTML = html;
      if (id === "own" && !isFirst && html && navigator.vibrate) navigator.vibrate(120);
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
    source.onerror = lost;
  }

  function look() {
    if (document.visibilityState === "visible" && (!source || Date.now() - heard > SILENT)) open();
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", open);
  window.addEventListener("pageshow", look);
  setInterval(() => { if (source && Date.now() - heard > SILENT) lost(); }, 5000);
  open();
})();
