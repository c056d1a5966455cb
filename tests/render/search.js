// Searches an index with the worker of MkDocs Material, as a page does: node search.js WORKER INDEX LUNR_FOLDER, queries as lines.
// Prints for each query the places found, best first, as JSON.
const fs = require("fs");
const [worker, index, lunr] = process.argv.slice(2);
const run = (0, eval);
let answer, listener;
Object.assign(globalThis, {
  self: globalThis,
  addEventListener: (kind, heard) => { listener = heard; },
  postMessage: (message) => answer(message),
  importScripts: (...paths) => paths.forEach((path) => run(fs.readFileSync(path.replace("../lunr", lunr), "utf8"))),
});
run(fs.readFileSync(worker, "utf8"));
const ask = (data) => new Promise((done) => { answer = done; listener({ data }); });
(async () => {
  const found = JSON.parse(fs.readFileSync(index, "utf8"));
  await ask({ type: 0, data: { ...found, options: { suggest: true } } });
  for (const query of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { data } = await ask({ type: 2, data: query });
    console.log(JSON.stringify(data.items.flat().map((one) => [one.location, one.score])));
  }
})();
