"""Leaks planted by a program: each must be told by the check or by exchange, or be shown to be none.

    bases.py      the rulebooks that leaks are planted into
    secrets.py    something hidden that a mutant may ask
    mutants.py    a mutant, and how a text is changed
    operators.py, asking.py  the operators: one function for each way to plant a leak
    exhausting.py every exchange in every game of a small mutant
    verdicts.py   who tells a mutant, or what shows it to be harmless

`python -m tests.mutation [--count N] [--seed S]` prints the table; the newest one is in docs/internals/safety.md.
"""
