// Plays a game by the page's own elements, in the page itself: a trip to the browser for each click takes too long.

/** Click on what the page offers until the game is over or enough was clicked; `from` decides what. */
export async function playByClicks({ from, most }) {
  let state = from + 1;
  const random = (count) => (state = (state * 48271) % 2147483647) % count;
  const told = { clicks: 0, handOvers: 0, leaks: 0, covered: 0, moves: [], over: false, said: "" };
  const busy = () => document.body.hasAttribute("aria-busy");
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());

  const settled = () =>
    new Promise((done) => {
      if (!busy()) return void done();
      const watch = new MutationObserver(() => {
        if (busy()) return;
        watch.disconnect();
        done();
      });
      watch.observe(document.body, { attributes: true });
    });

  /** Press and release the pointer on an element, as a person does. */
  async function click(element) {
    const box = element.getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    const at = { bubbles: true, cancelable: true, button: 0, clientX, clientY, pointerId: 1, isPrimary: true };
    element.dispatchEvent(new PointerEvent("pointerdown", at));
    element.dispatchEvent(new PointerEvent("pointerup", at));
    element.dispatchEvent(new MouseEvent("click", at));
    await settled();
  }

  while (told.clicks < most) {
    if (document.querySelector("#end:not([hidden])")) return { ...told, over: true };
    if (seen("#next").length) {
      told.handOvers += 1;
      told.leaks += document.querySelectorAll("#board svg, #history li, #offers button, #since li").length;
      await click(document.querySelector("#ready"));
      continue;
    }
    const [targets, offers] = [seen(".target:not(.chosen, .closed)"), seen("#offers button")];
    if (!offers.length) break;
    const begun = performance.now();
    await click(targets.length && random(3) ? targets[random(targets.length)] : offers[random(offers.length)]);
    told.clicks += 1;
    told.moves.push(Math.round(performance.now() - begun));
  }
  return { ...told, said: document.querySelector("#said").textContent };
}
