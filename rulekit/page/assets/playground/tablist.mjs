// Tabs: one of them is chosen, by pointer, by arrow keys or by Home and End.
import { element } from "../elements.mjs";

/** Fill `place` with tabs, `[[id, title]]`; `choose` is told of the one chosen, `panel` names what it controls. */
export function showTabs(place, tabs, chosen, choose, panel) {
  const held = place.contains(document.activeElement);
  const buttons = tabs.map(([id, title]) => {
    const isChosen = id === chosen;
    const properties = { type: "button", role: "tab", id: `tab-${id}`, tabIndex: isChosen ? 0 : -1, onclick: () => choose(id) };
    return element("button", { ...properties, "aria-selected": String(isChosen), "aria-controls": panel(id) }, title);
  });
  place.replaceChildren(...buttons);
  if (held) buttons.find((one) => one.tabIndex === 0)?.focus();
  place.onkeydown = (event) => {
    const at = tabs.findIndex(([id]) => id === chosen);
    const ways = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    if (!(event.key in ways)) return;
    event.preventDefault();
    choose(tabs.at(ways[event.key] % tabs.length)[0]);
  };
}
