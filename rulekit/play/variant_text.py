"""Writes the text of a new variant: it changes nothing yet, can be checked and played at once, and lists what can be
changed.

FILL IN marks what the author has to write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from ..check.effect_analysis import steps_of
from ..model.edits import clause_word
from .loaded_book import LoadedBook

KINDS: Final = (
    "option",
    "ruling",
    "fact",
    "action",
    "procedure",
    "step",
    "flow",
    "rule",
    "event",
    "exception",
    "keep",
    "example",
)
"""The kinds of clauses that variants change most often. Procedures are included because single steps can be changed."""
WIDTH: Final = 110


def variant_text(book: LoadedBook, name: str, title: str, base: str, elsewhere: str) -> str:
    """Return the text of a variant of a game. `base` is the game's name in that text, and `elsewhere` names the place
    where the game is written in full."""
    lines = [
        f"# A variant of {book.name}. FILL IN marks what is yours to write; everything else stays as it is there.",
        f'variant {name} of {base} "{title}":',
        "  # FILL IN: what is different, in a sentence",
        f"  summary {json.dumps('As ' + _title(book) + ', but …', ensure_ascii=False)}",
        "",
        "# FILL IN: the changes. In front of a line that you want, take the `#` away:",
        "#   set NAME = VALUE          another default for an option, another first value of a keep",
        "#   replace CLAUSE            this clause instead of the one of that kind and name",
        "#   strike KIND NAME          that clause is gone",
        "#   add to KIND NAME          a line, a row, an item more; `replace in`, `strike from`: a single one changed",
        "#   a clause of a new name    it is added",
        f"# {elsewhere} What there is to change:",
        *_clauses(book),
        "",
        "# FILL IN: an example of what is different: `given:`, `play`, `refuse`, `expect`",
        'example beginning "The game begins and is not over at once":',
        "  expect not ended",
    ]
    return "\n".join(lines) + "\n"


def _title(book: LoadedBook) -> str:
    title = book.rulebook.header.title
    return title.value if title is not None else book.rulebook.header.name.text


def _clauses(book: LoadedBook) -> Iterator[str]:
    """Yield comment lines with the names of clauses that can be changed, by kind."""
    named: dict[str, list[str]] = {}
    for placed in book.rulebook.clauses:
        name = placed.clause.name.text
        if clause_word(placed.clause) in KINDS:
            named.setdefault(clause_word(placed.clause), []).append(name)
    for _, name, _ in steps_of(book.rulebook.clauses):
        named.setdefault("step", []).append(name)
    for kind in KINDS:
        line = f"#   {kind}:" if kind != "flow" else "#  "
        for place, name in enumerate(named.get(kind, ())):
            word = f" {name}," if place + 1 < len(named[kind]) else f" {name}"
            if len(line) + len(word) > WIDTH:
                yield line
                line = "#     "
            line += word
        if named.get(kind):
            yield line
