"""The result of checking: a rulebook with all names and types known, which has passed every check.

Only `check_rulebook` makes a CheckedModel, so later stages may rely on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from attrs import frozen

from ..model.rulebook import Rulebook
from ..model.symbols import LocalSymbol, Symbol
from ..model.types import Domain, Type, Value
from ..syntax import nodes as s

PickAudience = Literal["all", "me"] | s.Ref | s.Index
"""Who sees a pick: all, only the player who picks (`me`), or those who see this place."""


class TextValue(NamedTuple):
    """The value of an expression between braces in a text, or in a cell of a section's table, with its type. `form` is
    the grammatical form in which to state it, if it is not the usual one. With `whole`, it stands for a whole type, and
    `form` is a form of the type's noun, as in `{Follower|plural}`."""

    type: Type
    value: Value
    form: str = ""
    whole: bool = False


@frozen(eq=False)
class CheckedModel:
    """A rulebook that has passed all checks, with what they found out about it. Each table is described here as KEY ->
    VALUE; syntax nodes are keys by identity.

    symbols: every declared name, and `Player` and `XDirection`, -> its symbol; names of all kinds share one space.
    refs: Ref, Index, Call, Attribute, Name (of do, positions, records, events, choices, facts of exceptions, procedures
      of steps) -> its symbol; NamedType -> DomainSymbol; a Ref or Attribute (`Kind.member`) that is a constant ->
      ConstantSymbol; `flow` as the procedure of a step has none.
    types: every expression node -> its type (a bare constant used as an optional keeps its own; the lowering converts).
      A domain's name, a place (not of one) and a range have the type of a set; a place of one that of an optional
      piece.  The callee of Perform has its result's type, or ErrorType; that of Announce has none.
    binds: Binder, Let, Param, KeepHere, Window, Reach (source), (Reach, "target"), Dimension, Field (in a population),
      When.params, When.seat, ExceptionClause.params (a constant among them, too) -> LocalSymbol.  A Choose has two:
      (choose, "member") is x inside `where` and `totalling`; its binder is x afterwards (the set chosen, or an
      optional value if `otherwise none`).
    arguments: Call of a fact, procedure, event or constructor -> its arguments in the order of the parameters.
    initial: KeepClause -> its first values, row-major over its dimensions.
    flow: ids (`procedure x`, `event e`, `rule r`, `action a`, `flow f`) of what asks, draws, takes turns or ends the
      game (effect_analysis.py).
    patterns: ExceptionClause, RuleClause -> the conditions of its heading besides `where`: the argument must equal each
      parameter that is written as a constant.
    examples: ids of the examples meant for this configuration; the others were not checked.
    picks: statements that pick, without `seen by` -> who sees the pick (information/picks.py).
    laying: loops that move pieces from a hidden place to where others see them, and so show how many pieces there are
      (information/picks.py).
    texts: the text of a summary or a section -> its values, in their order; only texts that have any.
    rows: the table of a section -> its cells, row by row.
    printed: the value of a parameter in an example's `play`, `allow` or `refuse` -> how it prints in a label."""

    rulebook: Rulebook
    players: Domain
    symbols: Mapping[str, Symbol]
    refs: Mapping[s.Node, Symbol]
    types: Mapping[s.Node, Type]
    binds: Mapping[object, LocalSymbol]
    arguments: Mapping[s.Call, tuple[s.Expr, ...]]
    initial: Mapping[s.KeepClause, tuple[Value, ...]]
    flow: frozenset[str]
    examples: frozenset[str]
    patterns: Mapping[s.Clause, tuple[s.Expr, ...]]
    printed: Mapping[s.Expr, str]
    texts: Mapping[s.Text, tuple[TextValue, ...]]
    rows: Mapping[s.SectionTable, tuple[tuple[TextValue, ...], ...]]
    picks: Mapping[s.Pick, PickAudience]
    laying: frozenset[s.Stmt]
