"""What lowering notes of its tests, to explain later why one fails: the syntax and the names in scope.

`source_mapping.py` makes explanations of these notes on demand.
"""

from __future__ import annotations

from attrs import frozen

from ...syntax import nodes as s
from .. import program as m
from ..source_map import ReasonKind
from .env import Env


@frozen(eq=False)
class Origin:
    """One thing that a test asks. `value` is its expression in the machine, if that is not the node's own. `picked` is
    the machine's local of the value to choose, and `shift` converts it.
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
    """Notes about tests and sets. They are known by identity, so they are kept alive with their notes."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[object, tuple[Origin, ...]]] = {}
        self.never: dict[str, tuple[Origin, ...]] = {}
        self.truths: dict[str, tuple[s.Expr, Env]] = {}

    def test(self, value: m.Expr, *origins: Origin, name: str | None = None) -> m.Test:
        """Return a test, and note what it asks, in order."""
        test = m.Test(value, name)
        self.note(test, *origins)
        return test

    def note(self, what: m.Test | m.Expr, *origins: Origin) -> None:
        self._noted[id(what)] = (what, origins)

    def of(self, what: m.Test | m.Expr) -> tuple[Origin, ...]:
        found = self._noted.get(id(what))
        return found[1] if found is not None and found[0] is what else ()
