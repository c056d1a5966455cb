"""A page to play on: a folder for any web server, in which a browser runs rulekit itself.

Python is Pyodide there, in a worker of the page (`assets/worker.mjs`).  It starts from a snapshot of its memory in
which rulekit is loaded already (`runtime.py`), and opens a game that was checked and compiled when the page was built
(`kept_game.py`).  `table.py` takes the commands of the page and returns what a seat may see.  `bundle.py` makes the
folder.  The page itself is plain JavaScript in `assets/`.
"""
