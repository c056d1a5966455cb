// Elements of the page.  Every text becomes a text node, so nothing that a game says is read as HTML.

/** Return an element with properties (those with a `-`, `role` and `for` are attributes) and children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.flat());
  return made;
}

/** Return a text with its values: `{seat}`. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export const byId = (id) => document.getElementById(id);
