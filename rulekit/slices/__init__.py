"""Checks a changed text by what the change can reach, if the text before it was without a message.

    pieces.py       a text as clauses and edits, without parsing it; the names in each
    change.py       the difference between two texts, what it can reach, and whether that has no message; whether
                    changed words say the same to the checks of texts
    clean_texts.py  keeps texts without a message between processes

An invariant, and a fact that only invariants and such facts read, is checked with the clauses that it names and those
that these name: a slice of the books. If the slice has no message about it, the whole has none. A summary or the text
of a section needs no check if it states the same numbers and names nothing that it did not name before.

This can only show that there is no message. In every other case the whole is checked.
"""

from .clean_texts import CleanTexts, proven_clean, remember_clean

__all__ = ["CleanTexts", "proven_clean", "remember_clean"]
