"""Idioms: typical sentences of rulebooks, each in a small rulebook, measured before and after the engine was optimised
for them.

`rows.py` lists them (to add one, add a rulebook and a row), `__main__.py` measures them, `worker.py` plays in a
separate process: one with the current rulekit, one with an older one.
"""
