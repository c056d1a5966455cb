"""The context in which a clause becomes trees: the checked model, the local names in scope, and the tables of handlers.

The modules of this folder register a handler for each class of syntax nodes by the decorators `phrase_handler`,
`condition_handler` and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, Final, TypeVar

from ...check.checked import CheckedModel
from ...model.symbols import LocalSymbol, Symbol
from ...model.types import TruthType, Type
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import lines_of_body
from .. import tree as tr
from ..nouns import Nouns

PhraseHandler = Callable[["Context", Any], tr.Phrase]
ConditionHandler = Callable[["Context", Any], tr.Condition]
StepHandler = Callable[..., tr.StepTree | tr.Steps]
"""A function from the context and a statement (or all choices on one line) to steps, which are its sentences."""
SentenceHandler = Callable[["Context", Any], tuple[tr.StepTree | tr.TableTree, ...]]

PHRASES: dict[type, PhraseHandler] = {}
CONDITIONS: dict[type, ConditionHandler] = {}
STEPS: dict[type, StepHandler] = {}
SENTENCES: dict[type, SentenceHandler] = {}
REVEALS: dict[type, str] = {}
"""A mapping from classes of statements to the WORD in the name of a message, `reveals-WORD`. It says what a statement
with `, reveals` shows to all players."""


H = TypeVar("H")


def _enters(table: dict[type, H]) -> Callable[..., Callable[[H], H]]:
    """Return a function that makes decorators. A decorator registers a handler for classes of nodes in this table."""

    def handler_of(*kinds: type) -> Callable[[H], H]:
        def enter(handler: H) -> H:
            table.update(dict.fromkeys(kinds, handler))
            return handler

        return enter

    return handler_of


phrase_handler = _enters(PHRASES)
condition_handler = _enters(CONDITIONS)
_enter_statement = _enters(STEPS)
clause_handler = _enters(SENTENCES)


def statement_handler(kind: type, reveals: str = "") -> Callable[[StepHandler], StepHandler]:
    """Return a decorator that registers a handler for a class of statements. `reveals` becomes the entry of the class
    in `REVEALS`."""
    REVEALS[kind] = reveals
    return _enter_statement(kind)


BY_TURNS: Final = "by-turns"
"""Stands for the direction around the table in a game for two, in which both directions are the same."""
KnownName = Callable[[str, Type], tr.Phrase | None]
"""A function from a local name (or `me`) and its type to a phrase for its present value; None if its name is shown."""


NAMED_TRUTHS: Final = (s.Truth, s.Ref, s.Index, s.Attribute)
"""Expressions of type truth that may have a phrase of their own; the phrase for all others is `whether …`."""


class Context:
    """Makes the trees of one clause, and stores its scope. `letters` tell local names with the same noun apart."""

    def __init__(self, model: CheckedModel, nouns: Nouns, owner: str) -> None:
        self.model = model
        self.owner = owner
        self.letters: dict[tr.LocalName, str] = {}
        self.nouns = nouns
        self._called: set[str] = set()  # the nouns of facts, kept values and places in this clause
        self._visible: list[tr.LocalName] = []
        self._locals: dict[LocalSymbol, tr.LocalName] = {}
        self._you: LocalSymbol | None = None
        self.origins: dict[LocalSymbol, str] = {}  # the text of the set from which a local name is taken
        self.known: KnownName | None = None
        self.told: dict[s.Expr, tr.Phrase] = {}  # expressions, and phrases for their present values

    # ------------------------------------------------------------------------------------------ trees from syntax nodes

    def phrase(self, node: s.Expr) -> tr.Phrase:
        if node in self.told:
            return self.told[node]
        if self.is_truth(node) and not isinstance(node, NAMED_TRUTHS):
            return tr.ComposedPhrase("whether", {"condition": self.condition(node)})
        return PHRASES[type(node)](self, node)

    def condition(self, node: s.Expr) -> tr.Condition:
        return CONDITIONS[type(node)](self, node)

    def maybe(self, node: s.Expr | None) -> tr.Condition | None:
        """Return the tree of a condition. Return None if there is no condition, or if the answers to options decide
        that it holds."""
        made = None if node is None else self.condition(node)
        return None if tr.constant_truth(made) else made

    def is_ruled_out(self, body: Iterable[s.Stmt]) -> bool:
        """Return whether the answers to options decide that a requirement at the start of a body never holds."""
        first = takewhile(lambda stmt: isinstance(stmt, s.Require), body)
        asked = (stmt.condition for stmt in first if isinstance(stmt, s.Require))
        return any(tr.constant_truth(self.condition(one)) is False for one in asked)

    def steps(self, body: Iterable[s.Stmt]) -> tr.Steps:
        """Return the steps of a body, in a new scope. An end of the game or a return becomes an "otherwise" if it
        follows an `if` that always leaves the body."""
        with self.scope():
            made: list[tr.StepTree] = []
            before: s.Stmt | None = None
            for stmt, *more in lines_of_body(tuple(body)):
                steps = self._steps(stmt, *more)
                other = does(stmt, "ends", "returns") and _leaves(before)
                made += (tr.StepTree("else", {}, steps),) if other else steps
                before = stmt
            return tuple(made)

    def body(self, body: Iterable[s.Stmt]) -> tr.Steps:
        """Return the steps of a body for a sentence that needs at least one; if there are none, return the step
        "nothing happens"."""
        return self.steps(body) or (tr.StepTree("nothing-happens"),)

    def _steps(self, stmt: s.Stmt, *more: s.Stmt) -> tr.Steps:
        """Return the steps of a statement, followed by the sentence on what it shows to all players, if anything."""
        steps = STEPS[type(stmt)](self, stmt, *more)
        steps = (steps,) if isinstance(steps, tr.StepTree) else steps
        revealed = REVEALS[type(stmt)] if getattr(stmt, "reveals", False) else ""
        return (*steps, tr.StepTree(f"reveals-{revealed}")) if revealed else steps

    # ------------------------------------------------------------------------------------ look-ups in the checked model

    @property
    def is_for_two(self) -> bool:
        """Return whether at most two players may play, so that sentences need not say "clockwise"."""
        return self.model.rulebook.header.is_for_two

    def round_the_table(self, way: s.Way) -> s.Way:
        return self.model.rulebook.header.round_the_table(way)

    def type(self, node: s.Expr) -> Type | None:
        return self.model.types.get(node)

    def symbol(self, node: s.Node) -> Symbol | None:
        return self.model.refs.get(node)

    def is_truth(self, node: s.Expr) -> bool:
        return isinstance(self.type(node), TruthType)

    # --------------------------------------------------------------------------------------------- local names in scope

    @contextmanager
    def scope(self) -> Iterator[None]:
        held = len(self._visible)
        yield
        del self._visible[held:]

    def declare(self, node: object, owner: str | None = None) -> tr.LocalName:
        """Enter a new local name into the scope and return it. It gets a letter if something else in scope has the same
        noun."""
        symbol = self.model.binds[node]
        return self.enter(symbol, symbol.name, symbol.type, owner)

    def enter(self, symbol: LocalSymbol, name: str, t: Type, owner: str | None = None) -> tr.LocalName:
        local = self._locals.setdefault(symbol, tr.LocalName(owner or self.owner, name, t))
        noun = self.nouns.local(local)
        alike = [other for other in self._visible if self.nouns.local(other) == noun and other is not local]
        if alike:
            for n, other in enumerate((*alike, local)):
                self.letters.setdefault(other, chr(ord("A") + n) if n < 26 else str(n + 1))
        elif noun in self._called:
            self.letters.setdefault(local, "A")
        self._visible.append(local)
        return local

    def called(self, tree: tr.Called) -> tr.Called:
        """Return the phrase of a fact, a kept value or a place unchanged. A local name with the same noun gets a
        letter, as in "set the number to number A"."""
        if not tree.slots:
            noun = self.nouns.without_article(self.nouns.name_forms(tree).singular)
            self._called.add(noun)
            for local in self._visible:
                if self.nouns.local(local) == noun:
                    self.letters.setdefault(local, "A")
        return tree

    def alias(self, node: object, local: tr.LocalName) -> None:
        """Let another binder's symbol mean the same local name."""
        self._locals[self.model.binds[node]] = local

    def address(self, symbol: LocalSymbol) -> tr.Phrase:
        """Let sentences call the player with this local name "you", and return the phrase "you"."""
        self._you = symbol
        return tr.ComposedPhrase("me")

    def pick_phrase(self, name: str, phrase: s.Text | None) -> str | None:
        """Return the author's phrase for what is picked, in this language; None if there is none."""
        return None if phrase is None else self.nouns.pick_phrase(tr.LexiconKey(self.owner, name), phrase.value)

    def has_plural(self, tree: tr.Phrase) -> bool:
        """Return whether a phrase is a set with a plural noun of its own, such as `your men` or `the players who have
        folded`."""
        return isinstance(tree, tr.Called) and tree.value is None and tree.plural and self.nouns.has_plural(tree.word)

    def has_noun(self, local: tr.LocalName) -> bool:
        """Return whether the rulebook has a noun for a local name."""
        return self.nouns.has_noun(tr.LexiconKey(local.owner, local.name))

    def has_name(self, local: tr.LocalName) -> bool:
        """Return whether the noun of a local name differs from the noun of its type, such as `goal` for a point of a
        board."""
        kind = tr.LocalName("", "#", local.type)
        return self.nouns.local(local) != self.nouns.local(kind)

    def variable(self, symbol: LocalSymbol) -> tr.Phrase:
        if symbol is self._you:
            return tr.ComposedPhrase("me")
        local = self._locals.get(symbol)
        if local is None and self.known is not None and (told := self.known(symbol.name, symbol.type)) is not None:
            return told
        if local is None:
            local = tr.LocalName(self.owner, symbol.name, symbol.type)
            self._locals[symbol] = local
        return tr.LocalPhrase(local)


def _leaves(stmt: s.Stmt | None) -> bool:
    """Return whether a statement is an `if` without `else` whose body always leaves the surrounding block."""
    then: tuple[s.Stmt, ...] = getattr(stmt, "then", ())
    return bool(then) and does(then[-1], "ends", "returns", "leaves") and not getattr(stmt, "otherwise", ())
