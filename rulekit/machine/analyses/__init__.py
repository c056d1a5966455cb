"""Analyses of a machine: facts that passes and the emitter derive from it without changing it, one analysis a file.

Code asks `manager.py` for an analysis. The manager computes it on first use, and again after a pass has changed what it
depends on.
"""
