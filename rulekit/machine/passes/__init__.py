"""One library of passes from machine to machine, and the analyses that they ask: one pass or analysis a file.

Which passes run, and in what order, stand in two lists: `simplify.py` has what lowering runs for both engines,
`optimise.py` what the optimiser runs for the fast one.  A pass has the name of its file.
"""
