"""What lowering notes of its tests, so that somebody can be told why one fails: the syntax and the names in sight.

Only noted here; `source_mapping.py` makes of it, when it is asked for, what can be told.
"""

from __future__ import annotations

from attrs import frozen

from ...syntax import nodes as s
from .. import program as m
from ..source_map import ReasonKind
from .env import Env


@frozen(eq=False)
class Origin:
    """One thing that a test asks.  `value` is it in the machine, where it is not simply the node's own; `picked` is the
    machine's local for what is chosen, where it is asked of that, and `shift` what makes its value of it.
    """

    what: ReasonKind
    node: s.Node
    env: Env
    value: m.Expr | None = None
    layer: str = ""
    amounts: tuple[m.Expr, m.Expr] | None = None
    picked: str = ""
    shift: int = 0


class Origins:
    """Tests and sets are known by identity, so they are kept alive beside what is noted of them."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[object, tuple[Origin, ...]]] = {}
        self.never: dict[str, tuple[Origin, ...]] = {}
        self.truths: dict[str, tuple[s.Expr, Env]] = {}

    def test(self, value: m.Expr, *origins: Origin, name: str | None = None) -> m.Test:
        """A test, with what it asks, in order."""
        test = m.Test(value, name)
        self.note(test, *origins)
        return test

    def note(self, what: m.Test | m.Expr, *origins: Origin) -> None:
        self._noted[id(what)] = (what, origins)

    def of(self, what: m.Test | m.Expr) -> tuple[Origin, ...]:
        found = self._noted.get(id(what))
        return found[1] if found is not None and found[0] is what else ()
