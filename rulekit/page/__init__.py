"""Makes a web page on which people play a game: a folder of files for any web server. The page runs rulekit itself in
the browser.

Python runs there as Pyodide, in a web worker (`assets/worker.mjs`). It starts from a snapshot of its memory in which
rulekit is already loaded (`runtime.py`), and opens a game that was checked and compiled when the page was built
(`kept_game.py`). `table.py` carries out the commands of the page and returns what a seat may see. `bundle.py` makes the
folder. The page itself is plain JavaScript in `assets/`.
"""
