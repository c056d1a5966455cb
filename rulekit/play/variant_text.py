"""Writes the text of a new variant. The variant changes nothing yet, and can be checked and played at once. It contains
a change as a comment, which takes effect when the author deletes its `#`.

FILL IN marks what the author has to write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, Literal

from ..model.body_lines import lines_of_clause
from ..model.edits import clause_word
from ..model.rulebook import Config
from ..model.settings import other_answers
from ..syntax import nodes as s
from .loaded_book import LoadedBook

ONE_LINE: Final = (
    "# One line of a procedure, an action, a rule or an example, as it is and below that as it shall be:",
    "#   replace in procedure NAME:",
    "#     `LINE`:",
    "#       LINE",
)


Form = Literal["variant", "edition", "expansion"]
SOURCE: Final = (
    '  # FILL IN: the rulebook of this edition, for citations such as `[booklet "set-up"]`',
    '  # source booklet "Title, publisher, year": "set-up", "a turn"',
)
CHARACTER: Final = (
    "# FILL IN: what this character does against the rules. An exception changes a fact for some players or cards:",
    "#   exception NAME to FACT(p) where CONDITION = VALUE",
    "# A rule acts where the game has a step or announces an event:",
    "#   rule NAME after PROCEDURE.STEP:",
    "#     STATEMENT",
    "#",
)


def variant_text(book: LoadedBook, name: str, title: str, base: str, elsewhere: str, form: Form = "variant") -> str:
    """Return the text of a variant, an edition or an expansion of a game. `base` is the name by which the text refers
    to the game, and `elsewhere` is a sentence that says where the rules of the game can be read."""
    change = list(first_change(book))
    article = "A" if form == "variant" else "An"
    lines = [
        f"# {article} {form} of {book.name}: whatever it does not change stays as it is in the base. "
        "FILL IN marks what is yours to write.",
        f'{form} {name} of {base} "{title}":',
        "  # FILL IN: what is different, in a sentence",
        f"  summary {json.dumps('As ' + _title(book) + ', but …', ensure_ascii=False)}",
        *(SOURCE if form == "edition" else ()),
        "",
        "# FILL IN: an example of what is different: `given:`, `play`, `refuse`, `expect`",
        'example beginning "The game begins and is not over at once":',
        "  expect not ended",
        "",
        *(CHARACTER if form == "expansion" else ()),
        *(("# FILL IN: the changes. This one works: take the `# ` away, and write what you want.",) if change else ()),
        *(f"# {line}" for line in change),
        "#",
        "# A fact or any other whole clause: `replace`, then all of the clause as it shall be.",
        *(ONE_LINE if len(change) < 2 else ()),
        "# An example that your rules contradict: `replace in` for its line, or `strike example NAME`.",
        f"# {elsewhere}",
    ]
    return "\n".join(lines) + "\n"


def _title(book: LoadedBook) -> str:
    title = book.rulebook.header.title
    return title.value if title is not None else book.rulebook.header.name.text


def first_change(book: LoadedBook) -> Iterator[str]:
    """Yield the lines of a change that is valid: another answer of an option or, without options, the replacement of a
    line of a clause. Yield nothing if neither is possible."""
    answers = other_answers(book.books, Config(book.player_counts[0]))
    if answers:
        option, answer = next((one for one in answers if isinstance(one[1], str)), answers[0])
        yield f"set {option} = {answer}"
        return
    for placed in book.rulebook.clauses:
        if isinstance(placed.clause, s.ProcedureClause | s.ActionClause | s.FlowClause):
            found = [line.text for line in lines_of_clause(placed.clause) if line.sort == "line" and line.block is None]
            once = [text for text in found if found.count(text) == 1 and "`" not in text and "\n" not in text]
            if once:
                chosen = next((text for text in once if text.startswith("game over")), min(once, key=len))
                name = "" if isinstance(placed.clause, s.FlowClause) else f" {placed.clause.name.text}"
                yield from (f"replace in {clause_word(placed.clause)}{name}:", f"  `{chosen}`:", f"    {chosen}")
                return
