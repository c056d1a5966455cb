"""Puts a model into a language: every clause as paragraphs, lists and tables, and the words for its names.

`speaker(model, language)` makes a Speaker. It also collects the names that have no word in the language. Sentences call
the deciding player "you" and use the imperative. If another player decides, the sentence begins with this player ("Red
decides: …"). Facts mention players in the third person. `sentences/` makes the trees, `linearise.py` the words,
`step_layout.py` the paragraphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..check.checked import CheckedModel
from ..deep_calls import DEEP
from ..model.naming import LAYER, OWN_LABELS, word_name, word_name_of
from ..model.rulebook import Placed, Rulebook
from ..model.symbols import ActionSymbol, AudienceInfo, KeepSymbol, PlaceSymbol
from ..model.types import Domain
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import body_of
from .grammar import Grammar, grammar, languages, ungrouped_number
from .happenings import Happening
from .linearise import Linearizer
from .nouns import DEFAULT, Lexicon, Nouns
from .play_texts import PlayTexts
from .prose_blocks import ClauseProse, Inline, ProseBlock, first_letter, inline_parts, without_links, without_marks
from .realiser import Mode
from .sentences import SENTENCES, Context
from .sentences.control_steps import choice_phrases
from .sentences.example_sentences import example_in_words, label_word
from .sentences.phrases import member_phrase
from .sentences.rule_sentences import enter_head
from .step_layout import Layout
from .tree import (
    LexiconKey,
    Noun,
    StepTree,
    TableTree,
)
from .values_by_players import Models

PLAYERS = "Player"
"""The name of the type whose members are the players."""


class Speaker(PlayTexts):
    """Puts a model into words in a language. If `bounds` is False, it leaves out limits on recursion, which players do
    not need. `models` returns the models for all numbers of players; by default it is only `model`."""

    def __init__(self, model: CheckedModel, language: str, bounds: bool = True, models: Models | None = None) -> None:
        self.model = model
        self._unsaid = frozenset() if bounds else frozenset({"nested"})
        self.language = language
        self._grammar: Grammar = grammar(language)
        self._lexicon = Lexicon(model.rulebook, language)
        self._nouns = Nouns(model, self._lexicon, self._grammar, models)
        self._choices: dict[LexiconKey, str] | None = None

    def clause(self, placed: Placed) -> ClauseProse:
        """Return a clause in words: the author's title and summary, then the exact rules, which are generated."""
        clause = placed.clause
        word = LexiconKey(word_name_of(placed.id))
        own = self._lexicon.own and clause.tags
        title = clause.tags.title.value if own and clause.tags.title else self._nouns.title(word)
        summary = clause.tags.summary if self._lexicon.own else self._lexicon.summary(word)
        said = None if summary is None else (self.finish(summary),)
        return ClauseProse(placed.id, (first_letter(title, str.upper),), said, self.exact(placed))

    def exact(self, placed: Placed) -> tuple[ProseBlock, ...]:
        """Return the exact rules of a clause in words."""
        clause = placed.clause
        context = Context(self.model, self._nouns, word_name(clause.kind, clause.name.text))
        handler = SENTENCES.get(type(clause))
        with DEEP:
            trees = handler(context, clause) if handler is not None else ()
            under = tuple(StepTree("only-while", {"condition": context.condition(c)}) for c in placed.conditions)
            unless = tuple(StepTree("not-while", {"condition": context.condition(c)}) for c in placed.unless)
            # for a rule, conditions come after the head, because they may mention a player that the head introduces
            if isinstance(clause, s.RuleClause):
                return self._blocks(context, (*trees, *under, *unless))
            return self._blocks(context, (*under, *trees, *unless))

    def example(self, placed: Placed, happened: Sequence[Happening | None]) -> tuple[ProseBlock, ...]:
        """Return a worked example in words, line by line. `happened` says who acts at each move and why a move is
        refused."""
        clause = placed.clause
        assert isinstance(clause, s.ExampleClause)
        context = Context(self.model, self._nouns, word_name(clause.kind, clause.name.text))
        with DEEP:
            return self._blocks(context, example_in_words(context, clause, happened))

    def _words(self, said: str) -> str:
        return without_links(self._grammar.finish(without_marks(said)))

    def option(self, label: str) -> str:
        """Return the title of an option, which has this label: the title of an action, a branch, or the clause that
        asks."""
        if label in OWN_LABELS and not isinstance(self.model.symbols.get(label), ActionSymbol):
            return self.ui(f"session-{label}")
        return self.title(label_word(Context(self.model, self._nouns, ""), label))

    def parameter(self, label: str, name: str) -> str:
        """Return the noun of the parameter `name` of an option; `label` is the option's label."""
        return self._nouns.parameter(LexiconKey(label_word(Context(self.model, self._nouns, ""), label)), name)

    def has_noun(self, label: str, name: str) -> bool:
        """Return whether the author wrote a noun for the parameter `name` of an option; `label` is the option's
        label."""
        word = label_word(Context(self.model, self._nouns, ""), label)
        return self._lexicon.form(LexiconKey(word, name), "noun") is not None

    def title_of_choice(self, label: str, name: str) -> str:
        """Return the author's phrase for the choice `name` of an option; "" if there is none in this language."""
        word = LexiconKey(label_word(Context(self.model, self._nouns, ""), label), name)
        if not self._lexicon.own:
            return self._lexicon.title(word) or ""
        if self._choices is None:
            roots = ((placed.clause.name.text, root) for placed in self.model.rulebook.clauses for root in placed.roots)
            self._choices = {
                LexiconKey(at, what): phrase for at, root in roots for what, phrase in choice_phrases(root)
            }
        return self._choices.get(word, "")

    def join(self, items: Sequence[str]) -> str:
        """Return the items joined into a list in words, such as `a, b and c`."""
        return self._grammar.join_list(list(items), "and")

    def _blocks(self, context: Context, trees: tuple[StepTree | TableTree, ...]) -> tuple[ProseBlock, ...]:
        said = tuple(tree for tree in trees if isinstance(tree, TableTree) or tree.fun not in self._unsaid)
        return Layout(self._says(context)).blocks(said)

    def condition(self, expr: s.Expr, owner: str = "", mode: Mode = "main") -> Inline:
        """Return a condition as a main clause or, with mode "sub", as a subordinate clause after "if". `owner` is the
        name of the clause that contains it."""
        context = self._within(owner)
        with DEEP:
            return inline_parts(self._grammar.finish(self._says(context).clause(context.condition(expr), mode)))

    def phrase(self, expr: s.Expr, owner: str = "") -> Inline:
        """Return a value as a noun phrase. `owner` is the name of the clause that contains the expression."""
        context = self._within(owner)
        with DEEP:
            return inline_parts(self._grammar.finish(without_marks(self._says(context).phrase(context.phrase(expr)))))

    def audience(self, symbol: PlaceSymbol | KeepSymbol, info: AudienceInfo) -> Inline:
        """Return who sees a place or kept value: `everybody`, `nobody`, `the player whose it is`, or a phrase from the
        rulebook."""
        if info.who == "all" or info.who == "nobody":
            return (self.ui("page-everybody" if info.who == "all" else "page-nobody"),)
        if isinstance(info.who, s.Ref) and info.who.name.text in {one.name for one in symbol.locals if one is not None}:
            return (self.ui("page-its-player"),)
        return self.phrase(info.who)

    def statements(self, body: Sequence[s.Stmt], owner: str, within: s.Clause | None = None) -> tuple[ProseBlock, ...]:
        """Return some statements of the clause named `owner` in words. The names in the head of the clause `within` are
        in scope."""
        context = self._within(owner)
        with DEEP, context.scope():
            enter_head(context, within)
            return self._blocks(context, context.steps(body))

    def heading(self, stmt: s.Stmt, owner: str) -> Inline:
        """Return the sentence of a statement without its body and without a full stop, for a heading. Return () if the
        statement is never carried out."""
        context = self._within(owner)
        with DEEP:
            (step, *_) = (*context.steps((stmt,)), None)
            if step is None:
                return ()
            said = self._grammar.finish(without_marks(self._says(context).sentence(step)))
        return inline_parts(first_letter(" ".join(said.split()), str.upper))

    def _within(self, owner: str) -> Context:
        """Return a context for a part of the clause named `owner`. Local names get the same letters as in the words of
        the whole procedure or flow."""
        context = Context(self.model, self._nouns, owner)
        for clause in (placed.clause for placed in self.model.rulebook.clauses if placed.clause.name.text == owner):
            if isinstance(clause, s.ProcedureClause | s.FlowClause):
                with context.scope():
                    enter_head(context, clause)
                    context.steps(body_of(clause))
        return context

    def _says(self, context: Context) -> Linearizer:
        return Linearizer(self._grammar, self._nouns, context.letters)

    def title(self, name: str, item: str | None = None) -> str:
        """Return the title of a name; without a title, the name split into words. `name` is the key under which the
        lexicon stores words (`model/naming.py`)."""
        word = LexiconKey(name, item)
        known = self._lexicon.title(word)
        if known is None and item is not None and name == PLAYERS:
            known = self._lexicon.title(LexiconKey(item))  # a player's key may lack the type
        row = self._nouns.row(word) if known is None and item is not None else None
        if row is not None and row[0].sort == "table":  # it may be described by its attributes
            context = Context(self.model, self._nouns, "")
            said = self._grammar.finish(without_marks(self._says(context).phrase(member_phrase(*row))))
            return first_letter("".join(p if isinstance(p, str) else p.text for p in inline_parts(said)), str.upper)
        if known is None and item is not None and name == PLAYERS:
            return first_letter(self._nouns.constant(LexiconKey(item), "player"), str.upper)
        return known if known is not None else first_letter(self._nouns.title(word), str.upper)

    def written_title(self, name: str, item: str | None = None) -> str | None:
        """Return the title that the author wrote in this language; None if there is none."""
        return self._lexicon.title(LexiconKey(name, item))

    @property
    def own_language(self) -> str:
        """Return the language that the rulebook is written in."""
        return own_language(self.model.rulebook)

    def summary(self, name: str, item: str | None = None) -> str:
        """Return the author's summary of a name; "" if there is none in this language."""
        text = self._lexicon.summary(LexiconKey(name, item))
        return "" if text is None else self.finish(text)

    def noun(self, name: str | Domain, plural: bool = False) -> str:
        """Return the noun of a type or a clause, in the singular or plural."""
        word = LexiconKey(name if isinstance(name, str) else name.name)
        forms = self._nouns.of(Noun(word))
        return forms.plural if plural else forms.singular

    def without_article(self, title: str) -> str:
        """Return a title without the article at its beginning, if it has one."""
        bare = self._nouns.without_article(title[:1].lower() + title[1:])
        return title if len(bare) == len(title) else bare

    def words_for(self, name: str, item: str | None, form: str) -> str:
        """Return the word for a type or, with `item`, for its member, in a grammatical form such as `plural`. A member
        without this form is named by its title."""
        word = LexiconKey(name, item)
        if not form and item is not None and name != PLAYERS and self._lexicon.title(word) is None:
            return self.title(name, item).lower() if self._nouns.row(word) is None else self.title(name, item)
        if not form or form == "title":
            return self.title(name, item)
        if (own := self._lexicon.form(word, form)) is not None:
            return own
        if item is not None:
            return self.title(name, item)
        return self.noun(name, form.startswith("plural"))

    def term(self, name: str) -> str:
        """Return the noun that sentences use for a clause, with a capital letter. Return "" if the author gave none, or
        one with slots for arguments."""
        noun = self._nouns.template(LexiconKey(name)) or ""
        return "" if "{" in noun else first_letter(self._nouns.without_article(noun), str.upper)

    def ui(self, key: str, **args: str | int) -> str:
        """Return a fixed text of a page or program by its key, such as `contents` or `set-up`."""
        return self._grammar.say(f"ui-{key}", **{k: self._argument(v) for k, v in args.items()})

    @staticmethod
    def _argument(value: str | int) -> object:
        return ungrouped_number(value) if isinstance(value, int) else value

    @property
    def wordless_names(self) -> list[str]:
        """Return the names that have no translation in this language, in the order of the rulebook."""
        rulebook = self.model.rulebook
        headings = [word_name(LAYER, rulebook.name)] if rulebook.header.title else []
        for placed in rulebook.clauses:
            if not does(placed.clause, "about_book"):
                self.clause(placed)
            elif placed.clause.kind == "chapter" or (placed.clause.kind == "section" and placed.clause.tags.title):
                headings.append(word_name_of(placed.id))
            elif placed.clause.tags.summary and not self.summary(word := word_name_of(placed.id)):
                self._lexicon.miss(LexiconKey(word))
        for name in headings:
            if self.written_title(name) is None and not self._lexicon.own:
                self._lexicon.miss(LexiconKey(name))
        return self._lexicon.wordless_names


def own_language(rulebook: Rulebook) -> str:
    """Return the language that a rulebook is written in."""
    said = rulebook.header.language
    return said.text if said else DEFAULT


@lru_cache(maxsize=256)  # the page of an edition shows the titles of the other editions at every example
def title_of(rulebook: Rulebook, language: str) -> str | None:
    """Return the title of a rulebook in a language; None if it has none in this language."""
    return Lexicon(rulebook, language).title(LexiconKey(word_name(LAYER, rulebook.name)))


def speaker(model: CheckedModel, language: str, bounds: bool = True, models: Models | None = None) -> Speaker:
    """Return the speaker of a model in a language; `Speaker` explains `bounds` and `models`. Raise KeyError if the
    language has no grammar."""
    if language not in languages():
        raise KeyError(language)
    return Speaker(model, language, bounds, models)
