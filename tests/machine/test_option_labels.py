"""Numbers, labels and values of options, converted in both directions."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.machine.option_labels import Labels, label_text, option_count, option_number, parse_label, values_of
from rulekit.machine.program import PrintedDomain
from tests.machine.build import chance, decision, end, level, machine, number, option
from tests.machine.samples import SAMPLES

DOMAINS = (
    PrintedDomain("Inn", 0, ("iwan", "olga")),
    PrintedDomain("Rank", 3, ("3", "4", "5")),
    PrintedDomain("Inn or none", 0, ("iwan", "olga"), True),
)
CELLS = (number("inn", 1), number("rank", 5, low=0), number("other", 2))


def sample():
    levels = (
        level("rank", 3, 5, "rank", domain="Rank"),
        level("inn", 0, 1, "inn", domain="Inn"),
        level("to", 0, 2, "other", domain="Inn or none"),
    )
    travel = option("travel", 5, "end", *levels, order=("inn", "to", "rank"))
    nodes = (
        decision("ask", travel, option("pass", 4, "roll")),
        chance("roll", "n", 3, 5, 1, "rank", "end", domain="Rank"),
        end(),
    )
    return machine(nodes, CELLS, domains=DOMAINS)


def test_every_number_has_its_own_values_and_label():
    labels = Labels.of(sample())
    travel = labels.decision("ask").alternatives[0]
    assert option_count(travel) == 18
    texts = set()
    for number_ in range(5, 23):
        values = values_of(travel, number_)
        assert option_number(travel, values) == number_
        texts.add(labels.option_text("ask", number_))
    assert len(texts) == 18


@pytest.mark.parametrize(
    ("number_", "text"),
    [
        (4, "pass"),
        (5, "travel(inn: iwan, to: none, rank: 3)"),
        (22, "travel(inn: olga, to: olga, rank: 5)"),
        (12, "travel(inn: iwan, to: iwan, rank: 4)"),
    ],
)
def test_labels_name_parameters_in_the_order_written(number_, text):
    labels = Labels.of(sample())
    assert labels.option_text("ask", number_) == text
    assert labels.options_that_fit("ask", [4, *range(5, 23)], *parse_label(text)) == (number_,)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("travel", 18),
        ("travel()", 18),
        ("travel(iwan)", 9),
        ("travel(inn: iwan, rank: 4)", 3),
        ("travel(olga, none, 5)", 1),
        ("travel(olga, rank: 5)", 3),
        ("travel(olga, none, 5, 5)", 0),
        ("travel(inn: nobody)", 0),
        ("travel(nothing: iwan)", 0),
        ("travels", 0),
        ("pass", 1),
        ("pass(iwan)", 0),
    ],
)
def test_a_label_with_some_parameters_fits_all_that_agree(text, count):
    assert len(Labels.of(sample()).options_that_fit("ask", range(4, 23), *parse_label(text))) == count


def test_outcomes_have_labels_too():
    labels = Labels.of(sample())
    assert labels.outcome_text("roll", 4) == "roll(n: 4)"
    assert labels.outcomes_that_fit("roll", (3, 4, 5), *parse_label("roll(4)")) == (4,)
    assert labels.outcomes_that_fit("roll", (3, 4, 5), *parse_label("roll(n: 6)")) == ()
    assert labels.outcomes_that_fit("ask", (3,), "roll", ()) == ()


@pytest.mark.parametrize(
    ("domain", "values"), [("Inn", range(2)), ("Rank", range(3, 6)), ("Inn or none", range(3)), ("", range(-2, 3))]
)
def test_values_print_and_read_back(domain, values):
    labels = Labels.of(sample())
    assert [labels.value_of(domain, labels.value_text(domain, v)) for v in values] == list(values)
    assert [labels.value_of(domain, text) for text in ("nothing", "03", "-0")] == [None, None, None]


@pytest.mark.parametrize("text", ["", "(a)", "go(", "go(a", "go(a))b", "go(a,,b)", "go(: a)", "go(a:)"])
def test_what_is_no_label_is_refused(text):
    with pytest.raises(ValueError, match=r"form|empty"):
        parse_label(text)


def test_a_label_reads_back_as_written():
    args = (("inn", "iwan"), ("first", "m1_2"))
    assert parse_label(label_text("travel", args)) == ("travel", args)
    assert parse_label(" travel ( iwan , first : m1_2 ) ") == ("travel", ((None, "iwan"), ("first", "m1_2")))


def test_unknown_nodes_and_numbers_are_the_callers_mistake():
    labels = Labels.of(SAMPLES["heap"])
    for mistake in (
        lambda: labels.option_text("turn", 3),
        lambda: labels.option_text("taken", 0),
        lambda: labels.outcome_text("turn", 0),
    ):
        with pytest.raises(KeyError):
            mistake()


def test_a_label_with_all_its_parameters_names_one_option():
    labels = Labels.of(sample())
    for number_ in (4, *range(5, 23)):
        label, args = parse_label(labels.option_text("ask", number_))
        assert labels.option_named("ask", label, args) == number_
        assert labels.option_named("ask", label, [(None, text) for _, text in args]) == number_
        assert not args or labels.option_named("ask", label, args[:-1]) is None


@pytest.mark.parametrize(
    "text",
    [
        "fly",
        "pass(1)",
        "travel(iwan, none, 7)",
        "travel(iwan, nowhere, 3)",
        "travel(iwan, none, 03)",
        "travel(inn: iwan, inn: iwan, rank: 3)",
        "travel(iwan, none, 3, 3)",
        "travel(inn: iwan, to: none, row: 3)",
    ],
)
def test_other_labels_name_none(text):
    assert Labels.of(sample()).option_named("ask", *parse_label(text)) is None


def test_a_label_of_several_alternatives_names_one_only_where_one_has_the_values():
    low, high = (option("go", base, "end", level("rank", at, at, "rank")) for base, at in ((0, 3), (1, 4)))
    labels = Labels.of(machine((decision("ask", low, high), end()), CELLS))
    assert [labels.option_named("ask", "go", [("rank", text)]) for text in ("3", "4", "5")] == [0, 1, None]
    both = Labels.of(machine((decision("ask", low, evolve(low, base=1)), end()), CELLS))
    assert both.option_named("ask", "go", [("rank", "3")]) is None
