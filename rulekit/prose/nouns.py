"""The lexicon: the words of a language for the names of a rulebook, such as titles, summaries, nouns, plurals and
genders.

The words come from the clauses themselves (titles, in the language of the rulebook) and from `words LANG:`. A name
without a word is split into words (`coins left` for `coins_left`). If the language is not the rulebook's own, the name
is also recorded as missing.

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
from .prose_blocks import first_letter
from .titles import is_plural_noun, is_plural_word, titled_noun, titles_and_summaries
from .tree import GRID, Called, ComposedPhrase, LexiconKey, LocalName, LocalPhrase, Member, Noun, noun_of
from .values_by_players import Models

DEFAULT = "en"
"""The language of a rulebook that does not say in which language it is written."""


def lower_case_words(name: str) -> str:
    """Return an identifier as words in a sentence: `coins left` for both `coins_left` and `CoinsLeft`."""
    parts = identifier_words(name).split(" ")
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)


def _plain_name(word: LexiconKey) -> str:
    return lower_case_words(word.item or bare_name(word.name))


class Lexicon:
    """The words of a rulebook in a language. `own` is True if the rulebook is written in this language."""

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

    # -------------------------------------------------------------------------------------------- the words of one name

    def title(self, word: LexiconKey) -> str | None:
        text = self._titles.get(word)
        return None if text is None else text.value

    def title_text(self, word: LexiconKey) -> s.Text | None:
        """Return a title as the author wrote it; it may have expressions in braces. Return None if there is no
        title."""
        return self._titles.get(word)

    def summary(self, word: LexiconKey) -> s.Text | None:
        return self._summaries.get(word)

    def form(self, word: LexiconKey, key: str) -> str | None:
        """Return the word form of a name with this key: `noun`, `plural`, `gender`, `says`, or any other that the
        language uses. Return None if the rulebook does not give it."""
        return self._forms.get((word, key))

    def plain(self, word: LexiconKey) -> str:
        """Return a name split into words. If the language is not the rulebook's own, record the name as missing."""
        if not self.own:
            self.miss(word)
        return _plain_name(word)

    @cached_property
    def declared_plurals(self) -> frozenset[str]:
        """Return the plurals that the rulebook declares, except those that it also declares as a singular."""
        forms = self._forms.items()
        plurals, nouns = ({text for (_, key), text in forms if key == which} for which in ("plural", "noun"))
        return frozenset(plurals - nouns)

    def miss(self, word: LexiconKey) -> None:
        self._missing.setdefault(f"{word.name}.{word.item}" if word.item else word.name)

    @property
    def wordless_names(self) -> list[str]:
        return list(self._missing)


def _is_wordless(title: str) -> bool:
    """Return whether a title has no letters, such as a number or a symbol. Such a title is the same in every
    language."""
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

    # ------------------------------------------------------------------------------------------- common nouns and types

    def of(self, noun: Noun) -> Forms:
        """Return the singular, plural and gender of a noun."""
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
        singular = singular if "{" in singular else self.without_article(singular)  # the grammar adds an article
        if plural is None:
            plural = singular if self._is_plural_text(singular) else self.grammar.say("plural-of", noun=singular)
        return Forms(singular, plural, self.lexicon.form(word, "gender") or self.grammar.say("gender"))

    def decline(self, word: LexiconKey, forms: Forms, number: str, case: str) -> str:
        """Return a noun in a case and number. If the rulebook gives this form (such as `plural_dative`), use it;
        otherwise the grammar makes it."""
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
        """Return the noun for an attribute of a type. For attributes of boards, such as columns, the grammar has
        nouns."""
        word = LexiconKey(domain, field)
        symbol = self.model.symbols.get(domain)
        board = getattr(getattr(symbol, "domain", None), "board", None)
        if board is not None and self.lexicon.form(word, "noun") is None:
            return self._common(field)
        return self.of(Noun(word))

    # --------------------------------------------------------------------------------------------- nouns of local names

    def local(self, local: LocalName) -> str:
        return self.of_local(local).singular

    def pick_phrase(self, word: LexiconKey, phrase: str) -> str | None:
        """Return the author's phrase for what is picked. In another language, return the translated title of the pick,
        or None."""
        return phrase if self.lexicon.own else self.lexicon.title(word)

    def has_sentence(self, word: LexiconKey) -> bool:
        return self.lexicon.form(word, "says") is not None

    def has_plural(self, word: LexiconKey) -> bool:
        """Return whether the rulebook names a set by a plural noun alone, such as `men`, without slots for
        arguments."""
        plural = self.lexicon.form(word, "plural")
        return plural is not None and "{" not in plural and self.lexicon.form(word, "noun") is None

    def has_text(self, word: LexiconKey) -> bool:
        """Return whether the noun of a name has slots for arguments, as in `the room of {k} in {i}`."""
        return "{" in (self.template(word) or "")

    def has_noun(self, word: LexiconKey) -> bool:
        return self.template(word) is not None

    def alike(self, one: Noun, other: Noun) -> bool:
        return self.of(one).singular == self.of(other).singular

    def of_local(self, local: LocalName) -> Forms:
        """Return the noun of a local name: the rulebook's noun for it, else its name split into words, else the noun of
        its type."""
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
        """Return whether a local name is a set that sentences treat as a plural. A set for which the rulebook has a
        `noun` is a singular."""
        word = LexiconKey(local.owner, local.name)
        return isinstance(local.type, SetType) and self.lexicon.form(word, "noun") is None

    def is_one(self, local: LocalName) -> bool:
        """Return whether a local name is a set that sentences treat as a singular, because the rulebook has a `noun`
        for it."""
        return isinstance(local.type, SetType) and not self.is_set(local)

    def row(self, word: LexiconKey) -> tuple[Domain, int] | None:
        """Return the domain and the index of a table's row that is described by its attributes. Return None for any
        other name, and for a row with a word of its own."""
        symbol = self.model.symbols.get(word.name)
        if not isinstance(symbol, DomainSymbol) or word.item not in symbol.domain.labels or not self.has_names(word):
            return None
        if self.lexicon.form(word, "noun") is not None or self.lexicon.title(word) is not None:
            return None
        return symbol.domain, symbol.domain.labels.index(word.item)

    def has_names(self, word: LexiconKey) -> bool:
        """Return whether the rulebook describes the members of a type by their attributes (its word form `names`)."""
        return self.lexicon.form(LexiconKey(word.name), "names") is not None

    # ------------------------------------------------------------------------------ nouns of facts, kept values, places

    def template(self, word: LexiconKey) -> str | None:
        """Return the rulebook's noun for a name, such as `stack` or `the room of {k} in {i}`; None if there is none. If
        the name is a set or cannot be counted, its `plural` may be all that the rulebook gives."""
        noun, plural, titled = (self.lexicon.form(word, key) for key in ("noun", "plural", "title"))
        if noun is None and not self._counts_single(word):
            return plural
        if noun is None and plural is not None and titled is not None:  # as in `Checker: "Man", plural "men"`
            return first_letter(titled, str if self.grammar.has("capital-nouns") else str.lower)
        return noun

    def _counts_single(self, word: LexiconKey) -> bool:
        """Return whether a name needs a singular noun, too: it is a type, or an attribute that is no set."""
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
        """Return whether sentences treat the noun of a fact, a kept value, a place or an attribute as a plural."""
        titled = self.lexicon.own and tree.value != "attribute"
        name = (self._titled_noun(tree.word) or "") if titled else _plain_name(tree.word)
        return is_plural_word(self.lexicon, self.grammar, tree.word, name)

    def is_plural_local(self, local: LocalName) -> bool:
        """Return whether sentences treat a local name as a plural: a set, or a number whose name is a plural
        (`points`)."""
        if not isinstance(local.type, NumberType):
            return self.is_set(local)
        singular = self.of_local(local).singular
        named = self.template(LexiconKey(local.owner, local.name)) is None
        return self._is_plural_text(singular) or (named and self.grammar.is_plural(singular))

    def _is_plural_text(self, noun: str) -> bool:
        return is_plural_noun(self.lexicon, self.grammar, noun)

    def constant(self, word: LexiconKey, sort: str, bare: bool = False) -> str:
        """Return a constant in words: its noun, such as `the river`, or its title. With `bare`, only the title
        counts."""
        said = (None if bare else self.lexicon.form(word, "noun")) or self.lexicon.title(word)
        if said is not None:
            return said
        name = word.item or word.name
        if sort == "board":
            return self._site(word.name, name)
        if sort == "player" and name[:1] == "p" and name[1:].isdigit():
            return self.grammar.say("seat", n=name[1:])
        signs = len(name) < 3  # such short names are symbols, which need no translation
        if not self.lexicon.own and not signs and (name.islower() or " " in identifier_words(name)):
            self.lexicon.miss(word)
        if sort == "player":  # the name of a person begins with a capital letter
            return first_letter(lower_case_words(name), str.upper)
        return lower_case_words(name) if "_" in name or name.islower() else identifier_words(name)

    def _site(self, board: str, name: str) -> str:
        """Return the name of a site. The name of an edge or a corner is made from its cell and the directions."""
        symbol = self.model.symbols.get(board)
        if isinstance(symbol, DomainSymbol) and grid_of(symbol.domain) is not symbol.domain:
            cell, *ways = name.split("_")
            ways = [self.grammar.say(f"direction-{way}") for way in ways]
            return self.grammar.say("rim-site", cell=cell, ways="/".join(ways))
        return identifier_words(name)

    def title(self, word: LexiconKey) -> str:
        """Return the title of a name. Without a title, return its noun without an article (`north` for `the north`),
        else the name split into words."""
        if (title := self.lexicon.title(word)) is not None:
            return title
        if word == FLOW:
            return self.grammar.say("title-flow")
        noun = self.template(word)
        if noun is None or "{" in noun:
            return self.lexicon.plain(word)
        return self.without_article(noun)

    def parameter(self, word: LexiconKey, name: str) -> str:
        """Return the noun of the parameter `name` of a clause."""
        own = self.lexicon.form(LexiconKey(word.name, name), "noun")
        if own is not None:
            return own
        symbol = self.model.symbols.get(word.name)
        for param in getattr(symbol, "params", ()):
            if param.name == name:
                return self.of_local(LocalName(word.name, name, param.type)).singular
        return lower_case_words(name)

    # --------------------------------------------------------------------------------------------- genders and articles

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
                return self.of(args["noun"]).gender  # type: ignore[arg-type]  # the guard says that it is a Noun
        return self.grammar.say("gender")

    def without_article(self, text: str) -> str:
        for article in self._articles:
            if text.startswith(article):
                return text[len(article) :]
        return text
