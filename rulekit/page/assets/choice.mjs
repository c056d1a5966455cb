// Which offers things of the picture lead to: an offer names some, in order, from where it begins to where it ends.

/** Return the offers that begin with these things. */
export const beginning = (offers, chosen) => offers.filter((offer) => chosen.every((key, at) => offer.keys[at] === key));

/** Return the things that can be chosen next. */
export const next = (offers, chosen) =>
  new Set(beginning(offers, chosen).flatMap((offer) => offer.keys.slice(chosen.length, chosen.length + 1)));

/**
 * Return what choosing a thing leads to: the things chosen so far, and the offer if it is the only one left.
 * A thing that leads nowhere begins a new choice; the one chosen last ends an offer that ends there, or is put back.
 */
export function choose(offers, chosen, key) {
  if (!next(offers, chosen).has(key)) {
    const ending = beginning(offers, chosen).filter((offer) => offer.keys.length === chosen.length);
    if (key === chosen.at(-1)) return ending.length === 1 ? { chosen: [], offer: ending[0] } : { chosen: [], offer: null };
    return chosen.length && next(offers, []).has(key) ? choose(offers, [], key) : { chosen, offer: null };
  }
  const now = [...chosen, key];
  const left = beginning(offers, now);
  const only = left.length === 1 && left[0].keys.length === now.length;
  return only ? { chosen: [], offer: left[0] } : { chosen: now, offer: null };
}
