"""The abstract syntax of prose: what a rule says, independent of the language.

There are four kinds of trees, the first three as in Grammatical Framework: noun phrases, conditions, steps
(instructions and sentences, with nested ones), and tables. `fun` names a construct: each grammar has a message with
that name. `sentences/` makes trees from clauses; `realiser.py`, `named_phrases.py` and `linearise.py`, each built on
the one before, turn phrases and conditions into words; `speaker.py` arranges the sentences in blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from ..model.types import DomainType, NumberType, OptionType, SetType, TruthType, Type

TreeArgument: TypeAlias = "Phrase | Condition | StepTree | int | str"


@frozen
class LexiconKey:
    """A name of the rulebook that the lexicon may have words for: `Suit`, `Suit.cups`, `hand_off.giver`."""

    name: str
    item: str | None = None


GRID: Final = "#grid"
"""The owner of the names `column` and `row`, which every grammar has words for."""


@frozen(eq=False)
class LocalName:
    """A name that is local to a part of a clause: a parameter, a pick, a member of a set."""

    owner: str
    name: str
    type: Type


# --------------------------------------------------------------------------------------------------------- noun phrases


@frozen(eq=False)
class Noun:
    """A noun as a tree: that of a type, or (`common`) a noun that every grammar has, such as "number"."""

    word: LexiconKey
    common: bool = False


@frozen(eq=False)
class ConstantPhrase:
    """A phrase for a named thing: a player, a member of an enumeration, a row of a table, a site."""

    word: LexiconKey
    sort: str


@frozen(eq=False)
class LocalPhrase:
    local: LocalName


@frozen(eq=False)
class Called:
    """A phrase for a fact, a kept value or a place: its noun has the key `word`, and the phrase links to the clause
    `target`. `slots` are its arguments; `owned`: the first is its owner. `value` says how to word it if not by its
    noun, such as `quoted` for a title in quotes."""

    word: LexiconKey
    slots: tuple[tuple[str, Phrase], ...]
    target: str
    plural: bool = False
    owned: bool = False
    value: str | None = None


@frozen(eq=False)
class Listed:
    items: tuple[Phrase, ...]
    joining: Literal["and", "or"]


@frozen(eq=False)
class Member:
    """A phrase that introduces a local name: `an inn`, `every inn`, `inns`. `source` says where its value comes from;
    `where` has the conditions on it."""

    local: LocalName
    noun: Noun
    source: ComposedPhrase | None = None
    where: Condition | None = None


@frozen(eq=False)
class ComposedPhrase:
    """A noun phrase made by the message `fun` of the grammar from its arguments."""

    fun: str
    args: Mapping[str, TreeArgument] = field(factory=dict)
    plural: bool = False


Phrase = Noun | ConstantPhrase | LocalPhrase | Called | Listed | Member | ComposedPhrase

# ----------------------------------------------------------------------------------------------------------- conditions


@frozen(eq=False)
class Holds:
    """A condition that the message `fun` of the grammar words, such as `less` or `empty`."""

    fun: str
    args: Mapping[str, TreeArgument] = field(factory=dict)
    negative: bool = False


@frozen(eq=False)
class Says:
    """A condition that the rulebook words itself (`says "…"`), or that is named after its clause, the `target` of its
    link. `slots` are its arguments."""

    word: LexiconKey
    slots: tuple[tuple[str, Phrase], ...]
    target: str
    negative: bool = False


@frozen(eq=False)
class JoinedCondition:
    parts: tuple[Condition, ...]
    joining: Literal["and", "or"]


@frozen(eq=False)
class Exists:
    member: Member
    negative: bool = False


@frozen(eq=False)
class Every:
    member: Member
    body: Condition


Condition = Holds | Says | JoinedCondition | Exists | Every

OPPOSITES: Mapping[str, str] = {
    "less": "at-least",
    "more": "at-most",
    "before": "not-before",
    "after": "not-after",
    "empty": "not-empty",
    "nothing-in": "something-in",
    "there-is-none": "there-is-one",
    "always": "never",
    "fewer-in": "at-least-in",
    "more-in": "at-most-in",
    "exactly-in": "not-exactly-in",
    "there-are-fewer": "there-are-at-least",
    "there-are-more": "there-are-at-most",
    "there-are-exactly": "there-are-not-exactly",
    "there-are-no": "there-are-some",
    "none-among": "some-among",
    "has-none": "has-some",
    "has-fewer": "has-at-least",
    "has-more": "has-at-most",
    "has-exactly": "has-not-exactly",
    "share": "share-none",
}
"""Conditions, by message, that have a message for their opposite."""
_NEGATED = {**OPPOSITES, **{no: yes for yes, no in OPPOSITES.items()}}


def negate(condition: Condition) -> Condition:
    """Return the opposite, with `not` moved inwards to its natural place."""
    match condition:
        case Holds(fun="after-holds" | "depending" | "let-holds", args=args):
            inner = {k: v if k == "condition" and "then" in args else _negate_argument(v) for k, v in args.items()}
            return evolve(condition, args=inner)
        case Holds(fun=fun) if fun in _NEGATED:
            return evolve(condition, fun=_NEGATED[fun])
        case Holds() | Says() | Exists():
            return evolve(condition, negative=not condition.negative)
        case JoinedCondition(parts=parts, joining=joining):
            return join_conditions(tuple(negate(part) for part in parts), "or" if joining == "and" else "and")
        case Every(member=member, body=body):
            return Exists(narrow(member, negate(body)))


def _negate_argument(arg: TreeArgument) -> TreeArgument:
    return negate(arg) if isinstance(arg, Condition) else arg


def constant_truth(condition: TreeArgument | None) -> bool | None:
    """Return whether a condition is the constant `always` or `never`; None if it is neither."""
    if isinstance(condition, Holds) and condition.fun in ("always", "never"):
        return condition.fun == "always"
    return None


def decision(holds: bool) -> Condition:
    """Return the condition that always holds, or (not `holds`) the one that never does."""
    return Holds("always" if holds else "never")


def join_conditions(parts: tuple[Condition, ...], joining: Literal["and", "or"]) -> Condition:
    """Return the conjunction or disjunction of conditions, flattened; constant parts decide the whole, or are left
    out."""
    idle = joining == "and"
    if any(constant_truth(part) is not idle for part in parts if constant_truth(part) is not None):
        return decision(not idle)
    flat: list[Condition] = []
    for part in parts:
        if constant_truth(part) is None:
            flat += part.parts if isinstance(part, JoinedCondition) and part.joining == joining else (part,)
    if not flat:
        return decision(idle)
    return flat[0] if len(flat) == 1 else JoinedCondition(tuple(flat), joining)


def narrow(member: Member, condition: Condition | None) -> Member:
    """Return a member with one more condition, unless the condition always holds."""
    if condition is None or constant_truth(condition):
        return member
    return evolve(
        member, where=condition if member.where is None else join_conditions((member.where, condition), "and")
    )


# ---------------------------------------------------------------------------------------------------------------- steps


@frozen(eq=False)
class StepTree:
    """A sentence, made by the message `fun` from `args`, and the steps nested under it (`body`), which become a
    numbered list or (`bullets`) one without numbers."""

    fun: str
    args: Mapping[str, TreeArgument] = field(factory=dict)
    body: tuple[StepTree | TableTree, ...] = ()
    bullets: bool = False


@frozen(eq=False)
class TableTree:
    """The head and the rows of a table."""

    head: tuple[Phrase | str, ...]
    rows: tuple[tuple[Phrase | str, ...], ...]


Steps = tuple[StepTree, ...]
Tree = Phrase | Condition | StepTree


def noun_of(t: Type | None) -> Noun:
    """Return the noun for the values of a type."""
    match t:
        case DomainType(domain=domain):
            if domain.sort in ("player", "direction", "answers"):
                return Noun(LexiconKey(domain.sort), common=True)
            return Noun(LexiconKey(domain.name))
        case OptionType(item=item) | SetType(item=item):
            return noun_of(item)
        case NumberType():
            return Noun(LexiconKey("number"), common=True)
        case TruthType():
            return Noun(LexiconKey("truth"), common=True)
    return Noun(LexiconKey("thing"), common=True)
