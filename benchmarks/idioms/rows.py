"""Lists the idioms that are measured: a sentence, its rulebook, and the part of rulekit that makes it fast.

To add one, add a short rulebook in this folder and a row here. `python -m benchmarks.idioms NAME` measures it; a whole
run (or one with `--page docs/internals/performance.md`) writes the page.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

FOLDER = Path(__file__).parent
BEFORE = "43edf77c972ddcf16babbe67b834ad0d3a8baa77"
"""The last commit before the passes that make these idioms fast."""


@frozen
class Idiom:
    """An idiom; its rulebook is `NAME.rules` in this folder.

    `says` is the idiom in words. `by` names the passes or the part of the engine that make it fast. `before` is an
    equivalent rulebook in the syntax of the older rulekit, if that cannot read the usual one. `since` is the commit of
    the older rulekit."""

    name: str
    says: str
    by: str
    players: int = 2
    before: str = ""
    since: str = BEFORE

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
    Idiom(
        "hive",
        "A large board with little on it: Hive on 576 spots",
        "loop_fusion, occupied_sites, reach",
        since="2d6491e5e240c718f748e46db7b0f74724b6603b",
    ),
    Idiom("bridges", "Links by a condition on both ends: bridges that fall", "bitset_vectorisation"),
)
