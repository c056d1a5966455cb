"""Questions of a family: the clauses that its base leaves `to be said`. Each edition answers them in its own titles, so
a row of the table of editions has the question as its title, and the answers in its cells.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from attrs import frozen

from ..model.clause_table import is_unsaid
from ..model.rulebook import Rulebook
from ..play.loaded_book import LoadedBook
from ..syntax import nodes as s
from .names import clause_title


@frozen
class Questions:
    """The title of each clause that is left `to be said`, by its id, and the rulebooks of the editions."""

    titles: Mapping[str, str]
    editions: Sequence[Rulebook]

    def question(self, clauses: Collection[str]) -> str | None:
        """Return the only one of these clauses that is a question."""
        asked = [clause for clause in clauses if clause in self.titles]
        return asked[0] if len(asked) == 1 else None

    def answer(self, question: str, edition: int, words: str) -> str:
        """Return what an edition answers: its title, and its other words if an author wrote them."""
        clause = next((placed.clause for placed in self.editions[edition].clauses if placed.id == question), None)
        if clause is None or clause.tags.title is None or clause_title(clause) == self.titles[question]:
            return words
        return f"{clause_title(clause)}." + (f" {words}" if clause.tags.summary else "")


def questions_of(book: LoadedBook, editions: Sequence[Rulebook]) -> Questions:
    """Return the questions of the base of a book, which all its editions answer."""
    clauses = (member for one in book.books for member in one.members if isinstance(member, s.Clause))
    asked = (clause for clause in clauses if is_unsaid(clause) and clause.tags.title is not None)
    return Questions({f"{clause.kind} {clause.name.text}": clause_title(clause) for clause in asked}, editions)
