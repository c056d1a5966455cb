"""A verb agrees with the name of a fact, a kept value or a local variable: "your points are 10", "your score is 10"."""

from __future__ import annotations

import re

import pytest

from rulekit.prose import blocks_text, languages, speaker
from rulekit.prose.grammar import FOLDER, grammar

from .reading import model, whole

BOOK = """rulebook small "Small":
  players 2
  language LANGUAGE
enum Coin: penny, ducat
enum Suit "Suits": red "Red", blue "Blue"
keep NAME[Player] "TITLE": 0..9 = 1
fact NAME_in_all = sum(p in Player: NAME[p])
choice turn "A turn"
action go in turn "Go":
  CONDITION
flow:
  turns from p1:
    do one of turn
"""

CONDITIONS = """
NAME[me] == 1
NAME[me] != 1
NAME[me] < 3
NAME[me] <= 3
NAME[me] > 3
NAME[me] >= 3
NAME[me] in {2..3}
not (NAME[me] in {2..3})
NAME[p1] == NAME[p2]
all q in Player: NAME[q] <= NAME[me]
all q in Player: NAME[q] >= NAME[me]
all q in Player where q != me: NAME[q] < NAME[me]
some q in Player: NAME[q] > 3
all q in Player: NAME[q] > 3
NAME_in_all > 3
not (NAME_in_all == 3)
""".strip().split("\n")
STATEMENTS = (
    "let total_NAME = NAME[me] + 1",
    "choose victim in Player where NAME[victim] > 0",
    "if NAME[me] == 3:\n    nothing",
    "repeat at most 3 times until NAME[me] == 3:\n    nothing",
)
FORMS = (*(f"require {one}" for one in CONDITIONS), *STATEMENTS)

VERBS = {
    "en": ("is|has|does|becomes|comes", "are|have|do|become|come"),
    "nl": ("is|heeft|wordt|komt", "zijn|hebben|worden|komen"),
    "de": ("ist|hat|wird|kommt", "sind|haben|werden|kommen"),
}
NAMES = {
    "en": (("score", ""), ("points", "")),
    "nl": (("score", ""), ("punten", 'plural "Punten"')),
    "de": (("stand", ""), ("punkte", 'plural "Punkte"')),
}
"""A singular and a plural name in each language, with the `words` entries that a rulebook must add."""

OF_ANOTHER = "there is a player|er een speler is|who is not you|die niet jij is|der nicht du ist"
"""Verbs whose subject is another noun, and which are ignored."""


def _sentences(written: str, language: str, name: str, words: str, form: str) -> str:
    """Return the sentences of an action with this form, for a rulebook written in one language and read in another.
    `words` are the name's `words` entry in the second."""
    text = BOOK.replace("CONDITION", form).replace("NAME", name).replace("TITLE", name.capitalize())
    entries = "".join(
        f"  {of}: {words}\n"
        for of in (name, f"{name}_in_all", f"go.total_{name}")
        if words and of[3 * (of[:3] == "go.") :] in text
    )
    text = text.replace("LANGUAGE", written)
    if words:
        text += f"words {language}:\n{entries}"
    says = speaker(model(text), language)
    placed = next(one for one in says.model.rulebook.clauses if one.clause.name.text == "go")
    return blocks_text(says.clause(placed).exact)


def _verbs(text: str, language: str, number: int) -> list[str]:
    text = re.sub(OF_ANOTHER, "", text)
    return re.findall(rf"\b({VERBS[language][number]})\b", text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", languages())
def test_a_name_of_the_rulebooks_own_language(language: str, form: str) -> None:
    for number, (name, words) in enumerate(NAMES[language]):
        said = _sentences(language, language, name, words, form)
        assert not _verbs(said, language, 1 - number), said
    if "repeat" not in form:
        assert _verbs(said, language, 1), said


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_a_title_has_the_number_of_the_name_that_it_translates(language: str, form: str) -> None:
    if "total_NAME" in form:
        return  # without words, a local variable is called by the noun of its type
    for number, (name, title) in enumerate((("score", '"Xx"'), ("points", '"Yy"'))):
        said = _sentences("en", language, name, title, form)
        assert not _verbs(said, language, 1 - number), said


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ('noun "dozen eggs", plural "dozens of eggs"', 0),  # if a plural is given too, the noun is the singular
        ('noun "sheep"', 0),
        ('plural "sheep"', 1),
        ('noun "lambs of yours"', 1),
    ],
)
def test_the_words_of_the_rulebook_decide(words: str, number: int) -> None:
    said = _sentences("en", "en", "flock", words, "require NAME[me] > 2")
    assert _verbs(said, "en", number) and not _verbs(said, "en", 1 - number), said


ONE = "score bonus loss status axis news coin number_of_points points_total seed chess lens share_of_coins coin_left"
MANY = "points coins_left cards_in_hand tricks_won moves dice people points_scored apples_on_tree lives turns_to_go"


def test_english_plurals() -> None:
    english = grammar("en")
    assert [name for name in ONE.split() if english.is_plural(name.replace("_", " "))] == []
    assert [name for name in MANY.split() if not english.is_plural(name.replace("_", " "))] == []
    assert (
        not english.is_plural("{p}") and english.is_plural("{p}'s points") and not english.is_plural("the hand of {p}")
    )


def test_dutch_endings_tell_of_single_words() -> None:
    dutch = grammar("nl")
    assert dutch.is_plural("punten") and not dutch.is_plural("wagen") and not dutch.is_plural("steen")
    assert not dutch.is_plural("aantal punten"), "its head is the first word, which no ending tells"


def test_a_declared_plural_of_a_kind_is_a_plural() -> None:
    """German endings do not show the number, but the rulebook's `words` do."""
    text = BOOK.replace("CONDITION", "require NAME[me] > 2").replace("LANGUAGE", "de")
    text = text.replace("NAME", "ochsen").replace("TITLE", "ochsen")
    assert "größer ist als 2" in whole(text, "de")
    assert "größer sind als 2" in whole(text + 'words de:\n  Coin: noun "Ochse", plural "ochsen"\n', "de")


BECOMES = """rulebook small "Small":
  players 2
enum Suit "Suits": red "Red", blue "Blue"
keep trumps: Suit or none = none
keep trump: Suit or none = none
choice turn "A turn"
action go in turn "Go":
  require trump == none
  require trumps == none
  trump = red
  trumps = red
  trump = none
  trumps = none
flow:
  turns from p1:
    do one of turn
"""


def test_values_that_are_no_numbers() -> None:
    said = whole(BECOMES)
    for text in ("trumps become Red", "trump becomes Red", "there is no trump", "there are no trumps"):
        assert text in said, text


SINGULAR = {
    "en": "is|has|sees|wins|loses|decides|presses",
    "nl": "is|heeft|ziet|wint|verliest|beslist|indrukt",
    "de": "ist|hat|sieht|gewinnt|verliert|entscheidet",
}


@pytest.mark.parametrize("language", languages())
def test_the_number_of_a_players_title_never_matters(language: str) -> None:
    """Regression: a page to play on said `Attackers decides.`; nothing tells whether a title is a plural."""
    written = (FOLDER / f"{language}.ftl").read_text(encoding="utf-8")
    texts = re.findall(r"^ui-\S+ = (.*\{ \$seats? \}.*)$", written, re.MULTILINE)
    assert len(texts) > 10
    assert [one for one in texts if re.search(rf"\b({SINGULAR[language]})\b", one)] == []
