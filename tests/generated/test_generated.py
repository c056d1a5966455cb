"""Tests every law on generated rulebooks.

The suite tests SUITE rulebooks, in pieces that run in parallel. For more, by hand:

    RULEKIT_BOOKS=20000 RULEKIT_SEED=1 pytest -m soak -n 2 -s tests/generated

Rulebook number n of seed s depends only on the text "s/n". `python -m tests.generated.soak s n` prints it after
mending. The soak prints how often each form of the language was generated, and which events occurred in play.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, seed, settings

from .chooser import Seeded
from .laws import hold
from .mending import mend, mended
from .soak import run, soak
from .strategy import Written, rulebook, rulebooks

PIECES = 8
SUITE = 8
"""The number of rulebooks in the suite; each takes about a second."""
SHRUNK = 4
"""How many of them Hypothesis generates, which can shrink a failing one."""
KNOWN = (106,)
"""Further rulebooks, which once led to an endless loop."""

BOOKS = int(os.environ.get("RULEKIT_BOOKS", "20000"))
SEED = os.environ.get("RULEKIT_SEED", "soak")


@pytest.mark.parametrize("piece", range(PIECES))
def test_every_law_holds(piece: int) -> None:
    _, broken = soak("suite", piece, SUITE - SHRUNK, PIECES)
    assert not broken, broken[0]


@pytest.mark.parametrize("number", KNOWN)
def test_every_law_holds_of_what_took_for_ever(number: int) -> None:
    _, broken = run("suite", range(number, number + 1))
    assert not broken, broken[0]


@pytest.mark.parametrize("piece", range(4))
def test_every_law_holds_and_what_breaks_one_is_made_small(piece: int) -> None:
    @seed(piece)
    @settings(
        max_examples=SHRUNK // 4, deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=True
    )
    @given(rulebooks())
    def held(written: Written) -> None:
        hold(mend(Seeded("mend"), written), Counter(), deep=True)

    held()


def test_the_same_number_gives_the_same_rulebook() -> None:
    for number in range(3):
        assert rulebook(Seeded(f"suite/{number}")) == rulebook(Seeded(f"suite/{number}"))
        assert mended("suite", number).written == mended("suite", number).written


FORMS = """
Announce|Assign|AtOnce|By|Choose|Choose amount|Choose amount totalling|Choose joined|Choose so that|Choose otherwise|
Do|Draw|Either|
ForEach|ForEach chosen|ForEach from|ForEach joined|If|KeepHere|
Leave again|Leave loop|Leave round|Leave turn|Let|Move|Over drawn|Over lost|
Over paying|Over ranked|Over won|Perform|Put|Record|Remove|Repeat|Require|Return|Rounds|Show|Shuffle|Step|
Take all|Take bottom|Take item|Take random|Take single|Take top|Take value|Take value amount|
Turns|Turns once each|Window first to act|
Window once each|Window until all pass|place heap|place one|place row|place stack|keep game|keep round|keep turn|
board graph|board hexagon|board hexagonal|board open|board open hexagonal|board square|board edges|
board corners|call touching|
board triangle|board triangular|board square where|TableClause|TableClause of its own|
PieceClause|EnumClause|PositionClause|OptionClause|
fact|fact nested|fact combining add|fact combining all|fact combining any|fact combining least|fact combining most|
exception|exception never both|exception over|exception rank|procedure|procedure gives|procedure nested|
rule after|rule after of what|rule before|rule before of what|rule instead of|rule instead of of what|
rule when|rule when by|Whenever|EventClause|ChoiceClause|choice at any time|ActionClause|
Quantified all|Quantified any|Quantified count|Quantified least|Quantified most|Quantified some|Quantified sum|
Quantified the|Reach|After|LetExpression|TimesSeen|SetComprehension|SetLiteral|Conditional|Attribute|EndOf|
call steps|call ray|call around|call between|call direction|call distance|call item|call member|call if_none|
Replace|Strike|Set|Set examples|Amendment|BodyAmendment add|BodyAmendment replace|BodyAmendment strike|Under|Under each
"""
LIKELY = (12, 194, 180, 70, 45, 192, 175, 78, 53, 92, 96, 211, 231)
"""Rulebooks that together had all forms when this list was made; usually no others are needed."""


def test_every_form_is_generated() -> None:
    """Each form occurs in some of the first rulebooks; those of `LIKELY` are tried first."""
    from rulekit.diagnostics import Source
    from rulekit.syntax import parse

    from .laws import constructs

    found: Counter[str] = Counter()
    missing = {form.strip() for form in FORMS.replace("\n", "").split("|")}
    for number in (*LIKELY, *range(400)):
        written = rulebook(Seeded(f"forms/{number}"))
        for text in filter(None, (written.text, written.variant)):
            book, _ = parse(Source("generated.rules", text))
            assert book is not None
            found.update(constructs(book))
        if not missing - found.keys():
            break
    assert not missing - found.keys(), sorted(missing - found.keys())


@pytest.mark.soak
@pytest.mark.parametrize("piece", range(40))
def test_soak(piece: int) -> None:
    """Tests RULEKIT_BOOKS rulebooks of the seed RULEKIT_SEED, in forty pieces."""
    tally, broken = soak(SEED, piece, BOOKS, 40)
    print(f"\nseed {SEED}, piece {piece} of 40:", dict(sorted(tally.items())))
    assert not broken, "\n\n".join(broken[:3])
