"""Machines of Emissary Crisis with extra layers of text, for all tests of this folder.

They are built without the information check, which `rulekit check` and `leaks.py` run.
"""

from __future__ import annotations

from functools import cache

from rulekit.diagnostics import Source
from rulekit.machine.lower import lower
from rulekit.machine.program import Machine
from rulekit.model.rulebook import Config, Rulebook
from rulekit.pipeline import check_configuration
from rulekit.play.loaded_book import LoadedBook
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from tests.shipped import book

STANDARD = "standard"


def loaded(name: str = STANDARD) -> LoadedBook:
    return book(f"emissary/{name}")


@cache
def rulebook(name: str = STANDARD) -> Rulebook:
    return loaded(name).rulebook


def left_open(name: str) -> tuple[str, ...]:
    """Return tables that a part of the game leaves to its editions, as the standard game writes them."""
    said = {p.id: p.clause.span.text for p in rulebook().clauses if isinstance(p.clause, s.TableClause)}
    tables = (p for p in rulebook(name).clauses if isinstance(p.clause, s.TableClause) and not p.clause.said)
    return tuple(said[p.id] + "\n" for p in tables)


def stack(texts: tuple[str, ...], name: str = STANDARD) -> list[s.Book]:
    """Return the books of a game with a layer for each text on top. A text consists of clauses without a header."""
    books = list(loaded(name).books)
    for number, text in enumerate((*left_open(name), *texts), 1):
        title = (
            f'variant layer{number} of {books[-1].header.name.text} "Layer {number}":\n  summary "Text of a test."\n'
        )
        book, found = parse(Source(f"layer{number}.rules", title + text))
        assert book is not None, [str(d) for d in found]
        books.append(book)
    return books


@cache
def machine(players: int, *texts: str, name: str = STANDARD) -> Machine:
    books = stack(texts, name)
    model, found = check_configuration(books, Config(players), examples=False, knowledge=False)
    assert model is not None, [str(d) for d in found if d.severity == "error"]
    return lower(model)
