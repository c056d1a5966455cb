"""How fast random games go, next to other programs that play the same games.  `python -m benchmarks` runs it all.

`games.py` says what is compared and what is hoped for; `peers/` holds one program a file, `c/` the
programs in C.  Nothing under rulekit/ needs this package.
"""
