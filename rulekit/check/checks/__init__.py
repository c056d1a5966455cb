"""One check in each file; `registry.py` lists them in order."""
