"""The idioms that are measured: a sentence, the rulebook that says it, and what sees through it now.

To add one: a rulebook in this folder that says little else, and a row here; `python -m benchmarks.idioms NAME` shows
it, and a whole run (or `--page docs/internals/performance.md` behind it) writes the page.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

FOLDER = Path(__file__).parent
BEFORE = "43edf77c972ddcf16babbe67b834ad0d3a8baa77"
"""The last commit before the first of the passes that these idioms asked for."""


@frozen
class Idiom:
    """One idiom: its rulebook is `NAME.rules` in this folder.  `says`: the idiom in words.  `by`: the passes, or the
    part of the engine, that make it fast.  `before`: a rulebook that says the same in words that the older rulekit can
    read."""

    name: str
    says: str
    by: str
    players: int = 2
    before: str = ""

    def path(self, older: bool = False) -> Path:
        return FOLDER / ((self.before if older else "") or f"{self.name}.rules")


IDIOMS = (
    Idiom("dots-and-boxes", "A fact of constants: the lines of a box, the boxes of a line", "tabulation"),
    Idiom("fours", "After every option the whole board is asked: is there a four to be met?", "invariant_filters"),
    Idiom("island", "A set that follows from cells: free sites beside taken ones", "view_maintenance"),
    Idiom(
        "same-for-all",
        "A question about the whole board that does not depend on the choice",
        "hoist, predicate_pushdown",
    ),
    Idiom("allowed-here", "A later parameter with few values for each earlier one", "loop order"),
    Idiom("row-of-three", "Three in a row on a board of more than 128 sites", "bitset_vectorisation"),
    Idiom("visits", "`for each` with a choice in its body", "steps from member to member"),
    Idiom(
        "as-soon-as", "A `whenever` rule that looks at the whole board, tested before each choice", "change_tracking"
    ),
    Idiom("no-answer", "Something tried out, and an answer tried out in that", "trial_additions, bitset_vectorisation"),
    Idiom("walls", "Links that change: walls between sites, and nobody may be shut off", "bitset_vectorisation, reach"),
    Idiom("paths", "The same, each site with the neighbours that a wall cuts off", "reach, a set at a time"),
    Idiom("bridges", "Links by a condition on both ends: bridges that fall", "bitset_vectorisation"),
)
