// Python's side of a page, for the worker and for tests under Node: a table that takes commands and gives answers.

/** Start Python from the picture of its memory (bytes, or a promise of them). */
export async function openTable(loadPyodide, indexURL, picture) {
  const python = await loadPyodide({ indexURL, _loadSnapshot: picture, env: { RULEKIT_CACHE: "" } });
  const table = python.pyimport("rulekit.page.table").WebTable();
  return {
    /** Take over the game for a number of players from those that the page ships. */
    add: (bytes, players) => table.add(python.toPy(bytes), players),
    /** Take over the positions of worked examples, as JSON. */
    show: (text) => table.show(text),
    /** Do a command. */
    answer: (command) => JSON.parse(table.answer(JSON.stringify(command))),
  };
}
