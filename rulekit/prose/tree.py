"""The abstract syntax of prose: what a rule says, independent of the natural language.

There are four kinds of trees: noun phrases, conditions, steps (instructions and sentences, which may contain other
steps), and tables. The first three are as in Grammatical Framework. The attribute `fun` of a tree is the name of a
message that each grammar has. `sentences/` makes trees from clauses. `realiser.py`, `named_phrases.py` and
`linearise.py` turn phrases and conditions into words; `speaker.py` arranges the sentences in blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from ..model.types import DomainType, NumberType, OptionType, SetType, TruthType, Type

TreeArgument: TypeAlias = "Phrase | Condition | StepTree | int | str"


@frozen
class LexiconKey:
    """The key under which the lexicon stores the words for a name: `Suit`, `Suit.cups`, `hand_off.giver`."""

    name: str
    item: str | None = None


GRID: Final = "#grid"
"""The owner of the local names `column` and `row`; every grammar has words for them."""


@frozen(eq=False)
class LocalName:
    """A name that is valid in a part of a clause: a parameter, a pick, a member of a set. `owner` is the clause's key
    in the lexicon."""

    owner: str
    name: str
    type: Type


# ----------------------------------------------------------------------------------------------- trees for noun phrases


@frozen(eq=False)
class Noun:
    """A noun as a tree: the noun of a type or, if `common` is True, a noun such as "number" that every grammar has."""

    word: LexiconKey
    common: bool = False


@frozen(eq=False)
class ConstantPhrase:
    """A phrase for a named thing: a player, a member of an enumeration, a row of a table, or a site. `sort` says
    which."""

    word: LexiconKey
    sort: str


@frozen(eq=False)
class LocalPhrase:
    local: LocalName


@frozen(eq=False)
class Called:
    """A phrase for a fact, a kept value, a place, an attribute, a procedure, or a title.

    `word` is the key of its words in the lexicon. `slots` are its arguments with their names; if `owned` is True, the
    first one is its owner. The phrase links to the clause `target`, if not "". `value` says how to put it into words if
    not by its noun, such as `quoted` for a title in quotes."""

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
    """A phrase that introduces a local name, such as `an inn`, `every inn` or `inns`. `source` says which set it is
    taken from, and `where` which conditions it meets; None means no restriction."""

    local: LocalName
    noun: Noun
    source: ComposedPhrase | None = None
    where: Condition | None = None


@frozen(eq=False)
class ComposedPhrase:
    """A noun phrase whose words come from the grammar's message `fun` with these arguments."""

    fun: str
    args: Mapping[str, TreeArgument] = field(factory=dict)
    plural: bool = False


Phrase = Noun | ConstantPhrase | LocalPhrase | Called | Listed | Member | ComposedPhrase

# ------------------------------------------------------------------------------------------------- trees for conditions


@frozen(eq=False)
class Holds:
    """A condition whose words come from the grammar's message `fun`, such as `less` or `empty`."""

    fun: str
    args: Mapping[str, TreeArgument] = field(factory=dict)
    negative: bool = False


@frozen(eq=False)
class Says:
    """A condition for which the rulebook has a sentence (`says "…"`), or else the title of its clause. `slots` are its
    arguments, and its words link to the clause `target`."""

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
"""A mapping from the messages of conditions to the messages of their opposites."""
_NEGATED = {**OPPOSITES, **{no: yes for yes, no in OPPOSITES.items()}}


def negate(condition: Condition) -> Condition:
    """Return the negation of a condition. The `not` is moved inwards, to where a sentence would have it."""
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
    """Return True for the condition `always`, False for `never`, and None for any other tree."""
    if isinstance(condition, Holds) and condition.fun in ("always", "never"):
        return condition.fun == "always"
    return None


def decision(holds: bool) -> Condition:
    """Return the condition `always` if `holds` is True, else the condition `never`."""
    return Holds("always" if holds else "never")


def join_conditions(parts: tuple[Condition, ...], joining: Literal["and", "or"]) -> Condition:
    """Return all conditions joined by `and` or `or`, without nesting. A part that is `always` or `never` decides the
    whole or is left out."""
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
    """Return a member phrase with one more condition; unchanged if the condition is None or `always`."""
    if condition is None or constant_truth(condition):
        return member
    return evolve(
        member, where=condition if member.where is None else join_conditions((member.where, condition), "and")
    )


# ----------------------------------------------------------------------------------------------- trees for instructions


@frozen(eq=False)
class StepTree:
    """A sentence, whose words come from the message `fun` with these arguments, and the steps nested in it (`body`).
    These become a numbered list or, if `bullets` is True, a list without numbers."""

    fun: str
    args: Mapping[str, TreeArgument] = field(factory=dict)
    body: tuple[StepTree | TableTree, ...] = ()
    bullets: bool = False


@frozen(eq=False)
class TableTree:
    """A table: the headings of its columns (`head`), and its rows."""

    head: tuple[Phrase | str, ...]
    rows: tuple[tuple[Phrase | str, ...], ...]


Steps = tuple[StepTree, ...]
Tree = Phrase | Condition | StepTree


def noun_of(t: Type | None) -> Noun:
    """Return the noun for the values of a type; for a set or an optional value, the noun for its members."""
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
