"""Analyses of a machine: what passes and the emitter need to know about it. An analysis does not change the machine.
Each is in a file of its own.

Code asks `manager.py` for an analysis. The manager computes it when it is first needed, and again after a pass has
changed something on which it depends.
"""
