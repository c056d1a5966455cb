"""The first screen of a comparison as a value: labels of the editions, topics that differ, effects, and the number of
changes left out.

`screen_layout.py` chooses as many topics as fit, and arranges them in lines; `html_page.py` shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from attrs import frozen

from ..model.change_kinds import Added, Change, Struck
from ..syntax import nodes as s
from ..syntax.forms import does
from .change_groups import change_id
from .edition_labels import EditionLabels
from .many_changes import FEW, topic_weight
from .other_answers import Elsewhere
from .screen_figures import FigureTable
from .topics import Topic

Form = Literal["house rule", "editions", "expansion"]
"""How topics are shown: for a house rule, before and after in full; for editions, side by side; for an expansion, what
is added, changed and removed."""


@frozen
class FirstScreen:
    """What a reader sees first.

    `labels`, `players` and `form` say what is compared and how it is shown. `contrast` has pairs of an edition's label
    and its own words. `topics` are in the order of play. `groups` maps the title of each chapter with topics to the ids
    of its changes; `unchanged` are titles of parts of the rules without changes. `effects` are sentences on what is
    proved or measured; `figures` has a table of statistics, and a second one for random players if the first is about
    other players. `rules`, `serving` and `questions` are the ids of changed rules, of new and removed definitions, and
    of new and removed open questions. `counted` has the numbers of other changes, each with words for their kind."""

    labels: EditionLabels
    players: str
    form: Form
    contrast: tuple[tuple[str, str], ...]
    topics: tuple[Topic, ...]
    groups: Mapping[str, frozenset[str]]
    unchanged: tuple[str, ...]
    effects: tuple[str, ...]
    figures: tuple[FigureTable, ...]
    rules: frozenset[str]
    serving: frozenset[str]
    questions: frozenset[str]
    counted: tuple[tuple[int, str], ...]

    def by_weight(self) -> list[Topic]:
        """Return the topics, the most important first."""
        return sorted(self.topics, key=topic_weight)

    def remarks(self, topic: Topic, shown: Sequence[Topic]) -> str:
        """Return the remark after a topic's title. It names the edition if only one has the topic. After the last topic
        of a chapter among those `shown`, it says how many more changes the chapter has."""
        label = self.labels.second if topic.only == "second" else self.labels.first
        said = [f"only in {label}"] if topic.only and self.form != "expansion" else []
        told = [t for t in shown if t.chapter == topic.chapter]
        left = len(self.groups.get(topic.chapter, frozenset()).difference(*(t.changes for t in told)))
        if left and told[-1] is topic:
            said.append(f"{left} more like it")
        return "; ".join(said)

    def omissions(self, shown: Sequence[Topic], more: str = "") -> str:
        """Return text on how many changes there are, and how many of each kind are not among the topics `shown`. `more`
        is added at the end."""
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
        """Return text on which parts of the rules are unchanged; "" if no such part is known."""
        told = frozenset[str]().union(*(topic.changes for topic in shown))
        if self.form == "house rule" and self.rules <= told:
            return "Everything else is unchanged."
        return f"No change found in: {_some(self.unchanged)}." if self.unchanged else ""


MOST_UNCHANGED: Final = 6
"""Unchanged parts of the rules that are named, at most."""


def _some(names: Sequence[str]) -> str:
    more = f"; and {len(names) - MOST_UNCHANGED} more parts" if len(names) > MOST_UNCHANGED + 1 else ""
    kept = names[:MOST_UNCHANGED] if more else names
    return f"{'; '.join(kept)}{more}"


def _count(count: int, word: str) -> str:
    singular = {"changes": "change", "definitions": "definition", "open questions": "open question"}
    return f"{count} {singular.get(word, word) if count == 1 else word}"


def changed_ids(changes: Sequence[Change]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return three sets of ids: changed rules, new or removed definitions, and new or removed open questions."""
    rules, serving, questions = set(), set(), set()
    for change in changes:
        if change.wording:
            continue
        match change:
            case Added(after=placed) | Struck(before=placed) if isinstance(placed.clause, s.OptionClause):
                questions.add(change_id(change))
            case Added(after=placed) | Struck(before=placed) if does(placed.clause, "serves"):
                serving.add(change_id(change))
            case _:
                rules.add(change_id(change))
    return frozenset(rules), frozenset(serving), frozenset(questions)


def counted_elsewhere(
    changes: Sequence[Change], other: Sequence[Elsewhere], only_wording: bool
) -> tuple[tuple[int, str], ...]:
    """Return the numbers of changes that exist only under other answers, only for other numbers of players, or only in
    wording, each number with words for its kind. With `only_wording`, the first two are left out, since the screen
    already shows them."""
    left = [(one.players is None, sum(t.wording or not only_wording for t in one.told)) for one in other]
    answers, players = (sum(n for of_answer, n in left if of_answer is wanted) for wanted in (True, False))
    wording = sum(c.wording for c in changes)
    return (
        (answers, "under answers not agreed on"),
        (players, "with other numbers of players"),
        (wording, "of wording"),
    )


def screen_form(layered: bool, edition: bool, changes: Sequence[Change], topics: Sequence[Topic]) -> Form:
    """Return how the topics are to be shown. `layered` means that the second rulebook extends the first, perhaps as an
    `edition` of it."""
    if not layered:
        return "editions"
    if len(topics) <= FEW:
        return "house rule"
    rules = [c for c in changes if not c.wording]
    replaced = sum(not isinstance(c, Added) for c in rules)
    return "editions" if edition and 2 * replaced > len(rules) else "expansion"
