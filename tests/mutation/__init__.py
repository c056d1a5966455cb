"""Plants information leaks in rulebooks: each must be found by the check or by exchanging, or be proved harmless.

    bases.py      the rulebooks that are changed
    secrets.py    conditions on hidden things, for mutants to use
    mutants.py    a mutant, and how it changes a text
    operators.py, asking.py  the operators: a function for each way to plant a leak
    exhausting.py every exchange in every game of a small mutant
    verdicts.py   what finds a mutant, or proves it harmless

`python -m tests.mutation [--count N] [--seed S]` prints the table; the newest one is in docs/internals/safety.md.
"""
