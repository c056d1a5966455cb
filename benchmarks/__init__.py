"""Compares the speed of random games with other programs that play the same games. `python -m benchmarks` runs
everything.

`games.py` lists the games, their names in the other programs, and target ratios. `peers/` has one file for each
program, `c/` the programs in C. Nothing under rulekit/ needs this package.
"""
