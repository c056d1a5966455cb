"""What making trees knows: the checked model, the locals in sight, and which handler makes a tree of which node.

Each module beside this one enters its handlers (`phrase_of`, `condition_of`, `steps_of`, `sentences_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeVar

from ...check.checked import CheckedModel
from ...model.symbols import LocalSymbol, Symbol
from ...model.types import DomainType, NumberType, OptionType, SetType, TruthType, Type
from ...syntax import nodes as s
from ...syntax.traversal import written_lines
from ..tree import Called, Condition, LexiconKey, LocalName, LocalPhrase, Noun, Phrase, StepTree, TableTree

PhraseHandler = Callable[["Context", Any], Phrase]
ConditionHandler = Callable[["Context", Any], Condition]
StepHandler = Callable[..., tuple[StepTree, ...]]
"""Of the context and a statement; of choices on one line, of all of them."""
SentenceHandler = Callable[["Context", Any], tuple[StepTree | TableTree, ...]]

PHRASES: dict[type, PhraseHandler] = {}
CONDITIONS: dict[type, ConditionHandler] = {}
STEPS: dict[type, StepHandler] = {}
SENTENCES: dict[type, SentenceHandler] = {}


H = TypeVar("H")


def _enters(table: dict[type, H]) -> Callable[..., Callable[[H], H]]:
    def of(*kinds: type) -> Callable[[H], H]:
        def enter(handler: H) -> H:
            for kind in kinds:
                table[kind] = handler
            return handler

        return enter

    return of


phrase_of = _enters(PHRASES)
condition_of = _enters(CONDITIONS)
steps_of = _enters(STEPS)
sentences_of = _enters(SENTENCES)


class LexiconLookup(Protocol):
    """What the lexicon knows of locals: by which noun each goes."""

    def local(self, local: LocalName) -> str: ...

    def has_sentence(self, word: LexiconKey) -> bool: ...

    def alike(self, one: Noun, other: Noun) -> bool: ...

    def has_plural(self, word: LexiconKey) -> bool: ...

    def has_text(self, word: LexiconKey) -> bool: ...

    def has_noun(self, word: LexiconKey) -> bool: ...

    def has_names(self, word: LexiconKey) -> bool: ...

    def picked(self, word: LexiconKey, phrase: str) -> str | None: ...


BY_TURNS: Final = "by-turns"
"""Which way round the table turns go where two play: none."""
KnownName = Callable[[str, Type], Phrase | None]
"""What a local from outside is at a moment of play, where that is told instead of its name; of `me`, too."""


class Context:
    """Trees for one clause.  `letters` are the locals that need one, for another by the same noun is in sight."""

    def __init__(self, model: CheckedModel, naming: LexiconLookup, owner: str) -> None:
        self.model = model
        self.owner = owner
        self.letters: dict[LocalName, str] = {}
        self._naming = naming
        self._visible: list[LocalName] = []
        self._locals: dict[LocalSymbol, LocalName] = {}
        self.known: KnownName | None = None
        self.told: dict[s.Expr, Phrase] = {}  # expressions that are said by what they are at that moment

    # -------------------------------------------------------------------------------------------------------- trees

    def phrase(self, node: s.Expr) -> Phrase:
        return self.told[node] if node in self.told else PHRASES[type(node)](self, node)

    def condition(self, node: s.Expr) -> Condition:
        return CONDITIONS[type(node)](self, node)

    def maybe(self, node: s.Expr | None) -> Condition | None:
        return None if node is None else self.condition(node)

    def steps(self, body: Iterable[s.Stmt]) -> tuple[StepTree, ...]:
        """The steps of a body, in a scope of its own.  What ends it behind an "if" that ends it is done otherwise."""
        with self.scope():
            made: list[StepTree] = []
            before: s.Stmt | None = None
            for stmt, *more in written_lines(tuple(body)):
                steps = STEPS[type(stmt)](self, stmt, *more)
                other = isinstance(stmt, s.Over | s.Return) and isinstance(before, s.If) and _leaves(before)
                made += (StepTree("else", {}, steps),) if other else steps
                before = stmt
            return tuple(made)

    # ------------------------------------------------------------------------------------------------------- tables

    @property
    def is_for_two(self) -> bool:
        """Whether never more than two may play, of whom neither sits clockwise."""
        return self.model.rulebook.header.is_for_two

    def round_the_table(self, way: s.Way) -> s.Way:
        return self.model.rulebook.header.round_the_table(way)

    def type(self, node: s.Expr) -> Type | None:
        return self.model.types.get(node)

    def symbol(self, node: s.Node) -> Symbol | None:
        return self.model.refs.get(node)

    def is_truth(self, node: s.Expr) -> bool:
        return isinstance(self.type(node), TruthType)

    # ------------------------------------------------------------------------------------------------------- locals

    @contextmanager
    def scope(self) -> Iterator[None]:
        held = len(self._visible)
        yield
        del self._visible[held:]

    def declare(self, node: object, owner: str | None = None) -> LocalName:
        """A new local, from here on in sight; one whose noun another in sight has makes both take letters."""
        symbol = self.model.binds[node]
        return self.enter(symbol, symbol.name, symbol.type, owner)

    def enter(self, symbol: LocalSymbol, name: str, t: Type, owner: str | None = None) -> LocalName:
        local = LocalName(owner or self.owner, name, t)
        self._locals[symbol] = local
        noun = self._naming.local(local)
        alike = [other for other in self._visible if self._naming.local(other) == noun]
        if alike:
            for n, other in enumerate((*alike, local)):
                self.letters.setdefault(other, chr(ord("A") + n) if n < 26 else str(n + 1))
        self._visible.append(local)
        return local

    def alias(self, node: object, local: LocalName) -> None:
        """Another symbol for the same thing: what is picked, before it is."""
        self._locals[self.model.binds[node]] = local

    def has_sentence(self, word: LexiconKey) -> bool:
        """Whether the rulebook brings a sentence (`says`) for this."""
        return self._naming.has_sentence(word)

    def picked(self, name: str, phrase: s.Text | None) -> str | None:
        """What a person wrote about a choice, in the language wanted."""
        return None if phrase is None else self._naming.picked(LexiconKey(self.owner, name), phrase.value)

    def alike(self, one: Noun, other: Noun) -> bool:
        """Whether both are called the same: a colour that is a colour."""
        return self._naming.alike(one, other)

    def has_plural(self, tree: Phrase) -> bool:
        """Whether this is a set by a noun of its own: `your men`, `the players who have folded`."""
        return isinstance(tree, Called) and tree.value is None and tree.plural and self._naming.has_plural(tree.word)

    def has_names(self, word: LexiconKey) -> bool:
        """Whether things of a kind are named by their attributes."""
        return self._naming.has_names(word)

    def has_noun(self, local: LocalName) -> bool:
        """Whether the rulebook gives a local a noun."""
        return self._naming.has_noun(LexiconKey(local.owner, local.name))

    def has_text(self, word: LexiconKey) -> bool:
        """Whether it is named in a text with slots."""
        return self._naming.has_text(word)

    def has_name(self, local: LocalName) -> bool:
        """Whether a local goes by another noun than that of its kind: a goal, which is a point."""
        kind = LocalName("", "#", local.type)
        return self._naming.local(local) != self._naming.local(kind)

    def variable_of(self, local: LocalName) -> LocalPhrase:
        return LocalPhrase(local)

    def variable(self, symbol: LocalSymbol) -> Phrase:
        local = self._locals.get(symbol)
        if local is None and self.known is not None and (told := self.known(symbol.name, symbol.type)) is not None:
            return told
        if local is None:
            local = LocalName(self.owner, symbol.name, symbol.type)
            self._locals[symbol] = local
        return LocalPhrase(local)


def _leaves(node: s.If) -> bool:
    """Whether all that an "if" without an otherwise does ends what it stands in."""
    if not node.otherwise:
        return bool(node.then) and isinstance(node.then[-1], s.Over | s.Return | s.Leave)
    return False


def noun_of(t: Type | None) -> Noun:
    """The noun of what a type holds."""
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
