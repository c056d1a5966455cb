"""No sentence of a shipped game reads like a formal model put into words.

The sentences are those of the goldens (`test_golden.py`): every clause of every shipped rulebook, in each language.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
NO_EDITOR = {
    "a superlative, not a comparison with all others": (
        r"for wh(?:ich|om) for every [^,]*, [^,]* (?:is|comes) (?:at most|at least|no later|no earlier)",
        "every inn A for which for every inn B, the village of inn A comes no later than the village of inn B",
    ),
    "joined things": (r"again and again|telkens weer|immer wieder", "part A, and again and again, every part C"),
    "a plain if": (r"exactly when|precies als|genau dann", "An inn is full exactly when there are 3 guests"),
    "the settled answer": (
        r"agreed for [“'‘]|afgesproken voor [“'‘]|verabredet für [„'‚]",
        "4, if “four” is agreed for “Fields”",
    ),
    "a step round the table of kinds": (r"further round", "The kind 1 further round than the kind that is missing"),
    "you are it": (r"becomes you\b|wordt jij\b", "the player who has bet becomes you"),
    "no values of parameters": (
        r"to be answered|te beantwoorden|: (?:yes|no)\)",
        "You are eliminated (to be answered: no)",
    ),
    "a verb of its player": (
        r"\b[Yy]ou (?:has|is|was|does|plays|takes|gets|goes)\b|\b[Jj]e (?:heeft|is)\b|\b[Dd]u (?:hat|ist|wird|darft)\b",
        "the fields where you has most meeples",
    ),
    "a verb denied once": (
        r"do(?:es)? not (?:are|is|has)\b|do(?:es)? not have (?:been|shown|laid|\w+ed)\b",
        "From now on, victories does not are declared",
    ),
    "a plural with its verb": (r"\b[Tt]he points is\b", "The points is more than 0"),
    "a thing and not a sentence": (r"The cause is (?:not )?it was", "The cause is not it was dealt by Distribute"),
    "a genitive": (r"you['’]s\b", "Otherwise the player after you's neighbour"),
    "an identifier": (r"(?m)^(?!## |.*\|).*\b[a-z]+_[a-z_]+\b", "This holds only while errand is follower_home."),
    "one space, one full stop": (r"  \S|(?<!\.)\.\.(?!\.)| ,| \.(?:\s|$)", "The coins ,  the cards.."),
}


@pytest.mark.parametrize("wanted", NO_EDITOR)
def test_an_editor_would_print_it(wanted: str) -> None:
    pattern, planted = NO_EDITOR[wanted]
    assert re.search(pattern, planted), "the pattern finds what it is for"
    for path in sorted(GOLDEN.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            found = re.search(pattern, line.strip())
            assert found is None, f"{path.name}: {line.strip()}"
