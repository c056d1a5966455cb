"""Where names live while a body is lowered, and what lowering notes of its tests.

A name is a local of the machine or a frame cell.  Locals of the machine are known by their names alone, so lowering
never gives one name to two things that are in sight of each other.  A name of the rulebook stays as it is where
possible.  Other names begin with `#`; if one belongs to a name of the rulebook, a word stands between: `#in x`.

An `Origin` notes the syntax of a test and the names in scope; `source_mapping.py` explains from it why a test fails.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from ...model.symbols import LocalSymbol
from ...syntax import nodes as s
from .. import program as m
from ..form_table import parts_of
from ..source_map import ReasonKind
from .value_encoding import kind


@frozen
class Env:
    """`clause` is the id for marks and faults, `owner` the procedure or flow whose frame new cells join.

    `me` is None where nobody acts.  `in_action`: within an action, whose player is `action_me`; what he decides there
    belongs to the move that he took it by.  `secret` marks decisions inside `at once`.  `acted` is the window's cell
    that a non-pass sets.  `in_triggers`: triggers are being run, and are not run again.
    """

    clause: str
    owner: str
    locals: Mapping[LocalSymbol, m.Expr] = field(factory=dict)
    me: m.Expr | None = None
    in_action: bool = False
    action_me: m.Expr | None = None
    secret: bool = False
    acted: str | None = None
    in_triggers: bool = False
    left: str | None = None  # what a way out of the innermost loop sets before it breaks, if it must
    again: str | None = None  # where a decision begins that what is offered at any time stands at; `action_offers.py`
    live: frozenset[str] = frozenset()  # machine locals read later, though nothing in sight is told by them

    def bind(self, symbol: LocalSymbol, value: m.Expr) -> Env:
        return evolve(self, locals={**self.locals, symbol: value})

    def local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Return a machine local for `symbol`, where it is bound for an expression or a block."""
        name = self.fresh(symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def define_local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Return a machine local for `symbol`, where a statement defines it. A set's name says how many members it may
        have: blocks of the rulebook's that stand in line share one block of the machine, in which a local keeps its
        kind.
        """
        size = kind(symbol.type)
        name = self.fresh(f"{symbol.name} of {size}" if size else symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def fresh(self, stem: str) -> str:
        """Return a name for a machine local by which nothing in sight is told; the rulebook's own expressions may
        stand where it is bound.
        """
        told = [*self.locals.values(), *(who for who in (self.me, self.action_me) if who is not None)]
        used = {part.name for value in told for part in parts_of(value) if isinstance(part, m.Local)} | self.live
        name, n = stem, 2
        while name in used:
            name, n = f"{stem}_{n}", n + 1
        return name

    def without_reuse(self, name: str) -> Env:
        """Return an environment in which nothing reuses that machine local."""
        return evolve(self, live=self.live | {name})

    def player(self) -> m.Expr:
        """`me`, or seat 0 where nobody acts (a parameter nothing reads)."""
        return m.Const(0) if self.me is None else self.me


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
