"""What each production of the grammar becomes: one builder for each rule's name, gathered from this folder's files."""

from . import books, clauses, expressions, line_edits, members, moves, proof, readers, statements
from .builder_table import BUILDERS

__all__ = [
    "BUILDERS",
    "books",
    "clauses",
    "expressions",
    "line_edits",
    "members",
    "moves",
    "proof",
    "readers",
    "statements",
]
