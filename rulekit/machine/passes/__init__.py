"""One library of passes from machine to machine, one pass a file; what they ask of a machine are `analyses/`.

Which passes run, and in what order, stand in two lists: `control_flow.py` has what lowering runs for both engines,
`optimise.py` what the optimiser runs for the fast one.  A pass has the name of its file.
"""
