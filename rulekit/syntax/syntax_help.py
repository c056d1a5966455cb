"""The forms of clauses, statements and expressions that begin with a given word, for help.

`syntax_help.txt` has a line for each form.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..diagnostics import Help


def _read_forms() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        word, _, form = row.partition(" = ")
        found[word] = (*found.get(word, ()), form)
    return found


FORMS: Final = _read_forms()

EXPRESSIONS: Final[dict[str, tuple[str, ...]]] = {
    "some": ("some x in DOMAIN [where CONDITION]: CONDITION",),
    "all": ("all x in DOMAIN [where CONDITION]: CONDITION",),
    "the": ("the x in DOMAIN [where CONDITION]",),
    "first": ("first x in DOMAIN [where CONDITION]",),
    "reach": ("reach from SITE, x to y in DOMAIN [where CONDITION]",),
    "after": ("after MOVE(arguments): EXPRESSION",),
    "let": ("let x = EXPRESSION [, y = EXPRESSION]: EXPRESSION",),
    "top": ("top of PLACE",),
    "bottom": ("bottom of PLACE",),
    "times": ("times seen POSITION",),
}


PLACES_AS_PARAMETERS: Final = (
    "give these places one name with an index, `place cards[p in Player, z in Zone]: heap of Card`, "
    "and pass the index: `(p Player, z Zone)`",
    "what only reads may take the sorts in a place as a set: `(some_cards set of Card)`, called with `hand[p]`",
)
"""What to write for a place as a parameter."""


def word_forms(word: str) -> tuple[str, ...]:
    """Return the forms of expressions that begin with a word; if there are none, the forms of lines that do."""
    return EXPRESSIONS.get(word) or FORMS.get(word, ())


def form_help(word: str) -> tuple[Help, ...]:
    """Return the forms of lines that begin with this word, as advice."""
    return tuple(Help(f"it is written: {form}") for form in FORMS.get(word, ()))
