"""The verb of a sentence: its place, agreement and negation."""

from __future__ import annotations

import pytest

from rulekit.prose.grammar import grammar
from rulekit.prose.prose_blocks import MANY, SUBJECT, SUBJECT_END, YOU, without_marks
from rulekit.prose.realiser import Mode, order_sentence, relative_clause


@pytest.mark.parametrize(
    ("language", "raw", "mode", "negative", "text"),
    [
        ("en", "the inn [is] full", "main", False, "the inn is full"),
        ("en", "the inn [is] full", "sub", True, "the inn is not full"),
        ("en", "the man [lies] here", "main", True, "the man does not lie here"),
        ("en", "the man [lies|rests] here", "main", True, "the man rests here"),
        ("en", f"{YOU}you [has] a coin", "main", False, "you have a coin"),
        ("en", f"{YOU}you [go] on", "main", True, "you do not go on"),
        ("en", f"{MANY}the men [stands] here", "main", False, "the men stand here"),
        ("nl", "de herberg [is] ~ vol", "main", True, "de herberg is niet vol"),
        ("nl", "de herberg [is] ~ vol", "sub", False, "de herberg vol is"),
        ("nl", "de herberg [is] ~ groter ^ dan een huis", "sub", True, "de herberg niet groter is dan een huis"),
        ("nl", f"{YOU}je [heeft] een munt", "main", False, "je hebt een munt"),
        ("de", "der Hof [ist] ~ voll", "sub", True, "der Hof nicht voll ist"),
        ("de", f"{YOU}du [gehört] dazu", "main", False, "du gehörst dazu"),
    ],
)
def test_a_sentence(language: str, raw: str, mode: Mode, negative: bool, text: str) -> None:
    assert without_marks(order_sentence(raw, grammar(language), mode, negative)) == text


def test_about_its_subject() -> None:
    raw = f"{SUBJECT}the inn{SUBJECT_END} [is] full"
    assert relative_clause(raw, grammar("en"), True, "thing") == "that is not full"
    assert relative_clause(raw, grammar("nl"), False, "neuter") == "dat full is"
    assert relative_clause("the inn [is] full", grammar("en"), False, "thing") is None


def test_what_cannot_be_denied_is_not_said_as_if_it_were() -> None:
    with pytest.raises(AssertionError):
        order_sentence("no verb at all", grammar("en"), "main", True)
