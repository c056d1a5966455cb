"""Wrong rulebooks as test data: each wrong line ends in a comment with the message that it must get.

`### E301 "regex"` after a line expects a message of that code that starts on the line and matches; there may be
several, and `help "regex"` after one expects a help that matches. `###^` refers to the line above. `### players 3` at
the top sets the number of players, and `### book` begins the next book of a stack. Every message must be expected,
except "never used".
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from rulekit.check import check_rulebook
from rulekit.diagnostics import Diagnostic, Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse

CASES = Path(__file__).parent.parent / "cases"
QUIET = {"W203", "W204"}
_EXPECTED = re.compile(r'([EW]\d{3}) "((?:\\.|[^"\\])*)"(?: help "((?:\\.|[^"\\])*)")?')
_BOOK = "### book\n"
_PLAYERS = re.compile(r"^### players (\d+)", re.MULTILINE)


class Expected(NamedTuple):
    line: int
    code: str
    pattern: str
    help: str


def expected(text: str) -> list[Expected]:
    found = []
    for number, said in enumerate(text.splitlines(), 1):
        _, mark, comment = said.partition("###")
        if mark:
            found += [
                Expected(number - comment.startswith("^"), code, pattern, advice)
                for code, pattern, advice in _EXPECTED.findall(comment)
            ]
    return found


def diagnose(text: str, name: str = "case.rules") -> list[Diagnostic]:
    """Return every diagnostic of a rulebook, or of a stack separated by `### book`, from parsing to the checked
    model."""
    books, found = [], []
    before = ""
    for part in text.split(_BOOK):
        # keeps the line numbers of the whole case
        book, problems = parse(Source(name, "\n" * before.count("\n") + part))
        books.append(book)
        found += problems
        before += part + _BOOK
    stack = [book for book in books if book is not None]
    if len(stack) < len(books):
        return found
    players = _PLAYERS.search(text)
    rulebook, more = assemble(stack, Config(int(players[1]) if players else None))
    if rulebook is None:
        return [*found, *more]
    model, last = check_rulebook(rulebook)
    assert (model is None) == any(d.severity in ("error", "note") for d in last)
    return [*found, *more, *last]


def mismatches(text: str, found: list[Diagnostic]) -> list[str]:
    """Return the messages that were expected but are missing in `found`, and those of `found` that were not
    expected."""
    wanted = expected(text)
    said = [(d.span.first.line if d.span else 0, d.code, d.message, "\n".join(h.text for h in d.help)) for d in found]
    problems = []
    for line, code, pattern, advice in wanted:
        hits = [m for m in said if m[:2] == (line, code) and re.search(pattern, m[2]) and re.search(advice, m[3])]
        if hits:
            said.remove(hits[0])
        else:
            problems.append(f'line {line}: no {code} "{pattern}"' + (f' help "{advice}"' if advice else ""))
    quiet = QUIET - {w.code for w in wanted}
    return problems + [f"line {m[0]}: {m[1]} {m[2]}\n{m[3]}" for m in said if m[1] not in quiet]
