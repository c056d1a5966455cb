"""The grammar of a language: its messages (`grammars/LANG.ftl`, in the format Fluent), and functions for arguments.

The arguments of a message are trees.  `{ $x }` inserts the words of a tree; a function inserts them in some form:

    NP($x, "accusative", …)   a noun phrase, in a case or form (indefinite, every, plural, bare, none, genitive)
    CL($c)  SUB($c)           a condition as a main clause, as a subordinate clause
    DO($s)                    a step as a sentence
    GENDER($x) COUNT($x) PERSON($x)   to select variants: gender of the head noun; one or many; you or other
    INITIAL($t) LAST($t, n) CUT($t, n)   first letter, last n letters, all but the last n letters of a text

Fluent's limits on the length of a text, which protect against untrusted texts, are lifted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Protocol

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal
from fluent.runtime import FluentBundle, FluentResource, resolver
from fluent.runtime.types import FluentType, fluent_number

from .prose_blocks import LINK_END, unescape, without_links, without_marks

resolver.MAX_PART_LENGTH = 10**9
resolver.Pattern.MAX_PARTS = 10**9

MOST_KEPT: Final = 20_000
"""The greatest number of texts that a grammar caches; only messages whose arguments are no trees are cached."""
FOLDER: Final = Path(__file__).parent / "grammars"


class Speaking(Protocol):
    """What messages need to put their arguments, which are trees, into words; `linearise.py` implements it."""

    def phrase(self, tree: Any, *features: str) -> str: ...

    def clause(self, tree: Any, mode: Any) -> str: ...

    def sentence(self, tree: Any) -> str: ...

    def head(self, tree: Any, what: str) -> str: ...

    def any(self, tree: Any) -> str: ...


class MessageTree(FluentType):
    """A tree as an argument of a message. `speaking` puts it into words."""

    def __init__(self, speaking: Speaking, tree: Any) -> None:
        self.speaking = speaking
        self.tree = tree

    def format(self, locale: Locale) -> str:
        return self.speaking.any(self.tree)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a grammar."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.ftl")))


class Grammar:
    """All messages of a language, with methods that compute their texts."""

    def __init__(self, language: str, text: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], functions=FUNCTIONS, use_isolating=False)
        self._bundle.add_resource(FluentResource(text))
        self._plain: dict[tuple[object, ...], str] = {}
        self.locale = Locale.parse(self.say("locale"), sep="-")

    def has(self, fun: str) -> bool:
        return self._bundle.has_message(fun)

    def say(self, fun: str, **args: object) -> str:
        """Return the text of a message. Raise KeyError if there is no such message, and GrammarError if an argument is
        missing."""
        key = (fun, *args.values()) if all(isinstance(value, str) for value in args.values()) else None
        if key is not None and (known := self._plain.get(key)) is not None:
            return known
        message = self._bundle.get_message(fun)
        if message.value is None:
            raise KeyError(fun)
        found, errors = self._bundle.format_pattern(message.value, args)
        if errors:
            raise GrammarError(self.language, fun, errors)
        if key is not None and len(self._plain) < MOST_KEPT:
            self._plain[key] = str(found)
        return str(found)

    def attribute(self, fun: str, name: str) -> str | None:
        """Return an attribute of a message, such as `.plural`; None if the message has no such attribute."""
        pattern = self._bundle.get_message(fun).attributes.get(name)
        return None if pattern is None else str(self._bundle.format_pattern(pattern)[0])

    def join_list(self, items: list[str], joining: str) -> str:
        """Return the items joined into a list in words, such as `a, b and c`."""
        return format_list(items, "or" if joining == "or" else "standard", locale=self.locale)

    def finish(self, text: str) -> str:
        """Return a text as readers see it: with escaped characters restored, and with contractions (`vom` for `von
        dem`)."""
        for apart, together in self._contractions:
            first, last = apart
            text = re.sub(rf"\b{first}({LINK_END}?) {last}\b", rf"{together}\1", text)
        return unescape(text)

    @cached_property
    def _contractions(self) -> tuple[tuple[list[str], str], ...]:
        said = self.say("contractions").split() if self.has("contractions") else ()
        return tuple((apart.split("+"), together) for apart, _, together in (one.partition("=") for one in said))

    def is_plural(self, noun: str) -> bool:
        """Return whether a noun is a plural, by the ending of its head. Return False if the language's endings do not
        show it."""
        if not self.has("plural-endings") or (" " in noun and not self.finds_heads):
            return False
        head = self.head_word(noun)
        if head in self._word_lists["plural-words"]:
            return True
        singular = head in self._word_lists["singular-words"] or head.endswith(self._word_lists["singular-endings"])
        return len(head) > 2 and head.endswith(self._word_lists["plural-endings"]) and not singular

    @property
    def finds_heads(self) -> bool:
        """Return whether the grammar can find the head of a noun phrase, the word that shows singular or plural."""
        return self.has("after-head")

    def head_word(self, noun: str) -> str:
        """Return the head of a noun phrase, which is `coins` in `coins left` and in `the coins in {h}`; "" if there are
        no words."""
        words: list[str] = re.findall(r"[^\W\d_]+", re.sub(r"\{[^{}]*\}('s\b)?", " ", noun).lower())
        while words and words[0] in self.say("articles").split():
            words.pop(0)
        ends = self._word_lists
        for n, word in enumerate(words[1:], 1):
            if word in ends["after-head"] or word.endswith(ends["after-head-endings"]):
                return words[n - 1]
        return words[-1] if words else ""

    @cached_property
    def _word_lists(self) -> dict[str, tuple[str, ...]]:
        lists = (
            "plural-words",
            "singular-words",
            "plural-endings",
            "singular-endings",
            "after-head",
            "after-head-endings",
        )
        return {name: self.words(name) for name in lists}

    def words(self, name: str) -> tuple[str, ...]:
        """Return the words of a message that is a list of words. Return an empty tuple if the language has no such
        message."""
        return tuple(self.say(name).split()) if self.has(name) else ()

    def number(self, n: int) -> str:
        return format_decimal(n, locale=self.locale).replace("-", "\u2212")


class GrammarError(Exception):
    """Raised if a message lacks an argument or refers to something unknown. This is always an error of a grammar, not
    of a rulebook."""

    def __init__(self, language: str, fun: str, errors: list[Exception]) -> None:
        super().__init__(f"{language}.ftl, {fun}: {errors}")


@cache
def grammar(language: str) -> Grammar:
    """Return the grammar of a language."""
    return Grammar(language, (FOLDER / f"{language}.ftl").read_text(encoding="utf-8"))


def ungrouped_number(n: int) -> FluentType:
    return fluent_number(n, useGrouping=False)


# -------------------------------------------------------------------------------------- functions that messages may use


def _text(x: object) -> str:
    return x.speaking.any(x.tree) if isinstance(x, MessageTree) else str(x)


def _np(x: Any, *features: Any) -> str:
    return x.speaking.phrase(x.tree, *map(str, features)) if isinstance(x, MessageTree) else str(x)


def _cl(x: Any) -> str:
    return x.speaking.clause(x.tree, "main") if isinstance(x, MessageTree) else str(x)


def _sub(x: Any) -> str:
    return x.speaking.clause(x.tree, "sub") if isinstance(x, MessageTree) else str(x)


def _do(x: Any) -> str:
    return x.speaking.sentence(x.tree) if isinstance(x, MessageTree) else str(x)


def _head(what: str) -> Callable[[Any], str]:
    def asked(x: Any) -> str:
        return x.speaking.head(x.tree, what) if isinstance(x, MessageTree) else "other"

    return asked


def _letters(x: Any) -> str:
    return unescape(without_marks(without_links(_text(x))))


def _initial(x: Any) -> str:
    return next((letter.lower() for letter in _letters(x) if letter.isalnum()), "")


def _last(x: Any, n: Any = 1) -> str:
    return _letters(x)[-int(n) :].lower()


def _cut(x: Any, n: Any = 1) -> str:
    return _text(x)[: -int(n)]


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "NP": _np,
    "CL": _cl,
    "SUB": _sub,
    "DO": _do,
    "GENDER": _head("gender"),
    "COUNT": _head("count"),
    "PERSON": _head("person"),
    "INITIAL": _initial,
    "LAST": _last,
    "CUT": _cut,
}
