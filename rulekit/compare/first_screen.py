"""The first screen of a comparison as a value: what the editions are called, the topics that differ, what it does, and
what is left out.

`screen_layout.py` chooses as many topics as fit and lays them out as lines; `html_page.py` shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from attrs import frozen

from ..model.changes import Added, Change, Struck
from ..syntax import nodes as s
from .change_groups import change_id
from .edition_labels import EditionLabels
from .many_changes import FEW, topic_weight
from .other_answers import Elsewhere
from .screen_figures import FigureRow
from .topic_weight import SERVING_KINDS
from .topics import Topic

Form = Literal["house rule", "editions", "expansion"]
"""How topics are set: before and after in full; side by side; what is added, changed and removed."""


@frozen
class FirstScreen:
    """What a reader sees first.  `contrast` has an edition's own words with its label; `topics` are in the order of
    play, and `groups` has the changes of each chapter with such topics; `unchanged` are parts of the rules without a
    change.  `effects` are sentences on what is proved or measured, `figures` a table under `measured`.  `rules`,
    `serving` and `questions` are the ids of changed rules, and of new and gone definitions and open questions;
    `counted` says how many more changes there are of which sort.
    """

    labels: EditionLabels
    players: str
    form: Form
    contrast: tuple[tuple[str, str], ...]
    topics: tuple[Topic, ...]
    groups: Mapping[str, frozenset[str]]
    unchanged: tuple[str, ...]
    effects: tuple[str, ...]
    measured: str
    figures: tuple[FigureRow, ...]
    rules: frozenset[str]
    serving: frozenset[str]
    questions: frozenset[str]
    counted: tuple[tuple[int, str], ...]

    def by_weight(self) -> list[Topic]:
        """Return the topics, the weightiest first."""
        return sorted(self.topics, key=topic_weight)

    def remarks(self, topic: Topic, shown: Sequence[Topic]) -> str:
        """Return what is said of a topic beside its title: the edition that alone has it, and how many more changes
        its chapter has, if it is the last that is told of it.
        """
        label = self.labels.second if topic.only == "second" else self.labels.first
        said = [f"only in {label}"] if topic.only and self.form != "expansion" else []
        told = [t for t in shown if t.chapter == topic.chapter]
        left = len(self.groups.get(topic.chapter, frozenset()).difference(*(t.changes for t in told)))
        if left and told[-1] is topic:
            said.append(f"{left} more like it")
        return "; ".join(said)

    def omissions(self, shown: Sequence[Topic], more: str = "") -> str:
        """Return how many changes there are, and how many of them are told where; the numbers add up."""
        told = frozenset[str]().union(*(topic.changes for topic in shown))
        total = len(self.rules | self.serving | self.questions) + sum(n for n, _ in self.counted)
        if not total:
            return "Nothing differs."
        sorts = [(len(told), "shown" if not any(t.note for t in shown) else "shown or named")]
        rest = (("more of the rules", self.rules), ("definitions", self.serving), ("open questions", self.questions))
        sorts += [(len(ids - told), word) for word, ids in rest]
        kept = [_count(n, word) for n, word in (*sorts, *self.counted) if n]
        return f"{_count(total, 'changes')}: {', '.join(kept)}.{f' {more}' if more else ''}"

    def unchanged_line(self, shown: Sequence[Topic]) -> str:
        """Return what is not changed, as far as that is known; "" if nothing can be said."""
        told = frozenset[str]().union(*(topic.changes for topic in shown))
        if self.form == "house rule" and self.rules <= told:
            return "Everything else is unchanged."
        return f"No change found in: {_some(self.unchanged)}." if self.unchanged else ""


MOST_UNCHANGED: Final = 6
"""Parts without a change that are named."""


def _some(names: Sequence[str]) -> str:
    more = f"; and {len(names) - MOST_UNCHANGED} more parts" if len(names) > MOST_UNCHANGED + 1 else ""
    kept = names[:MOST_UNCHANGED] if more else names
    return f"{'; '.join(kept)}{more}"


def _count(count: int, word: str) -> str:
    singular = {"changes": "change", "definitions": "definition", "open questions": "open question"}
    return f"{count} {singular.get(word, word) if count == 1 else word}"


def changed_ids(changes: Sequence[Change]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the ids of the changed rules, of definitions that are new or gone, and of such open questions."""
    rules, serving, questions = set(), set(), set()
    for change in changes:
        if change.wording:
            continue
        match change:
            case Added(after=placed) | Struck(before=placed) if isinstance(placed.clause, s.OptionClause):
                questions.add(change_id(change))
            case Added(after=placed) | Struck(before=placed) if isinstance(placed.clause, SERVING_KINDS):
                serving.add(change_id(change))
            case _:
                rules.add(change_id(change))
    return frozenset(rules), frozenset(serving), frozenset(questions)


def counted_elsewhere(
    changes: Sequence[Change], other: Sequence[Elsewhere], only_wording: bool
) -> tuple[tuple[int, str], ...]:
    """Return how many changes are under other answers, with other numbers of players, or of wording only;
    `only_wording`: the rules under these are told on the screen.
    """
    left = [(one.players is None, sum(t.wording or not only_wording for t in one.told)) for one in other]
    answers, players = (sum(n for of_answer, n in left if of_answer is wanted) for wanted in (True, False))
    wording = sum(c.wording for c in changes)
    return (
        (answers, "under answers not agreed on"),
        (players, "with other numbers of players"),
        (wording, "of wording"),
    )


def screen_form(layered: bool, edition: bool, changes: Sequence[Change], topics: Sequence[Topic]) -> Form:
    """Return how the topics of a comparison are set; `layered`: the second rulebook stands on the first, perhaps as an
    `edition` of it.
    """
    if not layered:
        return "editions"
    if len(topics) <= FEW:
        return "house rule"
    rules = [c for c in changes if not c.wording]
    replaced = sum(not isinstance(c, Added) for c in rules)
    return "editions" if edition and 2 * replaced > len(rules) else "expansion"
