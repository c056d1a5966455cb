"""Checks a changed text without checking all of it: only the clauses that the change can affect.

    pieces.py       cuts a text into clauses and edits without parsing it; finds the names in each
    change.py       the difference between an old text and a new one; the clauses that it can affect; whether these
                    have no diagnostics; whether changed prose says the same to the checks of texts
    clean_texts.py  keeps texts without diagnostics between processes

This works only if the old text had no diagnostics. An invariant is then checked together with the clauses that it
names, the clauses that those name, and so on: this set is a slice of the books. So is a fact that only invariants and
such facts use. If the check of the slice reports nothing about the clause, the check of everything would report nothing
about it either. A summary or the text of a section needs no check if it states the same numbers as before and names
nothing new.

A slice can only show that there are no diagnostics. In every other case, everything is checked.
"""

from .clean_texts import CleanTexts, proven_clean, remember_clean

__all__ = ["CleanTexts", "proven_clean", "remember_clean"]
