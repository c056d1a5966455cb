"""Marks inside a text on its way: what a later step must know of a phrase without parsing the language.

Each is one private character.  `order.py` reads those of clauses; none is left in what comes out.
"""

from __future__ import annotations

from typing import Final

YOU: Final = "\ue003"
"""Begins a noun phrase for the one who is spoken to."""
MANY: Final = "\ue004"
"""Begins a plural noun phrase."""
SUBJECT, SUBJECT_END = "\ue005", "\ue006"
"""Hold the local that a relative clause is about."""
OWNED, OWNED_NOUN, OWNED_END = "\ue007", "\ue008", "\ue009"
"""Hold something of that local's, in full, then as in `whose …`."""

GAP: Final = "^"
"""Where the verb of a subordinate clause may stand before its end."""

_ESCAPES: Final = {"[": "\ue010", "]": "\ue011", "~": "\ue012", "^": "\ue013", "|": "\ue014"}
_ESCAPE: Final = str.maketrans(_ESCAPES)
_RESTORE: Final = str.maketrans({mark: sign for sign, mark in _ESCAPES.items()})


def escaped(text: str) -> str:
    """What a person wrote, so that nothing in it is taken for the verb of a sentence."""
    return text.translate(_ESCAPE)


def restored(text: str) -> str:
    return text.translate(_RESTORE)


def unmarked(text: str) -> str:
    """Without the marks of phrases."""
    if OWNED in text:
        text = "".join(_full(text))
    for mark in (YOU, MANY, SUBJECT, SUBJECT_END):
        text = text.replace(mark, "")
    return text


def _full(text: str) -> list[str]:
    """Everything but the nouns held for `whose`."""
    parts, hidden = [], 0
    for character in text:
        if character == OWNED_NOUN:
            hidden += 1
        elif character == OWNED_END:
            hidden -= 1
        elif character != OWNED and not hidden:
            parts.append(character)
    return parts
