"""Where names are stored while a body is lowered, and the notes that lowering keeps about tests.

A name is a local of the machine or a frame cell. Locals are known by their names alone, so lowering never uses one name
for two values that are visible together. A name of the rulebook is kept if possible. Other names begin with `#`; those
derived from a name of the rulebook put a word between: `#in x`.

An `Origin` notes the syntax of a test and the names in scope; `source_mapping.py` uses it to explain why a test fails.
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
    """What is known where an expression is lowered: the names in scope, the clause, the acting player.

    `clause` is the id for marks and faults; `owner` is the procedure or flow whose frame gets new cells. `me` is None
    if nobody acts. `in_action`: inside an action of the player `action_me`; further decisions by that player belong to
    the same move. `secret`: inside `at once`. `acted`: inside a `window`, the cell to set when a player does not pass.
    `in_triggers`: `whenever` rules are being tested, and are not tested again inside."""

    clause: str
    owner: str
    locals: Mapping[LocalSymbol, m.Expr] = field(factory=dict)
    me: m.Expr | None = None
    in_action: bool = False
    action_me: m.Expr | None = None
    secret: bool = False
    acted: str | None = None
    in_triggers: bool = False
    # the cell that an exit from the innermost loop sets so that the machine loop around it ends, too; None if not
    # needed
    left: str | None = None
    again: str | None = None  # the start of the decision that offers actions at any time (`action_offers.py`)
    live: frozenset[str] = frozenset()  # machine locals that are read later, although no visible expression uses them

    def bind(self, symbol: LocalSymbol, value: m.Expr) -> Env:
        return evolve(self, locals={**self.locals, symbol: value})

    def local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Bind a symbol to a fresh machine local in an expression or a block. Return the new environment and the
        local's name."""
        name = self.fresh(symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def define_local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Bind a symbol to a machine local that a statement defines. Return the new environment and the local's name.
        The name of a set contains its size: several blocks of the rulebook share one block of the machine, in which a
        local keeps its kind."""
        size = kind(symbol.type)
        name = self.fresh(f"{symbol.name} of {size}" if size else symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def fresh(self, stem: str) -> str:
        """Return a name for a machine local that no visible value uses, so that it captures nothing."""
        told = [*self.locals.values(), *(who for who in (self.me, self.action_me) if who is not None)]
        used = {part.name for value in told for part in parts_of(value) if isinstance(part, m.Local)} | self.live
        name, n = stem, 2
        while name in used:
            name, n = f"{stem}_{n}", n + 1
        return name

    def without_reuse(self, name: str) -> Env:
        """Return an environment in which the name of this machine local is not reused."""
        return evolve(self, live=self.live | {name})

    def player(self) -> m.Expr:
        """Return the acting player, or seat 0 if nobody acts (for a parameter that is then not read)."""
        return m.Const(0) if self.me is None else self.me


@frozen(eq=False)
class Origin:
    """One requirement of a test, noted for explanations: its sort (`what`), its syntax, and the names in scope.

    `value` is its machine expression, if that differs from the node's own. `layer` is the layer that adds it.
    `amounts`: how many things there are and how many are required. `picked` is the machine's local of the value to
    choose; adding `shift` to the value as written gives the local's."""

    what: ReasonKind
    node: s.Node
    env: Env
    value: m.Expr | None = None
    layer: str = ""
    amounts: tuple[m.Expr, m.Expr] | None = None
    picked: str = ""
    shift: int = 0


class Origins:
    """Notes on tests and sets: their requirements, as written in the rulebook. Tests and sets are known by identity, so
    they are kept alive here."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[object, tuple[Origin, ...]]] = {}
        self.never: dict[str, tuple[Origin, ...]] = {}
        self.truths: dict[str, tuple[s.Expr, Env]] = {}

    def test(self, value: m.Expr, *origins: Origin, name: str | None = None) -> m.Test:
        """Return a test with this value, after noting its requirements (`origins`) in order."""
        test = m.Test(value, name)
        self.note(test, *origins)
        return test

    def note(self, what: m.Test | m.Expr, *origins: Origin) -> None:
        self._noted[id(what)] = (what, origins)

    def of(self, what: m.Test | m.Expr) -> tuple[Origin, ...]:
        found = self._noted.get(id(what))
        return found[1] if found is not None and found[0] is what else ()
