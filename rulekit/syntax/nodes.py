"""Every form of the language in one place: `from ..syntax import nodes as s`.

The forms live in expression_nodes.py, statement_nodes.py, clause_nodes.py, example_nodes.py and book_nodes.py;
`s.Expr`, `s.Stmt`, `s.Member` are unions.  How each is written and built says `forms.py`.
"""

# ruff: noqa: F403, F405
from .book_nodes import *
from .clause_nodes import *
from .example_nodes import *
from .expression_nodes import *
from .statement_nodes import *

KINDS = {
    kind: kind_word(kind)
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Clause) and kind is not Clause
}
"""The word of each kind of clause, which with its name is its identity in every layer."""
