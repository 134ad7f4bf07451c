"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const views = all(".view"), pages = all(".page"), claims = all(".claim"), drawings = all(".drawing");
  const filters = byId("filters"), query = byId("query");
  const texts = new Map(claims.map((claim) => [claim, claim.textContent.toLowerCase()]));
  let page = pages.length ? pages[0].id : "";

  const current = (links, wanted) => links.forEach((link) =>
    wanted(link) ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));

  function showView(name) {
    views.forEach((view) => view.classList.toggle("off", view.dataset.view !== name));
    current(all("header nav a"), (link) => link.dataset.for === name);
  }

  function chosen() {
    const data = new FormData(filters);
    return { statuses: data.getAll("status"), document: data.get("document"), engine: data.get("engine"),
             words: query.value.toLowerCase().split(/\s+/).filter(Boolean) };
  }

  function showClaims() {
    const { statuses, document: slug, engine, words } = chosen();
    const filtered = statuses.length || slug || engine || words.length;
    let count = 0;
    for (const claim of claims) {
      const data = claim.dataset, text = words.length ? texts.get(claim) : "";
      const matches = (!statuses.length || statuses.includes(data.status)) && (!slug || data.document === slug) &&
        (!engine || data.engines.split(" ").includes(engine)) && words.every((word) => text.includes(word));
      claim.classList.toggle("off", !matches);
      count += matches;
    }
    for (const section of pages) {
      const some = section.querySelector(".claim:not(.off)");
      section.classList.toggle("off", filtered ? !some : section.id !== page);
    }
    byId("found").textContent = filtered ? `${count} of ${claims.length} claims` : `${claims.length} claims`;
    current(all(".contents a"), (link) => !filtered && link.hash === "#" + page);
  }

  function clearFilters() {
    filters.reset();
    query.value = "";
  }

  function showDrawing(id) {
    drawings.forEach((drawing) => drawing.classList.toggle("off", drawing.id !== id));
    byId("which").value = drawings.some((drawing) => drawing.id === id) ? id : "";
  }

  function go() {
    const target = byId(decodeURIComponent(location.hash.slice(1))) || views[0];
    const view = target.closest(".view");
    if (!view) return;
    showView(view.dataset.view);
    if (target.matches(".drawing")) showDrawing(target.id);
    const section = target.closest(".page");
    if (section) {
      page = section.id;
      if (target.matches(".claim.off") || target === section) clearFilters();
      showClaims();
    }
    if (target.matches(".claim")) target.querySelector("details").open = true;
    if (target === view) window.scrollTo(0, 0);
    else target.scrollIntoView({ block: "start" });
  }

  function zoomable(sheet) {
    const svg = sheet.querySelector("svg"), width = Number(svg.dataset.w);
    let scale = null;
    const fit = () => { scale = null; svg.style.width = "100%"; };
    const zoom = (factor) => {
      const before = svg.getBoundingClientRect().width, middle = (sheet.scrollLeft + sheet.clientWidth / 2) / before;
      scale = Math.min(4, Math.max(0.15, (scale ?? before / width) * factor));
      svg.style.width = `${width * scale}px`;
      sheet.scrollLeft = middle * width * scale - sheet.clientWidth / 2;
    };
    const natural = () => { scale = 1; svg.style.width = `${width}px`; };
    const buttons = document.createElement("div");
    buttons.className = "zoom";
    for (const [sign, name, act] of [["+", "zoom in", () => zoom(1.3)], ["−", "zoom out", () => zoom(1 / 1.3)], ["0", "show all", fit]]) {
      const button = document.createElement("button");
      button.type = "button"; button.textContent = sign; button.setAttribute("aria-label", name);
      button.addEventListener("click", act);
      buttons.append(button);
    }
    sheet.before(buttons);
    sheet.addEventListener("wheel", (event) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
    const keys = { "+": () => zoom(1.3), "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), "0": fit };
    sheet.addEventListener("keydown", (event) => { if (keys[event.key]) { event.preventDefault(); keys[event.key](); } });
    let from = null, moved = false;
    svg.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse") { from = [event.clientX, event.clientY]; moved = false; }
    });
    svg.addEventListener("pointermove", (event) => {
      if (!from) return;
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      if (Math.abs(dx) + Math.abs(dy) > 4) moved = true;
      if (moved) { sheet.scrollLeft -= dx; sheet.scrollTop -= dy; from = [event.clientX, event.clientY]; }
    });
    for (const end of ["pointerup", "pointerleave"]) svg.addEventListener(end, () => { from = null; });
    svg.addEventListener("click", (event) => { if (moved) { event.preventDefault(); moved = false; } }, true);
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    if (sheet.closest(".drawing") || matchMedia("(max-width: 52rem)").matches) natural();
    const mark = (node) => all(".lines path", svg).forEach((path) =>
      path.classList.toggle("hot", Boolean(node) && (path.dataset.s === node.dataset.n || path.dataset.t === node.dataset.n)));
    for (const node of all("[data-n]", svg)) {
      for (const begin of ["mouseenter", "focus"]) node.addEventListener(begin, () => mark(node));
      for (const end of ["mouseleave", "blur"]) node.addEventListener(end, () => mark(null));
    }
  }

  all(".sheet").forEach(zoomable);
  filters.addEventListener("change", showClaims);
  filters.addEventListener("reset", () => setTimeout(() => { query.value = ""; showClaims(); }));
  const searched = () => { if (query.value.trim()) showView("claims"); showClaims(); };
  query.addEventListener("input", searched);
  byId("search").addEventListener("submit", (event) => { event.preventDefault(); searched(); });
  byId("which").addEventListener("change", (event) => {
    if (event.target.value) location.hash = event.target.value; else showDrawing("");
  });
  all("[data-only]").forEach((button) => button.addEventListener("click", () => {
    clearFilters();
    filters.querySelector(`[value=${button.dataset.only}]`).checked = true;
    location.hash = "claims";
    showClaims();
  }));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select, textarea")) { event.preventDefault(); query.focus(); }
    if (event.key === "Escape" && event.target === query) { clearFilters(); showClaims(); }
  });
  if (matchMedia("(max-width: 52rem)").matches) all(".contents details").forEach((details) => { details.open = false; });
  window.addEventListener("hashchange", go);
  showDrawing("");
  showClaims();
  go();
})();
