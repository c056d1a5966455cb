// What is shown after a position, because it takes longer than a move may: what can be foreseen of offers, which news is
// for this seat alone, and what cannot be done now.
import { byId, element } from "./elements.mjs";
import { closedActions } from "./panels.mjs";

const FEW = 5; // things that cannot be done, up to which they are shown at once

/**
 * Ask for the rest of a view and show each part as it comes; `goesOn` says whether the view is still shown.  The first
 * part is the history; without `rest`, it is the only one.
 */
export async function showRest(view, words, ask, goesOn, { history, how, rest }) {
  for (;;) {
    const part = await ask({ do: "later", view: view.view });
    if (!goesOn() || part.message) return;
    if (part.history) history(part);
    if (part.history) document.body.dataset.told = document.body.dataset.shown; // for a program that drives the page
    if (!rest) return;
    if (part.how) how(part.how);
    if (part.forecasts) {
      Object.assign(view.foreseen, part.forecasts);
      showForeseen(view.foreseen);
    }
    if (part.alone) part.alone.forEach((at) => markAlone(at, words));
    if (part.closed) showClosed(part.closed, words);
    if (part.done) break;
  }
  document.body.dataset.rest = "shown"; // for a program that drives the page
}

/** Write what can be foreseen on the buttons of offers. */
export function showForeseen(foreseen) {
  for (const button of byId("offers").querySelectorAll("button[data-option]")) {
    const text = foreseen[button.dataset.option];
    if (text && !button.querySelector(".foreseen")) button.append(element("span", { className: "foreseen" }, text));
  }
}

/** Say of a line of the history that only this seat saw it. */
function markAlone(at, words) {
  for (const line of document.querySelectorAll(`li[data-line="${at}"]`)) line.prepend(element("strong", {}, words.alone), " ");
}

function showClosed(closed, words) {
  byId("why").hidden = !closed.length;
  if (!byId("why").dataset.touched) byId("why").open = closed.length > 0 && closed.length <= FEW;
  byId("why").firstElementChild.onclick = () => (byId("why").dataset.touched = "1"); // from now on it stays as the person leaves it
  byId("closed").replaceChildren(...closedActions(closed, words));
}
