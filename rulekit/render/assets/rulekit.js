/* Names and keyboard stops that the theme leaves out, for those who hear a page or go through it by keyboard. */
(function () {
  "use strict";
  const all = (selector, inside) => Array.from((inside || document).querySelectorAll(selector));
  const words = (node) => (node ? node.textContent.replace(/\s+/g, " ").trim() : "");

  function nameSearch() {
    const field = document.querySelector(".md-search__input");
    all('.md-search[role="dialog"]').forEach((one) => one.setAttribute("aria-label", field ? field.placeholder : "?"));
  }

  /* A part of the navigation is called by the titles on the way to it, so that no two are called the same. */
  function nameNavigation() {
    all("nav.md-nav[aria-labelledby]").forEach((nav) => {
      const way = [];
      for (let item = nav.closest("li"); item; item = item.parentElement.closest("li")) {
        way.unshift(words(item.querySelector(":scope > .md-nav__link .md-ellipsis, :scope > * > .md-nav__link .md-ellipsis")));
      }
      const name = way.filter(Boolean).join(", ") || words(document.getElementById(nav.getAttribute("aria-labelledby")));
      if (name) {
        nav.removeAttribute("aria-labelledby");
        nav.setAttribute("aria-label", name);
      }
    });
  }

  /* What is wider than its place is scrolled by keyboard, too; the buttons in listings are no landmarks. */
  function reachable() {
    all(".md-code__nav").forEach((nav) => nav.setAttribute("role", "presentation"));
    all(".md-typeset__scrollwrap, .md-typeset table, .md-typeset pre > code").forEach((box) => {
      if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    });
  }

  /* What is shown over a link stands at the first link to the same place only. */
  function hovers(page) {
    const known = new Map(), links = all(".md-content a[href*='#']:not(.headerlink)", page);
    links.forEach((link) => link.title && !known.has(link.getAttribute("href")) && known.set(link.getAttribute("href"), link.title));
    links.forEach((link) => link.title || (link.title = known.get(link.getAttribute("href")) || ""));
    return page;
  }

  /* "Exactly": what the reference says of the clauses of a paragraph, shown below it.  Where the reference cannot be
     fetched, as from a folder, the link leads there. */
  const fetched = new Map();
  function reference(address) {
    if (!fetched.has(address)) {
      const got = fetch(address).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
      fetched.set(address, got.then((text) => hovers(new DOMParser().parseFromString(text, "text/html"))));
    }
    return fetched.get(address);
  }

  function clause(page, anchor) {
    const found = page.getElementById(anchor);
    if (!found) return [];
    if (!/^H[1-6]$/.test(found.tagName)) return [found.closest("blockquote, p, tr") || found];
    const parts = [found];
    for (let next = found.nextElementSibling; next && !/^H[1-3]$/.test(next.tagName); next = next.nextElementSibling) parts.push(next);
    return parts;
  }

  function shown(page, address, anchors) {
    const box = document.createElement("div");
    box.className = "rk-exact";
    anchors.flatMap((anchor) => clause(page, anchor)).forEach((part) => {
      const copy = document.importNode(part, true);
      all(".headerlink", copy).forEach((one) => one.remove());
      [copy, ...all("[id]", copy)].forEach((one) => one.removeAttribute("id"));
      all("[src]", copy).forEach((one) => one.setAttribute("src", new URL(one.getAttribute("src"), address).href));
      all("[href]", copy).forEach((one) => one.setAttribute("href", new URL(one.getAttribute("href"), address).href));
      if (/^H[1-6]$/.test(copy.tagName)) {
        const title = document.createElement("p");
        title.className = "rk-exact-title";
        title.textContent = words(copy);
        box.append(title);
      } else box.append(copy);
    });
    return box;
  }

  function exactly(event) {
    const link = event.target.closest && event.target.closest("a.rk-exactly");
    all(".rk-touched").forEach((one) => one.classList.remove("rk-touched"));
    const touched = event.target.closest && event.target.closest("p, li");
    if (touched) touched.classList.add("rk-touched"); // a finger cannot hover
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const place = link.closest("p, li, td, div"), after = place.nextElementSibling;
    event.preventDefault();
    if (after && after.classList.contains("rk-exact")) {
      after.remove();
      link.setAttribute("aria-expanded", "false");
      return;
    }
    const address = link.href.split("#")[0];
    reference(address).then(
      (page) => {
        const box = shown(page, address, link.dataset.says.split(" "));
        if (!box.childNodes.length) location.href = link.href;
        place.after(box);
        link.setAttribute("aria-expanded", "true");
      },
      () => (location.href = link.href)
    );
  }

  /* Old links name clauses that the rules do not tell: the reference has them all. */
  function elsewhere() {
    const first = document.querySelector("a.rk-exactly"), wanted = decodeURIComponent(location.hash.slice(1));
    if (first && /^[a-z]+-/.test(wanted) && !document.getElementById(wanted)) location.replace(first.href.split("#")[0] + location.hash);
  }

  /* A table's corner without words is no heading. */
  function corners() {
    all(".md-typeset th").filter((head) => !words(head)).forEach((head) => head.replaceWith(document.createElement("td")));
  }

  /* The gallery shows the games that fit what is chosen, and leaves out groups without any. */
  function gallery() {
    const form = document.querySelector(".rk-filter"), cards = all(".rk-card"), chosen = {};
    if (!form) return;
    const sorts = (card, name) => Array.from(card.classList, (one) => one.split(`rk-${name}-`)[1]).filter(Boolean);
    const fits = {
      players: (card, value) => sorts(card, "players").includes(value),
      minutes: (card, value) => sorts(card, "minutes").some((most) => +most <= +value),
      kind: (card, value) => sorts(card, "kind").includes(value),
    };
    const count = document.createElement("output");
    function choose() {
      cards.forEach((card) => (card.hidden = Object.keys(chosen).some((name) => chosen[name] && !fits[name](card, chosen[name]))));
      all(".rk-gallery").forEach((group) => {
        const none = !group.querySelector(".rk-card:not([hidden])");
        for (let part = group; part && part !== form; part = part.previousElementSibling) {
          part.hidden = none;
          if (part.tagName === "H2") break;
        }
      });
      count.textContent = `${cards.filter((card) => !card.hidden).length} / ${cards.length}`;
    }
    all("p", form).forEach((told) => {
      const name = told.className.replace("rk-filter-", ""), label = document.createElement("label"), list = document.createElement("select");
      const found = new Map();
      cards.forEach((card) => {
        const kinds = words(card.querySelector(".rk-card-facts")).split(" · ");
        sorts(card, name).forEach((value, at, every) => found.set(value, name === "kind" ? kinds[kinds.length - every.length + at] : value));
      });
      list.append(new Option("–", ""), ...Array.from(found).sort((a, b) => a[0] - b[0]).map(([value, said]) => new Option(said, value)));
      list.addEventListener("change", () => (chosen[name] = list.value) || true, true);
      list.addEventListener("change", choose);
      label.append(`${words(told)} `, list);
      told.replaceWith(label);
    });
    form.append(count);
    form.classList.add("rk-ready");
    choose();
  }

  function whole() {
    corners();
    gallery();
    elsewhere();
    document.addEventListener("click", exactly);
    nameSearch();
    nameNavigation();
    reachable();
    const page = document.querySelector(".md-content");
    if (page) new MutationObserver(reachable).observe(page, { childList: true, subtree: true });
    window.addEventListener("resize", reachable);
    document.addEventListener("toggle", reachable, true);
    document.addEventListener("change", reachable);
  }

  hovers(document); // at once, before the theme looks for titles
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whole);
  else whole();
  window.addEventListener("load", reachable);
})();
