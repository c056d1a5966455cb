"""Analyses of a machine: what passes and the emitter find out about it without changing it, one analysis a file.

All are asked for through `manager.py`, which makes each when it is first wanted and gives it anew after a change.
"""
