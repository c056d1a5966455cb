"""The lexicon: what the names of a rulebook are called in a language: titles, summaries, nouns, plurals, genders.

The words come from the clauses themselves (titles, in the language of the rulebook) and from `words LANG:`. A name
without a word is split (`coins_left`: coins left), and recorded in `missing` if another language was requested.

The file is long because each kind of name (type, local, fact, place, constant, title) has its own words to try in turn.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from attrs import evolve, frozen

from ..check.checked import CheckedModel
from ..model.naming import bare_name, identifier_words
from ..model.rulebook import Rulebook
from ..model.symbols import DomainSymbol
from ..model.types import Domain, NumberType, SetType, Type, grid_of
from ..model.word_catalogs import name_of_word
from ..syntax import nodes as s
from ..syntax.text_values import TEXT
from .grammar import Grammar
from .player_counts import Models
from .prose_blocks import first_letter
from .titles import is_plural_noun, is_plural_word, titled_noun, titles_and_summaries
from .tree import GRID, Called, ComposedPhrase, LexiconKey, LocalName, LocalPhrase, Member, Noun, noun_of

DEFAULT = "en"
"""The language of a rulebook that does not declare one."""


def lower_case_words(name: str) -> str:
    """Return an identifier as words in a sentence: `coins_left` and `CoinsLeft` are both `coins left`."""
    parts = identifier_words(name).split(" ")
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)


def _plain_name(word: LexiconKey) -> str:
    return lower_case_words(word.item or bare_name(word.name))


class Lexicon:
    """The words of a rulebook in a language. `own`: the rulebook is written in this language."""

    def __init__(self, rulebook: Rulebook, language: str) -> None:
        said = rulebook.header.language
        self.written_in = said.text if said else DEFAULT
        self.own = language == self.written_in
        self.language = language
        self._titles: dict[LexiconKey, s.Text] = {}
        self._summaries: dict[LexiconKey, s.Text] = {}
        self._forms: dict[tuple[LexiconKey, str], str] = {}
        self._known: set[LexiconKey] = set()
        self._missing: dict[str, None] = {}
        for word, title, summary in titles_and_summaries(
            rulebook.header, (placed.clause for placed in rulebook.clauses)
        ):
            if self.own and word not in self._known:
                self._enter(word, title, summary)
                self._known.add(word)
            elif not self.own and title is not None and _is_wordless(title.value):
                self._enter(word, title, None)
        for placed in rulebook.clauses:
            if isinstance(placed.clause, s.WordsClause) and placed.clause.name.text == language:
                self._words(placed.clause)

    def _enter(self, word: LexiconKey, title: s.Text | None, summary: s.Text | None) -> None:
        if title is not None:
            self._titles[word] = title
        if summary is not None:
            self._summaries[word] = summary

    def _words(self, clause: s.WordsClause) -> None:
        for entry in clause.entries:
            word = LexiconKey(name_of_word(entry), entry.item.text if entry.item else None)
            self._enter(word, entry.title, entry.summary)
            self._forms |= {(word, "title"): entry.title.value} if entry.title is not None else {}
            for form in entry.forms:
                self._forms[word, form.key.text] = form.value.value
                if form.key.text == TEXT:
                    self._enter(word, None, form.value)

    # -------------------------------------------------------------------------------------------------------- look-up

    def title(self, word: LexiconKey) -> str | None:
        text = self._titles.get(word)
        return None if text is None else text.value

    def title_text(self, word: LexiconKey) -> s.Text | None:
        """Return a title as written, possibly with values in braces."""
        return self._titles.get(word)

    def summary(self, word: LexiconKey) -> s.Text | None:
        return self._summaries.get(word)

    def form(self, word: LexiconKey, key: str) -> str | None:
        """Return a word form of a name: `noun`, `plural`, `gender`, `says`, or any other that the language uses."""
        return self._forms.get((word, key))

    def plain(self, word: LexiconKey) -> str:
        """Return the name itself as words; in a language other than the rulebook's, record it as missing."""
        if not self.own:
            self.miss(word)
        return _plain_name(word)

    @cached_property
    def declared_plurals(self) -> frozenset[str]:
        """Return the plurals that the rulebook gives to its nouns, without those that are also a singular."""
        forms = self._forms.items()
        plurals, nouns = ({text for (_, key), text in forms if key == which} for which in ("plural", "noun"))
        return frozenset(plurals - nouns)

    def miss(self, word: LexiconKey) -> None:
        self._missing.setdefault(f"{word.name}.{word.item}" if word.item else word.name)

    @property
    def wordless_names(self) -> list[str]:
        return list(self._missing)


def _is_wordless(title: str) -> bool:
    """Return whether a title needs no translation: a number, or a symbol."""
    return bool(title) and not any(character.isalpha() for character in title)


FLOW: Final = LexiconKey("flow")
FIXED: Final = {"Player": "player"}


@frozen
class Forms:
    singular: str
    plural: str
    gender: str


class Nouns:
    def __init__(self, model: CheckedModel, lexicon: Lexicon, grammar: Grammar, models: Models | None = None) -> None:
        self.model = model
        self.models = models or (lambda: (model,))
        self.lexicon = lexicon
        self.grammar = grammar
        self._forms: dict[LexiconKey, Forms] = {}
        self._locals: dict[LocalName, Forms] = {}
        self._articles = tuple(f"{word} " for word in grammar.say("articles").split())

    # ---------------------------------------------------------------------------------------- common nouns and types

    def of(self, noun: Noun) -> Forms:
        """Return the forms (singular, plural, gender) of a noun."""
        if (word := noun.word) not in self._forms:
            self._forms[word] = self._common(word.name) if noun.common or word.name in FIXED else self._own(word)
        return self._forms[word]

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
        return self._own_forms(word, singular if singular is not None else self.lexicon.plain(word))

    def _own_forms(self, word: LexiconKey, singular: str) -> Forms:
        plural = self.lexicon.form(word, "plural")
        singular = singular if "{" in singular else self.without_article(singular)  # the grammar adds one
        if plural is None:
            plural = singular if self._is_plural_text(singular) else self.grammar.say("plural-of", noun=singular)
        return Forms(singular, plural, self.lexicon.form(word, "gender") or self.grammar.say("gender"))

    def decline(self, word: LexiconKey, forms: Forms, number: str, case: str) -> str:
        """Return a noun in a case and number: the form that the rulebook gives (`plural_dative`), else one made by the
        grammar."""
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
        """Return the forms of the noun for an attribute of a domain; every grammar has words for those of a board."""
        word = LexiconKey(domain, field)
        symbol = self.model.symbols.get(domain)
        board = getattr(getattr(symbol, "domain", None), "board", None)
        if board is not None and self.lexicon.form(word, "noun") is None:
            return self._common(field)
        return self.of(Noun(word))

    # -------------------------------------------------------------------------------------------------------- locals

    def local(self, local: LocalName) -> str:
        return self.of_local(local).singular

    def pick_phrase(self, word: LexiconKey, phrase: str) -> str | None:
        """Return the phrase for a pick that the author wrote; in another language, the title of what is picked."""
        return phrase if self.lexicon.own else self.lexicon.title(word)

    def has_sentence(self, word: LexiconKey) -> bool:
        return self.lexicon.form(word, "says") is not None

    def has_plural(self, word: LexiconKey) -> bool:
        """Return whether a set has a plural noun without slots for arguments: `men`."""
        plural = self.lexicon.form(word, "plural")
        return plural is not None and "{" not in plural and self.lexicon.form(word, "noun") is None

    def has_text(self, word: LexiconKey) -> bool:
        """Return whether a noun has slots for arguments: `the room of {k} in {i}`."""
        return "{" in (self.template(word) or "")

    def has_noun(self, word: LexiconKey) -> bool:
        return self.template(word) is not None

    def alike(self, one: Noun, other: Noun) -> bool:
        return self.of(one).singular == self.of(other).singular

    def of_local(self, local: LocalName) -> Forms:
        """Return the forms of a local name: of its own noun, else of the name as words, else of the noun of its
        type."""
        forms = self._locals.get(local)
        if forms is None:
            forms = self._locals[local] = self._local(local)
        return forms

    def _local(self, local: LocalName) -> Forms:
        if local.owner == GRID:
            return self._common(local.name)
        word = LexiconKey(local.owner, local.name)
        kind = self.of(noun_of(local.type))
        is_set = isinstance(local.type, SetType)
        noun = self.template(word)
        if noun is not None:
            return Forms(noun, noun, kind.gender) if self.is_set(local) else self._own_forms(word, noun)
        name = lower_case_words(local.name)
        if not self.lexicon.own or len(name) < 2 or name.startswith("#") or name in self.grammar.words("no-nouns"):
            return kind
        if is_set:
            return Forms(name, name, kind.gender)
        return evolve(self._own_forms(word, name), gender=kind.gender)

    def is_set(self, local: LocalName) -> bool:
        """Return whether a local name is a plural in sentences; a set that has a `noun` of its own is a singular."""
        word = LexiconKey(local.owner, local.name)
        return isinstance(local.type, SetType) and self.lexicon.form(word, "noun") is None

    def is_one(self, local: LocalName) -> bool:
        """Return whether a local name is a set that has a noun of its own and is therefore a singular in sentences."""
        return isinstance(local.type, SetType) and not self.is_set(local)

    def row(self, word: LexiconKey) -> tuple[Domain, int] | None:
        """Return the domain and index of a table's row that is named by attributes (`names`) and has no own word."""
        symbol = self.model.symbols.get(word.name)
        if not isinstance(symbol, DomainSymbol) or word.item not in symbol.domain.labels or not self.has_names(word):
            return None
        if self.lexicon.form(word, "noun") is not None or self.lexicon.title(word) is not None:
            return None
        return symbol.domain, symbol.domain.labels.index(word.item)

    def has_names(self, word: LexiconKey) -> bool:
        """Return whether the members of a domain are named by their attributes."""
        return self.lexicon.form(LexiconKey(word.name), "names") is not None

    # --------------------------------------------------------------------------------------- facts, kept values, places

    def template(self, word: LexiconKey) -> str | None:
        """Return the rulebook's own text for a name: `stack`, `the room of {k} in {i}`; its plural, if that may be all
        that it has."""
        noun, plural, titled = (self.lexicon.form(word, key) for key in ("noun", "plural", "title"))
        if noun is None and not self._counts_single(word):
            return plural
        if noun is None and plural is not None and titled is not None:  # `Checker: "Man", plural "men"`
            return first_letter(titled, str if self.grammar.has("capital-nouns") else str.lower)
        return noun

    def _counts_single(self, word: LexiconKey) -> bool:
        """Return whether a name has a singular beside any plural: a type, or an attribute other than a set."""
        if word.item is None:
            return isinstance(self.model.symbols.get(word.name), DomainSymbol)
        type_ = self._type_of(word)
        return type_ is not None and not isinstance(type_, SetType)

    def name_forms(self, tree: Called) -> Forms:
        word = tree.word
        forms = self._forms.get(word)
        if forms is None:
            forms = self._forms[word] = self._name_forms(tree)
        return forms

    def _name_forms(self, tree: Called) -> Forms:
        word = tree.word
        if tree.value == "attribute" and word.item is not None:
            return self.attribute(word.name, word.item)
        noun = self.template(word) or self._titled_noun(word)
        if noun is not None:
            return self._own_forms(word, noun)
        title = self.lexicon.title(word)
        if title is None and not self.lexicon.own:
            self.lexicon.miss(word)
        noun = self.grammar.say("quoted", title=title or _plain_name(word))
        return Forms(noun, noun, "title")

    def _titled_noun(self, word: LexiconKey) -> str | None:
        title, name = self.lexicon.title(word), _plain_name(word)
        return titled_noun(title, name, self.grammar) if self.lexicon.own else None

    def is_plural(self, tree: Called) -> bool:
        """Return whether sentences treat the phrase for a fact, a kept value, a place or an attribute as a plural."""
        titled = self.lexicon.own and tree.value != "attribute"
        name = (self._titled_noun(tree.word) or "") if titled else _plain_name(tree.word)
        return is_plural_word(self.lexicon, self.grammar, tree.word, name)

    def is_plural_local(self, local: LocalName) -> bool:
        """Return whether sentences treat a local name as a plural: a set, or a number with a plural name (`points`)."""
        if not isinstance(local.type, NumberType):
            return self.is_set(local)
        singular = self.of_local(local).singular
        named = self.template(LexiconKey(local.owner, local.name)) is None
        return self._is_plural_text(singular) or (named and self.grammar.is_plural(singular))

    def _is_plural_text(self, noun: str) -> bool:
        return is_plural_noun(self.lexicon, self.grammar, noun)

    def constant(self, word: LexiconKey, sort: str, bare: bool = False) -> str:
        """Return a constant in words: its noun, perhaps with an article (`the river`), or its title."""
        said = (None if bare else self.lexicon.form(word, "noun")) or self.lexicon.title(word)
        if said is not None:
            return said
        name = word.item or word.name
        if sort == "board":
            return self._site(word.name, name)
        if sort == "player" and name[:1] == "p" and name[1:].isdigit():
            return self.grammar.say("seat", n=name[1:])
        signs = len(name) < 3  # short names are letters and digits, which are the same in every language
        if not self.lexicon.own and not signs and (name.islower() or " " in identifier_words(name)):
            self.lexicon.miss(word)
        if sort == "player":  # a person's name has a capital
            return first_letter(lower_case_words(name), str.upper)
        return lower_case_words(name) if "_" in name or name.islower() else identifier_words(name)

    def _site(self, board: str, name: str) -> str:
        """Return the name of a site; an edge or corner is named after its cell and the direction."""
        symbol = self.model.symbols.get(board)
        if isinstance(symbol, DomainSymbol) and grid_of(symbol.domain) is not symbol.domain:
            cell, *ways = name.split("_")
            ways = [self.grammar.say(f"direction-{way}") for way in ways]
            return self.grammar.say("rim-site", cell=cell, ways="/".join(ways))
        return identifier_words(name)

    def title(self, word: LexiconKey) -> str:
        """Return a title, or the name in words; a noun with an article, `the north`, has the title `north`."""
        if (title := self.lexicon.title(word)) is not None:
            return title
        if word == FLOW:
            return self.grammar.say("title-flow")
        noun = self.template(word)
        if noun is None or "{" in noun:
            return self.lexicon.plain(word)
        return self.without_article(noun)

    def parameter(self, word: LexiconKey, name: str) -> str:
        """Return the noun of a clause's parameter."""
        own = self.lexicon.form(LexiconKey(word.name, name), "noun")
        if own is not None:
            return own
        symbol = self.model.symbols.get(word.name)
        for param in getattr(symbol, "params", ()):
            if param.name == name:
                return self.of_local(LocalName(word.name, name, param.type)).singular
        return lower_case_words(name)

    # ------------------------------------------------------------------------------------------------ heads of phrases

    def gender(self, tree: Any) -> str:
        match tree:
            case Noun():
                return self.of(tree).gender
            case LocalPhrase(local=local):
                return self.of_local(local).gender
            case Member(noun=noun):
                return self.of(noun).gender
            case Called():
                return self.name_forms(tree).gender
            case ComposedPhrase(args=args) if isinstance(args.get("noun"), Noun):
                return self.of(args["noun"]).gender  # type: ignore[arg-type]
        return self.grammar.say("gender")

    def without_article(self, text: str) -> str:
        for article in self._articles:
            if text.startswith(article):
                return text[len(article) :]
        return text
