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

  function whole() {
    nameSearch();
    nameNavigation();
    reachable();
    const page = document.querySelector(".md-content");
    if (page) new MutationObserver(reachable).observe(page, { childList: true, subtree: true });
    window.addEventListener("resize", reachable);
    document.addEventListener("toggle", reachable, true);
    document.addEventListener("change", reachable);
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whole);
  else whole();
  window.addEventListener("load", reachable);
})();
