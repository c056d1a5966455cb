"""Sentences on how changes affect the game: only what is proved or measured, with its confidence.

The statistics are those of `paired_figures.py` and `change_groups.py`. They are about random players; the page says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..diagnostics.printable import capital
from ..model.naming import identifier_words
from ..syntax import nodes as s
from ..syntax.traversal import body_of, branches_of, every
from .change_groups import change_id
from .confidence import SAME, ConfidenceInterval, holm, p_value
from .names import TitleLookup
from .paired_figures import AloneFigures, FigureComparison, Sides, main_figures
from .told_changes import ToldChange
from .topic_weight import Weigher, change_weight

MOST_OPTIONS = 2


def effect_sentences(
    sides: Sides, told: Sequence[ToldChange], first: TitleLookup, second: TitleLookup
) -> tuple[str, ...]:
    """Return sentences on the lengths, results and choices of games in two editions, from their statistics."""
    figures = {f.name: f for f in sides.figures}
    measured = [*measured_sentences(sides, second)]
    alone = [*alone_sentences(sides, told, first, second)]
    if identical(sides):
        counted = any(f.interval is not None and f.interval.difference for f in sides.measured)
        same = "payoffs, moves, turns and rounds are the same"
        nothing = f"In {pairs(sides.games)} of games {same if counted else f'nothing is different: {same}'}"
        return (f"{nothing} (sampled, not proved).", *measured, *alone, *_uses_of_new_rule(sides, told))
    return (
        *_length(figures),
        *_results(figures, sides, second),
        *_paid(figures, sides, first, second),
        *measured,
        *alone,
        *_uses_of_new_rule(sides, told),
        *_choices(sides, first, second),
    )


def identical(sides: Sides) -> bool:
    """Return whether there are games, and all pairs agree in payoffs, moves, decisions, turns, rounds and numbers of
    options."""
    return sides.games > 0 and not sides.different


def pairs(count: int) -> str:
    return f"{count:,} pair{'s' * (count != 1)}"


def _length(figures: Mapping[str, FigureComparison]) -> Iterator[str]:
    moves, turns = figures["length mean"], figures.get("turns mean")
    found = moves.interval
    if found is None or found.difference is None:
        yield "No pair of games came to an end in both."
        return
    if found.clear:
        way = "longer" if found.difference > 0 else "shorter"
        yield f"Games get {way}: {_instead(moves, 'moves')} on average{_and_turns(found, turns)}."
    elif found.method == SAME:
        yield f"No game has another number of moves ({found.pairs:,} pairs, sampled)."
    else:
        yield f"No clear difference in length: {amount(moves.first)} and {amount(moves.second)} moves{_range(found)}."
    if turns is not None and turns.interval is not None and not found.clear and turns.interval.clear:
        yield f"There are {_instead(turns, 'turns')} in a game on average."


def _instead(figure: FigureComparison, what: str) -> str:
    """Return both values of a statistic with their unit `what`, and the interval of the difference."""
    assert figure.interval is not None
    if amount(figure.second) == amount(figure.first):
        return both_sides(figure, f" {what}", _more(figure))
    by = f"{_between(figure.interval)} {_more(figure)}, 95 %"
    return f"{amount(figure.second)} {what} instead of {amount(figure.first)} ({by})"


def _more(figure: FigureComparison) -> str:
    return "more" if figure.interval is not None and (figure.interval.difference or 0) > 0 else "fewer"


def _and_turns(moves: ConfidenceInterval, turns: FigureComparison | None) -> str:
    """Return a clause on the change in the number of turns, to follow one on moves; "" if it is not clear, or goes in
    the other direction."""
    if turns is None or turns.interval is None:
        return ""
    if turns.interval.method == SAME:
        return ", with as many turns in every pair"
    along = (turns.interval.difference or 0) * (moves.difference or 0) > 0
    return f", and {_instead(turns, 'turns')}" if turns.interval.clear and along else ""


def _results(figures: Mapping[str, FigureComparison], sides: Sides, names: TitleLookup) -> Iterator[str]:
    """Yield a sentence on how many of 100 games each player wins, and how many are drawn or unfinished."""
    wins = {seat: figures[f"wins {seat}"] for seat in sides.seats}
    payoffs = [f.interval for seat in sides.seats if (f := figures[f"payoff {seat}"]).interval is not None]
    known = [i for i in payoffs if i is not None and i.difference is not None]
    if not known:
        return
    if all(i.method == SAME for i in known):
        yield f"No difference in payoffs seen in {pairs(known[0].pairs)} (sampled)."
        return
    # with two players, each win of one is a loss of the other, so testing one is enough
    tested = dict(list(wins.items())[: -1 if len(wins) == 2 else None])
    sure = clear_figures([*tested.values()])
    clear = {seat for seat, figure in tested.items() if figure in sure}
    # then the other player's share also changes significantly, except if draws make it uncertain
    if clear and len(wins) == 2:
        clear |= {seat for seat, f in wins.items() if f.interval is not None and f.interval.clear}
    each = [_share_of(names.seat(seat), "wins", f, seat in clear) for seat, f in wins.items()]
    for name, word in (("draws", "drawn"), ("unfinished", "not finished")):
        figure = figures[name]
        if figure.first or figure.second:
            each.append(_share_of(f"{word} are", "", figure, figure.interval is not None and figure.interval.clear))
    if len(each) > MOST_SEATS:
        each = [said for said in each if "95 %" in said][:MOST_SEATS] or each[:MOST_SEATS]
    begin = "Of 100 games" if clear else "No clear difference in who wins: of 100 games"
    yield f"{begin} {', '.join(each)}."


MOST_SEATS = 7
"""Shares named in one sentence; of more, only those with a significant change are named."""


def _share_of(who: str, verb: str, figure: FigureComparison, clear: bool) -> str:
    """Return a phrase on a share of 100 games in both editions, with the interval if the difference is significant."""
    said = f"{who} {verb} ".replace("  ", " ") + _share(figure.second)
    if _share(figure.first) == _share(figure.second):
        return f"{said} in both"
    found = figure.interval
    if not clear or found is None or found.low is None or found.high is None:
        return f"{said} instead of {_share(figure.first)}"
    low, high = sorted(abs(100 * v) for v in (found.low, found.high))
    return f"{said} instead of {_share(figure.first)} ({amount(low)} to {amount(high)} {_more(figure)}, 95 %)"


def _paid(
    figures: Mapping[str, FigureComparison], sides: Sides, first: TitleLookup, second: TitleLookup
) -> Iterator[str]:
    """Yield a sentence on each player's mean payoff, if the games have payoffs beyond winning."""
    payoffs = {seat: figures[f"payoff {seat}"] for seat in sides.seats}
    same = [f.interval is None or f.interval.difference is None or f.interval.method == SAME for f in payoffs.values()]
    if all(same) or not (first.pays or second.pays) or len(payoffs) > MOST_SEATS:
        return
    each = ", ".join(
        f"{second.seat(seat)} {amount(f.second)} instead of {amount(f.first)}" for seat, f in payoffs.items()
    )
    tested = list(payoffs.values())[: -1 if len(payoffs) == 2 else None]
    sure = bool(clear_figures(tested))
    yield f"Paid at the end of a game, on average: {each} ({'clear, 95 %' if sure else 'no clear difference'})."


def difference_sentence(figure: FigureComparison) -> str:
    """Return a sentence on a statistic with a significant difference; "" if an edition lacks the statistic."""
    found = figure.interval
    if found is None or found.difference is None:
        return ""
    kind, _, seat = figure.name.partition(" ")
    more = found.difference > 0
    if figure.name == "length mean":
        return f"Games get {'longer' if more else 'shorter'} by {_between(found)} moves."
    if figure.name in ("turns mean", "rounds mean"):
        return f"There are {_between(found)} {'more' if more else 'fewer'} {kind} in a game."
    if figure.name in ("draws", "unfinished"):
        word = "drawn" if kind == "draws" else "not finished"
        return f"Of 100 games {_share(figure.second)} are {word} instead of {_share(figure.first)}."
    return f"{capital(identifier_words(seat))} is paid {_between(found)} {'more' if more else 'less'} a game."


def _uses_of_new_rule(sides: Sides, told: Sequence[ToldChange]) -> Iterator[str]:
    """Yield a sentence on how often a new rule is applied. If there are several new rules, yield none."""
    figures = {f.name: f for f in sides.clauses}
    known = {f"{t.clause.kind} {t.clause.name.text}": t for t in told if t.sort == "new" and t.clause is not None}
    rules = {i: t for i, t in known.items() if isinstance(t.clause, s.RuleClause)}
    if len(rules) > 1:
        return
    for clause, one in rules.items():
        figure = figures.get(clause)
        if figure is None or not figure.second:
            yield f'"{one.name}" never came to be applied in {sides.games:,} games.'
        else:
            yield f'"{one.name}" is applied {times(figure.second)} a game.'


def _choices(sides: Sides, first: TitleLookup, second: TitleLookup) -> Iterator[str]:
    """Yield sentences on choices that are made more or less often. The differences are significant after Holm's
    correction, and greater than a change in the length of games explains."""
    figures = {f.name: f for f in sides.figures}
    taken = [f for f in sides.options if f.name.endswith(", taken") and not f.name.endswith(": pass, taken")]
    both = [f for f in taken if f.interval is not None and f.interval.difference is not None]
    longer = (figures["length mean"].second or 1) / (figures["length mean"].first or 1)
    clear = [f for f in clear_figures(both) if _share_changed(f, longer) >= LEAST]
    clear.sort(key=lambda f: -_share_changed(f, longer))
    for figure in [f for f in taken if f.first is None and f.second][:MOST_OPTIONS]:
        yield f'New choice "{_option(figure.name, second)}": taken {times(figure.second)} a game.'
    for figure in clear[:MOST_OPTIONS]:
        way = "oftener" if (figure.second or 0) > (figure.first or 0) else "less often"
        name = _option(figure.name, second)
        yield f'"{name}" is chosen {way}: {amount(figure.second)} times a game instead of {amount(figure.first)}.'
    for figure in [f for f in taken if f.second is None and f.first][:MOST_OPTIONS]:
        yield f'"{_option(figure.name, first)}" was taken {times(figure.first)} a game and is gone.'


LEAST = 0.1
"""The share by which the use of a choice must change to get a sentence."""


def _share_changed(figure: FigureComparison, longer: float) -> float:
    """Return the change of a number as a share of the greater one, after correcting for the ratio `longer` by which
    games became longer."""
    a, b = (figure.first or 0.0) * longer, figure.second or 0.0
    return abs(b - a) / max(a, b) if max(a, b) else 0.0


def _option(name: str, names: TitleLookup) -> str:
    """Return the title of a kind of option. Its name is `action travel`, or `rule wave: pass` for an option of a
    rule."""
    clause, _, label = name.removesuffix(", taken").removesuffix(", offered").partition(": ")
    of = names.of(clause.partition(" ")[2] or clause)
    return _branch(clause, label, names) if label else of


def _branch(clause: str, label: str, names: TitleLookup) -> str:
    for placed in names.rulebook.clauses:
        if placed.id == clause:
            for stmt in every(body_of(placed.clause)):
                for branch in branches_of(stmt):
                    if branch.name.text == label and branch.tags.title is not None:
                        return branch.tags.title.value
    return names.of(label)


def times(value: float | None) -> str:
    text = amount(value)
    return "once" if text == "1" else "less than once in 200 times" if text in ("0", "0.00") else f"{text} times"


def _between(found: ConfidenceInterval) -> str:
    assert found.low is not None and found.high is not None
    low, high = sorted((abs(found.low), abs(found.high)))
    a, b = amount(low), amount(high)
    return a if a == b else f"{a} to {b}"


def _range(found: ConfidenceInterval) -> str:
    if found.low is None or found.high is None:
        return ""
    return f" (the difference is between {amount(found.low)} and {amount(found.high)}, 95 %)"


def _share(value: float | None) -> str:
    return "none" if value is None else amount(100 * value)


MOST_MEASURED = 4
"""Figures declared in the rulebooks that get a sentence each, at most."""


def measured_sentences(sides: Sides, names: TitleLookup) -> Iterator[str]:
    """Yield sentences on the statistics defined in the rulebooks that differ significantly after Holm's correction."""
    both = [f for f in sides.measured if f.interval is not None and f.interval.difference is not None]
    if not both:
        return
    clear = clear_figures(both)
    for figure in clear[:MOST_MEASURED]:
        yield f"{figure_title(figure.name, names)}: {both_sides(figure)}."
    if len(clear) > MOST_MEASURED:
        yield f"{len(clear) - MOST_MEASURED} more of the figures that are measured are clearly different."
    if not clear:
        titles = dict.fromkeys(names.of(f.name.partition("[")[0]) for f in both)
        listed = ", ".join(f'"{one}"' for one in [*titles][:MOST_MEASURED])
        yield f"No clear difference in what is measured ({listed})."


def alone_sentences(sides: Sides, told: Sequence[ToldChange], first: TitleLookup, second: TitleLookup) -> Iterator[str]:
    """Yield a sentence on the effect of each group of changes alone, if groups were played alone."""
    for one in sides.alone:
        name = alone_titles(one, told, first, second)[0]
        if one.same:
            yield f'Alone, "{name}" leaves the games the same (proved: both become the same machine).'
        elif one.sides is None:
            yield f'"{name}" cannot stand alone: {one.why}.'
        else:
            yield f'Alone, "{name}": {_does(one.sides, second)}.'


def alone_titles(one: AloneFigures, told: Sequence[ToldChange], first: TitleLookup, second: TitleLookup) -> list[str]:
    """Return the titles of the changes in a group, the most important first. Questions come after the rules that depend
    on them."""
    weighers = Weigher(first.rulebook), Weigher(second.rulebook)

    def weight(change: ToldChange) -> tuple[bool, int]:
        return isinstance(change.clause, s.OptionClause), change_weight(change.change, *weighers)

    return [t.name for t in sorted((t for t in told if change_id(t.change) in one.ids), key=weight)] or [*one.ids]


def _does(sides: Sides, names: TitleLookup) -> str:
    figures = [f for f in main_figures(sides) if f.interval is not None and f.interval.difference is not None]
    if len(sides.seats) == 2:  # each win of one is a loss of the other
        figures = [f for f in figures if f.name != f"wins {sides.seats[1]}"]
    clear = clear_figures(figures)
    if not clear:
        return f"no clear difference ({sides.different:,} of {sides.games:,} pairs of games go otherwise)"
    return "; ".join(f"{figure_title(f.name, names)} {both_sides(f)}" for f in clear[:MOST_MEASURED])


def clear_figures(figures: Sequence[FigureComparison]) -> list[FigureComparison]:
    sure = holm([p_value(f.interval) for f in figures])
    return [f for f, ok in zip(figures, sure, strict=True) if ok]


def figure_title(name: str, names: TitleLookup) -> str:
    """Return the title of a statistic: for one of the rulebook, such as `points[red, high]`, its title with those of
    its members; for a standard one, words for it."""
    kind, _, rest = name.partition(" ")
    if rest == "mean":
        return {"length": "moves", "turns": "turns"}.get(kind, kind)
    if kind == "wins":
        return f"wins of {names.seat(rest)}"
    clause, of = _figure_title(name, names)
    return f'"{clause}"{f" of {of}" if of else ""}'


def measured_values(figures: Sequence[FigureComparison], names: TitleLookup) -> str:
    """Return the values of statistics of the rulebook in the first edition: `"Points" of Red 3, of Blue 5; "Rest"
    2`."""
    found: dict[str, list[str]] = {}
    for figure in figures:
        if figure.first is not None:
            clause, of = _figure_title(figure.name, names)
            found.setdefault(clause, []).append(f"{f'of {of} ' if of else ''}{amount(figure.first)}")
    return "; ".join(f'"{clause}" {", ".join(values)}' for clause, values in found.items())


def _figure_title(name: str, names: TitleLookup) -> tuple[str, str]:
    clause, _, members = name.partition("[")
    labels = [one.strip() for one in members.rstrip("]").split(",") if one]
    return names.of(clause), ", ".join(names.member(clause, at, label) for at, label in enumerate(labels))


def both_sides(figure: FigureComparison, what: str = "", word: str = "") -> str:
    """Return both values with enough digits to distinguish them, and the interval of the difference."""
    found = figure.interval
    assert found is not None
    low, high = sorted((abs(found.low or 0.0), abs(found.high or 0.0)))
    digits = next((n for n in range(1, 6) if round(low, n) or not low), 6) + 1
    one, two, a, b = (f"{value:.{digits}f}" for value in (figure.second or 0.0, figure.first or 0.0, low, high))
    shown = [re.sub(r"\.?0+$", "", text) for text in (one, two, a, b)]
    more = word or ("more" if (found.difference or 0) > 0 else "less")
    reach = shown[2] if shown[2] == shown[3] else f"{shown[2]} to {shown[3]}"
    return f"{shown[0]}{what} instead of {shown[1]} ({reach} {more}, 95 %)"


def amount(value: float | None) -> str:
    """Return a number as text with at most three significant digits and two decimals."""
    if value is None:
        return "none"
    size = abs(value)
    text = f"{value:.0f}" if size >= 100 else f"{value:.1f}" if size >= 1 else f"{value:.2f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def number_text(value: float | None, digits: int = 3) -> str:
    """Return a number as text with `digits` decimals; zero is written without a minus sign."""
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"
