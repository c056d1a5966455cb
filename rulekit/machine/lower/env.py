"""The scopes of names while a body is lowered, and the origins of tests: what they say in the rulebook.

Each name of a body is a local of the machine or a frame cell. Locals have no identity except their names, so lowering
never uses one name for two values that are visible at the same place. It keeps a name of the rulebook if possible.
Names that the rulebook does not contain begin with `#`. Some of these are derived from a name of the rulebook; then
another word comes first: `#in x`.

An `Origin` records the syntax of a test and the names in scope. `source_mapping.py` needs both to explain why a test
fails.
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
    """The environment of an expression or statement that is lowered: the names in scope, the clause, the acting player.

    `clause` is the id of the clause for marks and faults; `owner` is the clause in whose frame new cells are made.
    `locals` maps each name to an expression for its value. `me` is the acting player, None if nobody acts. `in_action`:
    this is inside an action of the player `action_me`, whose further decisions belong to the same move. `secret`:
    inside `at once`. `acted`: inside a `window`, the cell to set if a player does something else than pass.
    `in_triggers`: this runs while `whenever` rules are tested, so it does not test them again."""

    clause: str
    owner: str
    locals: Mapping[LocalSymbol, m.Expr] = field(factory=dict)
    me: m.Expr | None = None
    in_action: bool = False
    action_me: m.Expr | None = None
    secret: bool = False
    acted: str | None = None
    in_triggers: bool = False
    # One loop of the rulebook may be two loops of the machine, one in the other. Then this is the local that an exit
    # sets in the inner loop, so that the outer loop ends, too. Otherwise it is None.
    left: str | None = None
    again: str | None = None  # the node where the next decision begins if it offers actions at any time; otherwise None
    live: frozenset[str] = frozenset()  # further locals of the machine that are read later, so they must not be reused

    def bind(self, symbol: LocalSymbol, value: m.Expr) -> Env:
        return evolve(self, locals={**self.locals, symbol: value})

    def local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Bind a symbol to a new local of the machine that a loop or another expression defines. Return the environment
        with this binding and the local's name."""
        name = self.fresh(symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def define_local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Bind a symbol to a new local of the machine that a statement defines. Return the environment with this
        binding and the local's name. The name of a set contains its size. Several blocks of the rulebook may become one
        block of the machine, and in one block a local must always have the same kind of value."""
        size = kind(symbol.type)
        name = self.fresh(f"{symbol.name} of {size}" if size else symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def fresh(self, stem: str) -> str:
        """Return a name that begins with `stem` for a new local of the machine. The name is not used by any value in
        scope, so it hides none."""
        told = [*self.locals.values(), *(who for who in (self.me, self.action_me) if who is not None)]
        used = {part.name for value in told for part in parts_of(value) if isinstance(part, m.Local)} | self.live
        name, n = stem, 2
        while name in used:
            name, n = f"{stem}_{n}", n + 1
        return name

    def without_reuse(self, name: str) -> Env:
        """Return an environment in which `fresh` never returns this name."""
        return evolve(self, live=self.live | {name})

    def player(self) -> m.Expr:
        """Return the expression for the acting player. If nobody acts, it is seat 0; the callee does not read the value
        then."""
        return m.Const(0) if self.me is None else self.me


@frozen(eq=False)
class Origin:
    """A requirement of a test, for explanations: what sort of requirement it is (`what`), its syntax (`node`), and the
    names in scope (`env`).

    `value` is its machine expression; None if that can be computed from `node`. `layer` is the layer that adds the
    requirement. `amounts` are the number of things available and the number required. `picked` is the machine's local
    for the value to choose; the local's value is the value as written plus `shift`."""

    what: ReasonKind
    node: s.Node
    env: Env
    value: m.Expr | None = None
    layer: str = ""
    amounts: tuple[m.Expr, m.Expr] | None = None
    picked: str = ""
    shift: int = 0


class Origins:
    """A mapping from tests, and from sets over which parameters run, to their requirements in the rulebook. Keys are
    compared by identity, so the mapping keeps them alive. `never` has the reasons why an action is never offered;
    `truths` has the conditions of examples and invariants."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[object, tuple[Origin, ...]]] = {}
        self.never: dict[str, tuple[Origin, ...]] = {}
        self.truths: dict[str, tuple[s.Expr, Env]] = {}

    def test(self, value: m.Expr, *origins: Origin, name: str | None = None) -> m.Test:
        """Return a new test with this value, and record its requirements `origins`, in order."""
        test = m.Test(value, name)
        self.note(test, *origins)
        return test

    def note(self, what: m.Test | m.Expr, *origins: Origin) -> None:
        self._noted[id(what)] = (what, origins)

    def of(self, what: m.Test | m.Expr) -> tuple[Origin, ...]:
        found = self._noted.get(id(what))
        return found[1] if found is not None and found[0] is what else ()
