"""W841: names without a word in a language, and words for a text that a layer has changed since."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, Source
from rulekit.pipeline import check_configuration, configurations
from rulekit.prose.wordless import wordless
from rulekit.syntax import parse

BASE = """rulebook coins "Coins":
  players 2
chapter everything "All of it"
keep left "Coins left" "Nine at first.": 0..9 = 9
fact few "Few" = left < 3
flow "The game":
  game over, drawn
words nl:
  coins: "Munten"
  everything: "Alles"
  left: "Munten over" "Eerst negen."
  few: "Weinig", says "er [zijn] weinig munten"
  flow: "Het spel"
"""
LAYER = """variant more of coins "More coins":
  summary "With more of them."
replace fact few "{title}" = left < 4
{rest}
words nl:
  more: "Meer munten"
"""


def warnings(*texts: str) -> dict[str, Diagnostic]:
    books = []
    for n, text in enumerate(texts):
        book, found = parse(Source(f"book{n}", text))
        assert book is not None, found
        books.append(book)
    models = []
    for config in configurations(books):
        model, problems = check_configuration(books, config, knowledge=False)
        assert model is not None, problems
        models.append(model)
    return dict(wordless(models, books, "nl"))


def test_a_word_for_each_name_is_enough() -> None:
    assert warnings(BASE) == {}


def test_a_chapter_and_the_book_itself_want_words() -> None:
    without = BASE.replace('  everything: "Alles"\n', "").replace('  coins: "Munten"\n', "")
    assert list(warnings(without)) == ["layer coins", "chapter everything"]


def test_a_number_is_the_same_in_every_language() -> None:
    numbers = 'enum Space: at0 "0", at5 "5", far "far"\nkeep here "Here": Space = at0\nflow "The game":'
    words = 'words nl:\n  Space: "Vakjes", noun "vakje"\n  here: "Hier"\n'
    assert list(warnings(BASE.replace('flow "The game":', numbers).replace("words nl:\n", words))) == ["Space.far"]


def test_a_title_that_a_layer_changes_wants_a_new_word() -> None:
    told = warnings(BASE, LAYER.format(title="Very few", rest=""))
    assert list(told) == ["few"]
    said = told["few"]
    assert said.code == "W841" and said.span is not None and said.span.text == '"Very few"'
    assert [label.span.text for label in said.labels] == ['"Weinig"']
    assert warnings(BASE, LAYER.format(title="Very few", rest="") + '  few: "Zeer weinig"\n') == {}


def test_a_rule_that_changes_under_its_old_title_keeps_its_words() -> None:
    assert warnings(BASE, LAYER.format(title="Few", rest="")) == {}


def test_a_summary_that_a_layer_changes_wants_a_new_word() -> None:
    rest = 'replace keep left "Coins left" "Eight at first.": 0..8 = 8'
    assert list(warnings(BASE, LAYER.format(title="Few", rest=rest))) == ["left"]


ANSWERED = BASE.replace(
    "words nl:",
    """{under}
words nl:
  thrift: "Zuinigheid"
  thrift.yes_please: "Graag"
  thrift.no_thanks: "Liever niet"
""",
)
THRIFT = """ruling thrift "Thrift":
  yes_please "Yes, please"
  no_thanks "Rather not"
under thrift == no_thanks:
  replace fact few "Very few" "Less than two." = left < 2
"""


def test_what_another_answer_calls_otherwise_wants_a_word_of_its_own() -> None:
    told = warnings(ANSWERED.format(under=THRIFT))
    assert list(told) == ["few"]
    assert told["few"].message == "the word of `few` in `nl` is for another answer"
    assert told["few"].span is not None and told["few"].span.text == '"Very few"'
    word = '  words nl:\n    few: "Heel weinig", says "er [zijn] heel weinig munten"\n'
    assert warnings(ANSWERED.format(under=THRIFT + word)) == {}
    assert warnings(ANSWERED.format(under="") + THRIFT + word) == {}
