"""The nouns of a rulebook's names in a language: from its `words`, else from its titles, else from the name itself."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from ..check.checked import CheckedModel
from ..model.identifier_words import identifier_words
from ..model.symbols import DomainSymbol
from ..model.types import Domain, SetType, Type
from .grammar import Grammar
from .lexicon import Lexicon, lower_case_words
from .sentences import noun_of
from .tree import GRID, Called, ComposedPhrase, LexiconKey, LocalName, LocalPhrase, Member, Noun

FLOW: Final = LexiconKey("flow")
FIXED: Final = {"Player": "player"}


@frozen
class Forms:
    singular: str
    plural: str
    gender: str


class Nouns:
    def __init__(self, model: CheckedModel, lexicon: Lexicon, grammar: Grammar) -> None:
        self.model = model
        self.lexicon = lexicon
        self.grammar = grammar
        self._forms: dict[LexiconKey, Forms] = {}
        self._locals: dict[LocalName, Forms] = {}
        self._articles = tuple(f"{word} " for word in grammar.say("articles").split())

    # --------------------------------------------------------------------------------------------------------- kinds

    def of(self, noun: Noun) -> Forms:
        """A kind of things."""
        forms = self._forms.get(noun.word)
        if forms is None:
            forms = self._common(noun.word.name) if noun.common or noun.word.name in FIXED else self._own(noun.word)
            self._forms[noun.word] = forms
        return forms

    def _common(self, name: str) -> Forms:
        name = FIXED.get(name, name)
        fun = f"noun-{name}" if self.grammar.has(f"noun-{name}") else "noun-thing"
        plural, gender = self.grammar.attribute(fun, "plural"), self.grammar.attribute(fun, "gender")
        return Forms(self.grammar.say(fun), plural or "", gender or self.grammar.say("gender"))

    def _own(self, word: LexiconKey) -> Forms:
        singular = self.template(word)
        if (
            singular is None
            and word.item is not None
            and (of := self._type_of(word)) is not None
            and not self.lexicon.own
        ):
            return self.of(noun_of(of))
        return self._made(word, singular if singular is not None else self.lexicon.plain(word))

    def _made(self, word: LexiconKey, singular: str) -> Forms:
        plural = self.lexicon.form(word, "plural") or self.grammar.say("plural-of", noun=singular)
        return Forms(singular, plural, self.lexicon.form(word, "gender") or self.grammar.say("gender"))

    def declined(self, word: LexiconKey, forms: Forms, number: str, case: str) -> str:
        """A noun in a case: as the rulebook says it (`plural_dative`), else as the grammar makes it."""
        own = self.lexicon.form(word, f"plural_{case}" if number == "many" else case)
        if own is not None:
            return own
        noun = forms.plural if number == "many" else forms.singular
        if case == "nominative" or not self.grammar.has("declined"):
            return noun
        return self.grammar.say("declined", noun=noun, number=number, case=case, gender=forms.gender)

    def _type_of(self, word: LexiconKey) -> Type | None:
        symbol = self.model.symbols.get(word.name)
        domain = getattr(symbol, "domain", None)
        field = domain.attribute(word.item) if domain is not None else None
        return field.type if field is not None else None

    def attribute(self, domain: str, field: str) -> Forms:
        """An attribute of a table or a piece; those of a board have words in every grammar."""
        word = LexiconKey(domain, field)
        symbol = self.model.symbols.get(domain)
        board = getattr(getattr(symbol, "domain", None), "board", None)
        if board is not None and self.lexicon.form(word, "noun") is None:
            return self._common(field)
        return self.of(Noun(word))

    # -------------------------------------------------------------------------------------------------------- locals

    def local(self, local: LocalName) -> str:
        return self.of_local(local).singular

    def has_sentence(self, word: LexiconKey) -> bool:
        return self.lexicon.form(word, "says") is not None

    def picked(self, word: LexiconKey, phrase: str) -> str | None:
        """The phrase of a choice; in another language, the title of what is picked."""
        return phrase if self.lexicon.own else self.lexicon.title(word)

    def has_plural(self, word: LexiconKey) -> bool:
        """Whether what holds several has a plain plural: `men`."""
        plural = self.lexicon.form(word, "plural")
        return plural is not None and "{" not in plural and self.lexicon.form(word, "noun") is None

    def has_text(self, word: LexiconKey) -> bool:
        """Whether its noun has slots: `the room of {k} in {i}`."""
        return "{" in (self.template(word) or "")

    def has_noun(self, word: LexiconKey) -> bool:
        return self.template(word) is not None

    def alike(self, one: Noun, other: Noun) -> bool:
        return self.of(one).singular == self.of(other).singular

    def of_local(self, local: LocalName) -> Forms:
        """A local goes by its own noun, else by its name as words, else by the noun of its type."""
        forms = self._locals.get(local)
        if forms is None:
            forms = self._locals[local] = self._local(local)
        return forms

    def _local(self, local: LocalName) -> Forms:
        if local.owner == GRID:
            return self._common(local.name)
        word = LexiconKey(local.owner, local.name)
        kind = self.of(noun_of(local.type))
        noun = self.template(word)
        if noun is not None:
            return Forms(noun, noun, kind.gender) if self.is_set(local) else self._made(word, noun)
        if not self.lexicon.own or len(local.name) < 2 or local.name.startswith("#"):
            return kind
        name = lower_case_words(local.name)
        if isinstance(local.type, SetType):
            return Forms(name, name, kind.gender)
        return Forms(name, self.grammar.say("plural-of", noun=name), kind.gender)

    def is_set(self, local: LocalName) -> bool:
        """Whether it is spoken of as several; what holds several but has a `noun` goes by that, as one: a feature."""
        word = LexiconKey(local.owner, local.name)
        return isinstance(local.type, SetType) and self.lexicon.form(word, "noun") is None

    def is_one(self, local: LocalName) -> bool:
        """Whether it holds several, and goes by a noun as one."""
        return isinstance(local.type, SetType) and not self.is_set(local)

    def row(self, word: LexiconKey) -> tuple[Domain, int] | None:
        """The row of a table that is named by its attributes (`names`): one without a word of its own."""
        symbol = self.model.symbols.get(word.name)
        if not isinstance(symbol, DomainSymbol) or word.item not in symbol.domain.labels or not self.has_names(word):
            return None
        if self.lexicon.form(word, "noun") is not None or self.lexicon.title(word) is not None:
            return None
        return symbol.domain, symbol.domain.labels.index(word.item)

    def has_names(self, word: LexiconKey) -> bool:
        """Whether the things of a kind are named by their attributes."""
        return self.lexicon.form(LexiconKey(word.name), "names") is not None

    # ------------------------------------------------------------------------------------------- facts, keeps, places

    def template(self, word: LexiconKey) -> str | None:
        """What the rulebook calls it: `stack`, `the room of {k} in {i}`; what holds several has only a plural."""
        return self.lexicon.form(word, "noun") or self.lexicon.form(word, "plural")

    def called(self, tree: Called) -> Forms:
        word = tree.word
        forms = self._forms.get(word)
        if forms is None:
            forms = self._forms[word] = self._called(tree)
        return forms

    def _called(self, tree: Called) -> Forms:
        word = tree.word
        if tree.value == "attribute" and word.item is not None:
            return self.attribute(word.name, word.item)
        noun = self.template(word)
        if noun is None and not self.lexicon.own:
            title = self.lexicon.title(word)
            if title is None:
                self.lexicon.miss(word)
            noun = self.grammar.say("quoted", title=title or lower_case_words(word.item or word.name))
            return Forms(noun, noun, "title")
        return self._made(word, noun if noun is not None else lower_case_words(word.item or word.name))

    def called_plural(self, tree: Called) -> bool:
        """Whether its noun is said in the plural: what holds several, unless its noun says otherwise."""
        several = tree.plural and self.lexicon.form(tree.word, "noun") is None
        return several and self.lexicon.form(tree.word, "plural") is not None

    def constant(self, word: LexiconKey, sort: str, bare: bool = False) -> str:
        """A named thing: by its noun, which may bring an article (`the river`), or its title."""
        noun = None if bare else self.lexicon.form(word, "noun")
        if noun is not None:
            return noun
        title = self.lexicon.title(word)
        if title is not None:
            return title
        if sort == "board":
            return word.item or word.name
        name = word.item or word.name
        if sort == "player" and name[:1] == "p" and name[1:].isdigit():
            return self.grammar.say("seat", n=name[1:])
        signs = len(name) < 3  # letters and digits are the same in every language
        if not self.lexicon.own and not signs and (name.islower() or " " in identifier_words(name)):
            self.lexicon.miss(word)
        return lower_case_words(name) if "_" in name or name.islower() else identifier_words(name)

    def title(self, word: LexiconKey) -> str:
        """A title, or the name in words where there is none; what is `the north` in a sentence is `north` here."""
        title = self.lexicon.title(word)
        if title is not None:
            return title
        if word == FLOW:
            return self.grammar.say("title-flow")
        noun = self.template(word)
        if noun is None or "{" in noun:
            return self.lexicon.plain(word)
        return self.without_article(noun)

    def parameter(self, word: LexiconKey, name: str) -> str:
        """A parameter of a clause, as it is named when it is called."""
        own = self.lexicon.form(LexiconKey(word.name, name), "noun")
        if own is not None:
            return own
        symbol = self.model.symbols.get(word.name)
        for param in getattr(symbol, "params", ()):
            if param.name == name:
                return self.of_local(LocalName(word.name, name, param.type)).singular
        return lower_case_words(name)

    # -------------------------------------------------------------------------------------------------------- the head

    def gender(self, tree: Any) -> str:
        match tree:
            case Noun():
                return self.of(tree).gender
            case LocalPhrase(local=local):
                return self.of_local(local).gender
            case Member(noun=noun):
                return self.of(noun).gender
            case Called():
                return self.called(tree).gender
            case ComposedPhrase(args=args) if isinstance(args.get("noun"), Noun):
                return self.of(args["noun"]).gender  # type: ignore[arg-type]
        return self.grammar.say("gender")

    def without_article(self, text: str) -> str:
        for article in self._articles:
            if text.startswith(article):
                return text[len(article) :]
        return text
