"""Passes: functions from machine to machine, one file each, named like the pass. They use `analyses/`.

Two lists say which passes run, in what order: `control_flow.py` for both engines, `optimise.py` for the fast engine.
"""
