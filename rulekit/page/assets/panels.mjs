// What stands beside the board: offers by action, results, history, rules, and what cannot be done.
import { element, filled } from "./elements.mjs";

const SHOWN = 24; // offers of one action that are shown at once; a button shows the others

/** Return the button of an offer. */
export const offerButton = (offer, play) =>
  element("button", { type: "button", className: "offer", "data-option": offer.option, onclick: () => play(offer) }, offer.words || offer.title);

/** Return the offers under their actions, as buttons; `shown` is told when more of them are shown. */
export function offerGroups(offers, play, words, shown) {
  const groups = Map.groupBy(offers, (offer) => offer.title);
  return [...groups].map(([title, group]) => {
    if (group.length === 1 && !group[0].words) return offerButton(group[0], play);
    const [first, rest] = [group.slice(0, SHOWN), group.slice(SHOWN)];
    const more = element("button", { type: "button", className: "more" }, filled(words.more, { count: rest.length }));
    more.onclick = () => {
      const others = rest.map((offer) => offerButton(offer, play));
      more.replaceWith(...others);
      others[0].focus();
      shown();
    };
    return element("section", {}, element("h3", {}, title), ...first.map((offer) => offerButton(offer, play)), ...(rest.length ? [more] : []));
  });
}

/** Return the points of each seat, when the game is over; if no points decided, who played. */
export function endLines(view, words) {
  const line = (seat, at) => element("li", {}, filled(words.result, { seat, result: String(view.end.points[at]) }));
  return view.over && view.end.points.length ? view.seats.map(line) : [];
}

/** Return lines of the history, of which the first has the number `from`. */
export const historyLines = (lines, from = 0) =>
  lines.map(([text, isStep], at) => element("li", { className: isStep ? "step" : "", "data-line": from + at }, text));

const unfolded = new Map(); // whether the person opened or folded a rule, by its title

/** Return each rule of the decision, with what it cites; only the first is open, except as the person left them. */
export function ruleTexts(rules, words) {
  return rules.map(({ title, text, cites }, at) => {
    const lines = text.split("\n");
    const items = lines.filter((line) => line.startsWith("- ")).map((line) => element("li", {}, line.slice(2)));
    return element(
      "details",
      { open: unfolded.get(title) ?? at === 0 },
      element("summary", { onclick: (event) => unfolded.set(title, !event.currentTarget.parentElement.open) }, title),
      ...lines.filter((line) => line && !line.startsWith("- ")).map((line) => element("p", {}, line)),
      ...(items.length ? [element("ul", {}, ...items)] : []),
      ...(cites.length ? [element("p", { className: "cites" }, filled(words.cites, { cites: cites.join("; ") }))] : []),
    );
  });
}

export const closedActions = (closed, words) =>
  closed.length ? closed.map(({ title, why }) => element("li", {}, element("strong", {}, title), why && ` ${why}`)) : [element("li", {}, words.none)];
