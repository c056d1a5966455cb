"""A reserved word in place of a name: the message says how the word is used."""

import pytest

from rulekit.syntax.syntax_help import EXPRESSIONS, FORMS
from rulekit.syntax.word_reading import unusable_names

from .cases import diagnose

BOOK = "rulebook a:\n  players 2\nkeep a: 0..9 = 0\nprocedure b():\n  {}\nflow:\n  b()\n"


@pytest.mark.parametrize("line", ["{}(a)", "a = {}(a)", "a = {}", "{} = a"])
@pytest.mark.parametrize("word", ["shuffle", "first", "forget", "draw", "some", "top"])
def test_how_a_word_is_written_is_told(word: str, line: str) -> None:
    told = [d for d in diagnose(BOOK.format(line.format(word))) if d.code == "E201"]
    form = (EXPRESSIONS.get(word) or FORMS[word])[0]
    assert [help_.text for d in told for help_ in d.help] == [
        f"`{word}` is a word of the language; it is written: {form}"
    ]


def test_each_word_has_one_set_of_forms_but_let() -> None:
    assert EXPRESSIONS.keys() & FORMS.keys() == {"let"}
    assert not EXPRESSIONS.keys() & unusable_names()
