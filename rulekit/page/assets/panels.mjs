// What stands beside the board: offers by action, results, history, rules, and what cannot be done.
import { element, filled } from "./elements.mjs";

/** Return the offers under their actions, as buttons. */
export function offerGroups(offers, play) {
  const groups = Map.groupBy(offers, (offer) => offer.title);
  return [...groups].map(([title, group]) => {
    const button = (offer) => element("button", { type: "button", className: "offer", "data-option": offer.option, onclick: () => play(offer) }, offer.words || offer.title);
    if (group.length === 1 && !group[0].words) return button(group[0]);
    return element("section", {}, element("h3", {}, title), ...group.map(button));
  });
}

/** Return the result of each seat, when the game is over. */
export function endLines(view, words) {
  const line = (seat, at) => element("li", {}, filled(words.result, { seat, result: String(view.payoffs[at]) }));
  return view.over ? view.seats.map(line) : [];
}

/** Return lines of the history, of which the first has the number `from`. */
export const historyLines = (lines, from = 0) =>
  lines.map(([text, isStep], at) => element("li", { className: isStep ? "step" : "", "data-line": from + at }, text));

/** Return each rule of the decision, with what it cites; only the first is open. */
export function ruleTexts(rules, words) {
  return rules.map(({ title, text, cites }, at) => {
    const lines = text.split("\n");
    const items = lines.filter((line) => line.startsWith("- ")).map((line) => element("li", {}, line.slice(2)));
    return element(
      "details",
      { open: at === 0 },
      element("summary", {}, title),
      ...lines.filter((line) => line && !line.startsWith("- ")).map((line) => element("p", {}, line)),
      ...(items.length ? [element("ul", {}, ...items)] : []),
      ...(cites.length ? [element("p", { className: "cites" }, filled(words.cites, { cites: cites.join("; ") }))] : []),
    );
  });
}

export const closedActions = (closed, words) =>
  closed.length ? closed.map(({ title, why }) => element("li", {}, element("strong", {}, title), why && ` ${why}`)) : [element("li", {}, words.none)];
