"""A model in a language: every clause as prose, and the words of its names.

Made once for a page, by `speaker(model, language)`.  Whoever decides is spoken to as "you" and in the imperative; when
somebody else decides, that is said first ("Red decides: …").  Facts speak of players in the third person.
"""

from __future__ import annotations

from ..check.checked import CheckedModel
from ..engine.recursion_limit import DEEP
from ..model.rulebook import Placed
from ..model.types import Domain
from ..syntax import nodes as s
from .document import ClauseProse, Inline, ProseBlock, first_letter, inline
from .grammar import Grammar, counted, grammar, languages
from .layout import Layout
from .lexicon import Lexicon
from .linearise import Linearizer
from .marks import restored, unmarked
from .nouns import Nouns
from .sentences import SENTENCES, Context
from .tree import LexiconKey, Noun, StepTree, TableTree

SILENT = frozenset({"words", "look", "chapter"})
"""Kinds of clauses that are about the book and not about the game."""


class Speaker:
    """What a model says in a language."""

    def __init__(self, model: CheckedModel, language: str) -> None:
        self.model = model
        self.language = language
        self._grammar: Grammar = grammar(language)
        self._lexicon = Lexicon(model.rulebook, language)
        self._nouns = Nouns(model, self._lexicon, self._grammar)

    def clause(self, placed: Placed) -> ClauseProse:
        """A clause: what a person wrote leads, what exactly holds follows."""
        clause = placed.clause
        word = LexiconKey(clause.name.text)
        own = self._lexicon.own and clause.tags
        title = clause.tags.title.value if own and clause.tags.title else self._nouns.title(word)
        written = clause.tags.summary.value if own and clause.tags.summary else None
        summary = written if self._lexicon.own else self._lexicon.summary(word)
        return ClauseProse(
            placed.id, (first_letter(title, str.upper),), None if summary is None else (summary,), self.exact(placed)
        )

    def exact(self, placed: Placed) -> tuple[ProseBlock, ...]:
        """What exactly holds."""
        clause = placed.clause
        context = Context(self.model, self._nouns, clause.name.text)
        handler = SENTENCES.get(type(clause))
        with DEEP:
            trees = handler(context, clause) if handler is not None else ()
            under = tuple(StepTree("only-while", {"condition": context.condition(c)}) for c in placed.conditions)
            unless = tuple(StepTree("not-while", {"condition": context.condition(c)}) for c in placed.unless)
            return self._said(context, (*under, *trees, *unless))

    def _said(self, context: Context, trees: tuple[StepTree | TableTree, ...]) -> tuple[ProseBlock, ...]:
        return Layout(Linearizer(self._grammar, self._nouns, context.letters)).blocks(trees)

    def condition(self, expr: s.Expr) -> Inline:
        """A condition of the model as a clause."""
        context = Context(self.model, self._nouns, "")
        with DEEP:
            said = Linearizer(self._grammar, self._nouns, context.letters).clause(context.condition(expr), "main")
        return inline(restored(said))

    def phrase(self, expr: s.Expr) -> Inline:
        """A value of the model as a noun phrase."""
        context = Context(self.model, self._nouns, "")
        with DEEP:
            said = Linearizer(self._grammar, self._nouns, context.letters).phrase(context.phrase(expr))
        return inline(restored(unmarked(said)))

    def title(self, name: str, item: str | None = None) -> str:
        """What is written over something; its name in words where nobody gave a title."""
        word = LexiconKey(name, item)
        known = self._lexicon.title(word)
        return known if known is not None else first_letter(self._nouns.title(word), str.upper)

    def written_title(self, name: str) -> str | None:
        """The title that somebody wrote in this language."""
        return self._lexicon.title(LexiconKey(name))

    def summary(self, name: str, item: str | None = None) -> str:
        """What stands under a title; empty where nobody wrote one in this language."""
        return self._lexicon.summary(LexiconKey(name, item)) or ""

    def noun(self, name: str | Domain, plural: bool = False) -> str:
        """The noun of a kind of things, or of a clause."""
        word = LexiconKey(name if isinstance(name, str) else name.name)
        forms = self._nouns.of(Noun(word))
        return forms.plural if plural else forms.singular

    def ui(self, key: str, **args: str | int) -> str:
        """A fixed word of a page: `contents`, `set-up`."""
        return self._grammar.say(f"ui-{key}", **{k: self._argument(v) for k, v in args.items()})

    @staticmethod
    def _argument(value: str | int) -> object:
        return counted(value) if isinstance(value, int) else value

    @property
    def missing(self) -> list[str]:
        """Names without a word in this language, which had to be said by their names; in the order of the rulebook."""
        for placed in self.model.rulebook.clauses:
            if placed.clause.kind not in SILENT:
                self.clause(placed)
        return self._lexicon.missing


def speaker(model: CheckedModel, language: str) -> Speaker:
    """The model in a language there is a grammar of; KeyError where there is none."""
    if language not in languages():
        raise KeyError(language)
    return Speaker(model, language)
