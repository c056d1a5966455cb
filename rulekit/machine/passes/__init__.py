"""Passes: functions from a machine to an equivalent one. Each is in a file named like the pass, and uses `analyses/`.

Two lists say which passes run, and in what order: `control_flow.py` has those for both engines, `optimise.py` those for
the fast engine.
"""
