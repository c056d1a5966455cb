"""The models of two books, each configuration once: to be said in words, or whole, to be proved the same game.

Nobody looks who knows what, for no sentence and no rule of play rests on it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..check import readable_model
from ..check.checked import CheckedModel
from ..model.layers import assemble
from ..model.rulebook import Config
from ..pipeline import check_configuration
from ..play.loaded_book import LoadedBook

Options = Mapping[str, int | str]
ModelKey = tuple[int, int | None, frozenset[tuple[str, int | str]]]


class Models:
    """All that were asked for; the books are held, so that no other takes the number by which one is known."""

    def __init__(self) -> None:
        self._readable: dict[ModelKey, CheckedModel | None] = {}
        self._books: dict[int, LoadedBook] = {}

    def readable(self, book: LoadedBook, config: Config) -> CheckedModel | None:
        """What the sentences of a configuration are made from; None where its names, types or words are wrong."""
        self._books[id(book)] = book
        key = id(book), config.players, frozenset(config.options.items())
        if key not in self._readable:
            rulebook, _ = assemble(book.books, config)
            self._readable[key] = None if rulebook is None else readable_model(rulebook)
        return self._readable[key]


def whole_model(book: LoadedBook, config: Config) -> CheckedModel | None:
    """What a machine is made from, without its examples; None where the book has mistakes."""
    return check_configuration(book.books, config, examples=False, knowledge=False)[0]
