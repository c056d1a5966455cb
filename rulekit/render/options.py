"""Options, open questions and rulesets as tables: every answer, and which holds where nobody says."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.difference import default_of
from ..syntax import nodes as s
from . import document as d
from .anchors import anchor
from .answers import answer_effects
from .citations import notes
from .games import Games
from .inventory import capital
from .subject import Subject


def option(subject: Subject, games: Games, clause: s.OptionClause) -> Iterator[d.PageBlock]:
    """The answers of an option with the usual one marked, and what another changes; a range is told in prose."""
    name = clause.name.text
    usual = default_of(clause)
    rows: list[tuple[d.InlineLine, ...]] = []
    for item in clause.items:
        answer = item.name.text
        chosen = answer == subject.rulebook.options.get(name, usual)
        target = d.Target(anchor(f"{clause.kind} {name}.{answer}"))
        title = capital(subject.title(name, answer))
        usually: d.InlineLine = (f" ({subject.ui('page-usual')})",) if chosen else ()
        rows.append(((target, d.Strong(title) if chosen else title, *usually, *notes(subject, item.cites)),))
    yield d.PageTable((), tuple(rows), "rk-answers")
    for item in clause.items:
        if item.name.text != subject.rulebook.options.get(name, usual):
            told = answer_effects(subject, games, None, {name: item.name.text})
            if told:
                title = f"{subject.ui('page-effect')}: {subject.title(name, item.name.text)}"
                yield d.Remark("question", title, told, folded=True)


def ruleset(subject: Subject, clause: s.RulesetClause) -> Iterator[d.PageBlock]:
    """What a ruleset chooses, line by line."""
    rows: list[tuple[d.InlineLine, ...]] = []
    for setting in clause.settings:
        name = setting.name.text
        value = " ".join(setting.value.span.text.split())
        answered = isinstance(setting.value, s.Ref)
        told = subject.title(name, value) if answered else value
        rows.append(((subject.link(f"option {name}"),), (told,)))
    yield d.PageTable(((subject.ui("page-option"),), (subject.ui("page-answer"),)), tuple(rows))
