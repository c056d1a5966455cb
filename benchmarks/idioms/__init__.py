"""Idioms: plain sentences of rulebooks, each in a small rulebook of its own, before and after the engine saw through.

`rows.py` has a row for each (add a rulebook and a row), `__main__.py` measures them, `worker.py` plays in a process of
its own: one of this tree, one of an older one.
"""
