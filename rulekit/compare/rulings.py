"""Open questions of one rulebook: compares each other answer with the answer that the game uses, and sorts the
questions by importance.

The weight of an answer is the share of random games that differ with it. A change in length or results is only reported
if it is significant after Holm's correction for the number of differences tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from ..model.rulebook import Config
from ..model.settings import other_answers
from ..play import RANDOM
from ..play.loaded_book import LoadedBook
from ..syntax import nodes as s
from .comparison_report import ComparisonReport, report
from .confidence import holm, p_value
from .edition_prose import Options, TwoEditions
from .figure_sentences import amount, both_sides, difference_sentence, figure_title, measured_values
from .names import TitleLookup
from .paired_figures import FigureComparison, Sides, players_text
from .screen_style import ScreenStyle


@frozen
class Question:
    """One other answer of an open question: `option` is the question, `answer` and `value` the other answer, `usual`
    the one that the game uses, and `report` the comparison of both. `clear` are the statistics that differ
    significantly."""

    report: ComparisonReport
    option: str
    title: str
    usual: str
    answer: str
    value: int | str
    clear: tuple[FigureComparison, ...] = ()

    @property
    def weight(self) -> float:
        """Return the share of games that differ; 0 if the games are proved to be the same."""
        sides = self.report.sides
        return sides.different / sides.games if sides is not None and sides.games else 0.0

    @property
    def is_proved(self) -> bool:
        return self.report.players in self.report.equal

    def as_json(self) -> dict[str, Any]:
        return {
            "ruling": self.option,
            "title": self.title,
            "usual": self.usual,
            "value": self.value,
            "answer": self.answer,
            "same_game": self.is_proved,
            "different": self.report.sides.different if self.report.sides else None,
            "clear": [f.name for f in self.clear],
            "comparison": self.report.as_json(),
        }


@frozen
class Rulings:
    """All other answers of open questions, the most important first; `tried` is the number of differences tested."""

    name: str
    players: int
    games: int
    seed: int
    tried: int
    questions: tuple[Question, ...]
    agents: str = RANDOM

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.name,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "agents": self.agents,
            "tried": self.tried,
            "questions": [q.as_json() for q in self.questions],
        }


def open_questions(book: LoadedBook, players: int, options: Options, rulings: bool = True) -> list[str]:
    """Return the names of the rulings (open questions) that this game has. If `rulings` is False, return those of all
    its options."""
    clauses = (p.clause for p in book.apply_layers(players, options).clauses)
    return [c.name.text for c in clauses if isinstance(c, s.OptionClause) and (c.ruling or not rulings)]


def answers_of(book: LoadedBook, name: str, players: int, options: Options) -> list[int | str]:
    """Return the other answers of a question; if it asks for a number, only the least and the greatest."""
    present = {n: v for n, v in options.items() if n != name}
    values = [v for n, v in other_answers(book.books, Config(players, present)) if n == name]
    usual = book.apply_layers(players, present).options.get(name)
    every = dict.fromkeys([*([] if usual is None else [usual]), *values])
    return [v for v in every if v != book.apply_layers(players, options).options.get(name)]


def with_answer(book: LoadedBook, players: int, options: Options, answer: tuple[str, int | str]) -> TwoEditions:
    """Return two editions to compare: the game, and the same game with another answer."""
    name, value = answer
    names = (book.name, f"{book.name} with {name}={value}")
    return TwoEditions((book, book), names, (options, {**options, name: value}), players)


def compare_answer(
    editions: TwoEditions, answer: tuple[str, int | str], sides: Sides | None, proved: Sequence[int]
) -> Question:
    """Compare another answer with the one that the game uses, and return the result. `proved` are the numbers of
    players for which both are the same game, from `same_games`."""
    name, value = answer
    found = report(editions, sides, True, proved)
    words = TitleLookup(found.first)
    usual = words.answer(name, found.first.options[name])
    return Question(found, name, words.of(name), usual, words.answer(name, value), value)


def sort_rulings(
    book: LoadedBook, players: int, games: int, seed: int, found: Sequence[Question], agents: str = RANDOM
) -> Rulings:
    """Return the questions sorted by weight, each with its significant differences."""
    tested = [(at, f) for at, q in enumerate(found) for f in _judging_figures(q)]
    sure = holm([p_value(f.interval) for _, f in tested])
    clear = [(at, f) for (at, f), ok in zip(tested, sure, strict=True) if ok]
    done = [evolve(q, clear=tuple(f for at, f in clear if at == place)) for place, q in enumerate(found)]
    done.sort(key=lambda q: (-q.weight, q.option, str(q.value)))
    return Rulings(book.name, players, games, seed, len(tested), tuple(done), agents)


TESTED = ("length mean", "turns mean", "draws", "unfinished")


def _judging_figures(one: Question) -> list[FigureComparison]:
    """Return the statistics by which an answer is judged: payoffs, length, turns, draws, and those defined in the
    rulebook."""
    sides = one.report.sides
    if sides is None:
        return []
    # with two players, one loses what the other wins: one of both is enough
    seats = sides.seats[:-1] if len(sides.seats) == 2 else sides.seats
    wanted = {*TESTED, *(f"payoff {seat}" for seat in seats)}
    measured = (f for f in sides.measured if f.interval is not None and f.interval.difference is not None)
    return [*(f for f in sides.figures if f.name in wanted), *measured]


def rulings_text(rulings: Rulings, style: ScreenStyle) -> str:
    """Return the text of a report, the most important question first."""
    lines = [*style.wrap(f"{rulings.name}, for {rulings.players} players: open questions by their weight"), ""]
    if not rulings.questions:
        return "\n".join([*lines, "No ruling has another answer.\n"])
    whose = players_text(rulings.players, rulings.agents)
    how = f"{rulings.games:,} pairs of games of {whose}, seed {rulings.seed} (sampled)"
    correction = f"a correction for all {rulings.tried} differences that were looked at (Holm, 95 %)"
    lines += style.wrap(f"Each other answer against the one in force: {how}.")
    lines += style.wrap(f"An effect is named only where it is clear after {correction}.")
    lines += style.wrap(in_force) if (in_force := _in_force(rulings)) else []
    for number, one in enumerate(rulings.questions, 1):
        lines += ["", *style.wrap(f'"{one.title}" ({one.option})', f"{number:3}. ")]
        lines += style.wrap(f'"{one.answer}" instead of "{one.usual}":', "     ", "       ")
        for said in _effect_lines(one):
            lines += style.wrap(said, "     ")
    return "\n".join(lines) + "\n"


def _in_force(rulings: Rulings) -> str:
    """Return text on the statistics defined in the rulebook, under the answers that the game uses; "" if no games were
    played."""
    one = next((q for q in rulings.questions if q.report.sides is not None), None)
    if one is None or one.report.sides is None:
        return ""
    measured = measured_values(one.report.sides.measured, TitleLookup(one.report.first))
    return f"Under the answers in force: {measured}." if measured else ""


def _effect_lines(one: Question) -> Iterator[str]:
    if one.is_proved:
        yield "the games are the same (proved: both become the same machine)."
        return
    sides = one.report.sides
    if sides is None or not sides.games:
        return
    if not sides.different:
        yield f"no difference seen in {sides.games:,} pairs (sampled, not proved)."
        return
    share = amount(100 * one.weight)
    yield f"{share if share != '0' else 'less than 1'} of 100 games go otherwise."
    names = TitleLookup(one.report.first)
    usual = [f for f in one.clear if f not in sides.measured]
    if usual:
        yield " ".join(difference_sentence(f) for f in usual)
    for figure in one.clear:
        if figure in sides.measured:
            yield f"{figure_title(figure.name, names)}: {both_sides(figure)}."
    if not one.clear:
        measured = ", in results, or in what is measured" if sides.measured else " or results"
        yield f"No clear difference in length{measured}."
