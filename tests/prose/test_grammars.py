"""Each grammar contains every message it needs exactly once, and none that is never used."""

from __future__ import annotations

import re

import pytest

from rulekit.prose.grammar import FOLDER, grammar, languages

IDS = re.compile(r"^(-?[a-z][\w-]*) =", re.MULTILINE)


def ids(language: str) -> list[str]:
    return IDS.findall((FOLDER / f"{language}.ftl").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", languages())
def test_no_message_twice(language: str) -> None:
    found = ids(language)
    assert sorted(found) == sorted(set(found))


@pytest.mark.parametrize("language", languages())
def test_every_message_is_read(language: str) -> None:
    known = grammar(language)
    assert [one for one in ids(language) if not one.startswith("-") and not known.has(one)] == []


def test_the_languages_say_the_same() -> None:
    """Exceptions are messages about a language's own grammar: negation, word order, cases of prepositions."""
    own = {"declined", "declines", "contractions", "dative-after", "denied-verb", "verb-last", "plural-relatives"}
    own |= {"plural-endings", "plural-words", "singular-endings", "singular-words", "after-head", "after-head-endings"}
    own |= {"active-genitive", "possible-choice-denied", "whose-bare", "fitting-article", "capital-nouns"}
    found = {language: set(ids(language)) - own for language in languages()}
    assert len(set(map(frozenset, found.values()))) == 1
