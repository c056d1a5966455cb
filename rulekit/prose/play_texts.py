"""Texts about play: why something cannot be done, what changed at the table, and values and conditions in a position.

`Speaker` inherits these methods.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from ..deep_calls import DEEP
from ..model.symbols import KeepSymbol, LocalSymbol, PlaceSymbol
from ..syntax import nodes as s
from ..syntax.traversal import walk
from .happenings import Refusal, value_of
from .linearise import Linearizer
from .nouns import Nouns
from .prose_blocks import ProseBlock, blocks_text, first_letter
from .section_texts import SectionTexts
from .sentences import Context
from .sentences.example_sentences import refusal_steps
from .sentences.phrases import constant_phrase, holder_phrase
from .sentences.table_changes import TableChange, table_change
from .tree import Exists, LexiconKey, Member, StepTree, TableTree, constant_truth, negate, noun_of


class PlayTexts(SectionTexts):
    """The methods of a `Speaker` for texts about play."""

    _nouns: Nouns

    @abstractmethod
    def _blocks(self, context: Context, trees: tuple[StepTree | TableTree, ...]) -> tuple[ProseBlock, ...]: ...

    @abstractmethod
    def _says(self, context: Context) -> Linearizer: ...

    @abstractmethod
    def _words(self, said: str) -> str: ...

    def refusal(self, label: str, seat: int | None, refusal: Refusal) -> tuple[ProseBlock, ...]:
        """Return the explanation why the option with this label cannot be chosen."""
        context = Context(self.model, self._nouns, label)
        with DEEP:
            return self._blocks(context, refusal_steps(context, label, seat, refusal))

    def none_fits(self, label: str, expr: s.Expr, name: str) -> str:
        """Return the sentence that no value of an action's parameter `name` meets a condition."""
        context = Context(self.model, self._nouns, label)
        symbols = (context.symbol(node) for node in walk(expr) if isinstance(node, s.Ref))
        symbol = next(one for one in symbols if isinstance(one, LocalSymbol) and one.name == name)
        with DEEP:
            local = context.enter(symbol, name, symbol.type)
            member = Member(local, noun_of(symbol.type), where=context.condition(expr))
            none = StepTree("it-is-so", {"condition": Exists(member, negative=True)})
            return blocks_text(self._blocks(context, (none,)))

    def requirement(self, label: str, expr: s.Expr, name: str) -> str:
        """Return a condition on an action's parameter `name` as a subordinate clause. No value is inserted for the
        parameter."""
        context = Context(self.model, self._nouns, label)
        symbols = (context.symbol(node) for node in walk(expr) if isinstance(node, s.Ref))
        found = next((one for one in symbols if isinstance(one, LocalSymbol) and one.name == name), None)
        with DEEP:
            if found is not None:
                context.enter(found, name, found.type)
            return self._words(self._says(context).clause(context.condition(expr), "sub"))

    def settled(self, expr: s.Expr, owner: str = "") -> bool | None:
        """Return whether a condition holds, if the answers to options decide this before the game; else None."""
        with DEEP:
            return constant_truth(Context(self.model, self._nouns, owner).condition(expr))

    def rules_out(self, body: Sequence[s.Stmt], owner: str = "") -> bool:
        """Return whether the answers to options decide that a requirement at the start of a body never holds."""
        with DEEP:
            return Context(self.model, self._nouns, owner).is_ruled_out(body)

    def change(self, change: TableChange) -> str:
        """Return the sentence that describes a change at the table."""
        context = Context(self.model, self._nouns, "")
        with DEEP:
            return blocks_text(self._blocks(context, (table_change(context, change),)))

    def element(self, symbol: PlaceSymbol | KeepSymbol, values: Sequence[int]) -> str:
        """Return words for an element of a place or kept value, from its noun or else its title. `values` are the
        values of its index."""
        context = Context(self.model, self._nouns, "")
        args = [constant_phrase(dim, value) for dim, value in zip(symbol.dims, values, strict=False)]
        with DEEP:
            if self._nouns.has_noun(LexiconKey(symbol.name)):
                said = self._words(self._says(context).phrase(holder_phrase(context, symbol, args)))
                return first_letter(said, str.upper)
            inside = ", ".join(self._words(self._says(context).phrase(arg, "bare")) for arg in args)
        return f"{self.title(symbol.name)} ({inside})" if inside else self.title(symbol.name)

    def moment_phrase(self, expr: s.Expr, known: Mapping[str, int]) -> str:
        """Return an expression as a phrase. Its local names are replaced by their present values, which are in
        `known`."""
        context = self._moment(known)
        with DEEP:
            return first_letter(self._words(self._says(context).phrase(context.phrase(expr))), str.upper)

    def moment_condition(self, expr: s.Expr, known: Mapping[str, int], holds: bool) -> str:
        """Return a condition as a sentence, or its negation if it does not hold at present. Its local names are
        replaced by their present values, which are in `known`."""
        context = self._moment(known)
        with DEEP:
            condition = context.condition(expr)
            said = self._says(context).clause(condition if holds else negate(condition), "main")
        return first_letter(self._words(said), str.upper)

    def _moment(self, known: Mapping[str, int]) -> Context:
        """Return a context in which sentences show the present values of local names instead of the names."""
        context = Context(self.model, self._nouns, "")
        context.known = lambda name, t: constant_phrase(t, value_of(t, known[name])) if name in known else None
        return context
