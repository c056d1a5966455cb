"""The classes of all nodes of the syntax tree in one place: `from ..syntax import nodes as s`.

`s.Expr`, `s.Stmt` and `s.Member` are unions of these classes. `forms.py` says how each form is written and built.
"""

# ruff: noqa: F403, F405 - this file only collects the names of others
from .book_nodes import *
from .clause_nodes import *
from .example_nodes import *
from .expression_nodes import *
from .statement_nodes import *

KINDS = {
    kind: kind.kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Clause) and kind is not Clause
}
"""The keyword of each kind of clause; with the name it identifies a clause in every layer."""
