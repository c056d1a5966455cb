"""Options, rulings, numbers of players and rulesets: checks a configuration against what the rulebook offers.

Whether an option exists may depend on the values of other options. So they are decided repeatedly until nothing
changes. An example has a configuration of its own; it does not apply if a later layer no longer allows its number of
players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from ..diagnostics import Diagnostic, DiagnosticSink, Help, RulekitError, did_you_mean
from ..diagnostics.printable import enumerated
from ..syntax import nodes as s
from .bounds import MOST_PLAYERS
from .clause_table import ClauseTable
from .edits import option_edits
from .header import Stack, merge_headers, order_stack, players_line
from .partial_evaluation import World, evaluate_partially, is_number, no_such_answer
from .rulebook import Config, Placed, Rulebook

PASSES = 20


@frozen
class Offer:
    """The values that an option may have, with its default. They are the named `answers` or, if there are none, the
    whole numbers low..high."""

    answers: tuple[str, ...]
    low: int
    high: int
    default: int | str


def count_players(header: s.Header, config: Config, problems: DiagnosticSink) -> int | None:
    """Return the number of players of the configuration; by default it is the smallest. Report an error and return None
    if the rulebook does not allow it."""
    if not header.numbers:
        message = f"`{header.name.text}` does not say how many players it is for"
        problems.add(Diagnostic("E604", message, header.span, help=(Help("write `players 2` or `players 2 to 4`"),)))
        return None
    least = 1
    for part in header.numbers:
        if not least <= part.low <= part.high <= MOST_PLAYERS:
            said = f"{part.low} to {part.high}" if part.low != part.high else f"{part.low}"
            behind = f" behind {least - 1}" if least > 1 else ""
            message = f"players must be from 1 to {MOST_PLAYERS}, the fewest first, not {said}{behind}"
            problems.add(Diagnostic("E604", message, part.span if least > 1 else players_line(header)))
            return None
        least = part.high + 1
    players, high = header.player_counts[0] if config.players is None else config.players, least - 1
    if players not in header.player_counts:
        allowed = players_in_words(header)
        problems.add(
            Diagnostic("E602", f"this game is for {allowed}, not {players}", players_line(header), expected=(allowed,))
        )
        return None
    if header.seats and len(header.seats) < high:
        message = f"only {len(header.seats)} seats are named, for up to {high} players"
        problems.add(Diagnostic("E605", message, header.seats[-1].span))
        return None
    return players


def players_in_words(header: s.Header) -> str:
    """Return the allowed numbers of players as text, such as `2 to 4 players` or `2, 4 or 6 players`."""
    parts = numbers_in_words(header)
    return f"{parts} player{'s' * (parts != '1')}"


def numbers_in_words(header: s.Header) -> str:
    """Return the allowed numbers of players as text, without the word `players`: `2 to 4` or `2, 4 or 6`."""
    parts = [f"{p.low} to {p.high}" if p.low != p.high else f"{p.low}" for p in header.numbers]
    return enumerated(parts, "or")


def decide(stack: Stack, config: Config, players: int, problems: DiagnosticSink) -> World:
    """Return the number of players and the value of every option that exists in this configuration. Errors are added to
    `problems`."""
    world = World({"players": players})
    for _ in range(PASSES):
        found = DiagnosticSink()
        clauses = option_clauses(stack, world)
        values: dict[str, int | str] = {"players": players}
        answers: dict[str, tuple[str, ...]] = {}
        for clause in clauses:
            name = clause.name.text
            offer = offer_of(clause, world, found)
            if offer is None:
                continue
            if offer.answers:
                answers[name] = offer.answers
            chosen = config.options.get(name)
            values[name] = offer.default if chosen is None else _choose_value(name, offer, chosen, clause, found)
        new = World(values, answers)
        if new == world:
            problems.add(*found.diagnostics, *_unknown(config, answers.keys() | values.keys() - {"players"}))
            return world
        world = new
    message = "the options depend on one another in a circle"
    problems.add(Diagnostic("E603", message, stack.books[0].header.span))
    return world


def option_clauses(stack: Stack, world: World | None) -> list[s.OptionClause]:
    """Return the options and rulings that exist if options have the values in `world` (None: all that may exist), in
    written order. Errors are not reported here."""
    unsaid = DiagnosticSink()
    table = ClauseTable(stack, unsaid)
    for book in stack.books:
        for edit in option_edits(book, world, unsaid):
            table.apply(edit)
    return [v.clause for vs in table.versions.values() for v in vs if isinstance(v.clause, s.OptionClause)]


def offer_of(clause: s.OptionClause, world: World, problems: DiagnosticSink) -> Offer | None:
    """Return the values that an option may have. Report an error and return None if its range is wrong or not known
    yet."""
    name = clause.name.text
    if clause.range is None:
        answers = tuple(i.name.text for i in clause.items)
        wish = clause.default
        if wish is None:
            return Offer(answers, 0, 0, answers[0])
        if isinstance(wish, s.Ref) and wish.name.text in answers:
            return Offer(answers, 0, 0, wish.name.text)
        if isinstance(wish, s.Ref):
            problems.add(no_such_answer(name, answers, wish.name))
        else:
            problems.add(Diagnostic("E601", f"`{name}` is one of its answers", wish.span, expected=answers))
        return Offer(answers, 0, 0, answers[0])
    ends = [evaluate_partially(e, world, problems) for e in (clause.range.low, clause.range.high)]
    low, high = (e if is_number(e) else None for e in ends)
    if low is None or high is None or low > high:
        problems.add(
            Diagnostic("E606", f"the range of `{name}` must be known numbers, the lower first", clause.range.span)
        )
        return None
    default = low if clause.default is None else evaluate_partially(clause.default, world, problems)
    if not is_number(default) or not low <= default <= high:
        span = (clause.default or clause).span
        problems.add(
            Diagnostic("E601", f"`{name}` is a number from {low} to {high}", span, expected=(f"{low}..{high}",))
        )
        default = low
    return Offer((), low, high, default)


def _choose_value(
    name: str, offer: Offer, chosen: int | str, clause: s.OptionClause, problems: DiagnosticSink
) -> int | str:
    """Return the value `chosen` for an option. If it is invalid, report an error and return the default."""
    if offer.answers:
        if chosen in offer.answers:
            return chosen
        problems.add(
            Diagnostic("E601", f"`{name}` has no answer `{chosen}`", clause.name.span, expected=offer.answers,
                       help=did_you_mean(str(chosen), offer.answers))
        )  # fmt: skip  # one argument per line would be no clearer
        return offer.default
    try:
        number = int(chosen)
    except ValueError:
        number = offer.low - 1
    if offer.low <= number <= offer.high:
        return number
    message = f"`{name}` is a number from {offer.low} to {offer.high}, not `{chosen}`"
    problems.add(Diagnostic("E601", message, clause.name.span, expected=(f"{offer.low}..{offer.high}",)))
    return offer.default


def _unknown(config: Config, names: set[str]) -> list[Diagnostic]:
    return [
        Diagnostic(
            "E600", f"there is no option `{name}`", expected=tuple(sorted(names)), help=did_you_mean(name, names)
        )
        for name in config.options
        if name not in names
    ]


def other_answers(books: Sequence[s.Book], config: Config) -> list[tuple[str, int | str]]:
    """Return pairs of an option and a value other than its default. The values are the option's other answers or, for a
    range, its two ends."""
    unsaid = DiagnosticSink()
    stack = order_stack(books, unsaid)
    players = count_players(merge_headers(stack, unsaid), config, unsaid)
    if players is None:
        return []
    found: list[tuple[str, int | str]] = []
    for name, offer in offers_of(stack, decide(stack, config, players, unsaid)).items():
        values: tuple[int | str, ...] = offer.answers or (offer.low, offer.high)
        found += [(name, value) for value in dict.fromkeys(values) if value != offer.default]
    return found


def offers_of(stack: Stack, world: World) -> dict[str, Offer]:
    """Return a mapping from each option that exists under the values in `world` to the values that it may have."""
    unsaid = DiagnosticSink()
    offers = ((clause.name.text, offer_of(clause, world, unsaid)) for clause in option_clauses(stack, world))
    return {name: offer for name, offer in offers if offer}


@frozen
class ExampleSetting:
    """The name of an example, its line in the text, and its configuration: the number of players (None: the smallest)
    and the values of options."""

    name: str
    players: int | None
    options: Mapping[str, int | str]
    line: int


def example_setting(book: Rulebook, clause: s.ExampleClause) -> ExampleSetting:
    """Return the name, line and configuration of an example."""
    world = World({**book.options, "players": book.players})
    players = None if clause.players is None else evaluate_partially(clause.players, world, DiagnosticSink())
    options = {item.name.text: _value(item.value, world) for item in clause.settings}
    return ExampleSetting(clause.name.text, players if is_number(players) else None, options, clause.span.first.line)


def _value(value: s.Expr, world: World) -> int | str:
    """Return the value of a setting, which is a number or the name of an answer."""
    known = evaluate_partially(value, world, DiagnosticSink())
    return known if is_number(known) else value.span.text


def has_players(book: Rulebook, players: int | None) -> bool:
    """Return whether a rulebook allows this number of players. None, which means the smallest, is always allowed."""
    allowed = book.header.player_counts
    return players is None or not allowed or players in allowed


def has_other_players(book: Rulebook, layer: str) -> bool:
    """Return whether a layer after `layer` sets the number of players."""
    return book.layers.index(book.players_from) > book.layers.index(layer)


def example_applies(book: Rulebook, placed: Placed) -> bool:
    """Return whether the rulebook allows the number of players of an example. A layer after that of the example may
    have changed the allowed numbers."""
    clause = placed.clause
    assert isinstance(clause, s.ExampleClause)
    return not has_other_players(book, placed.layer) or has_players(book, example_setting(book, clause).players)


def with_ruleset(rulebook: Rulebook, name: str, config: Config) -> Config:
    """Return a configuration with the settings of both `config` and the ruleset `name`. If both set an option, `config`
    counts. Raise RulekitError if there is no such ruleset."""
    clauses = {p.clause.name.text: p.clause for p in rulebook.clauses if isinstance(p.clause, s.RulesetClause)}
    if name not in clauses:
        message = f"there is no ruleset `{name}`"
        advice = did_you_mean(name, clauses)
        raise RulekitError(Diagnostic("E607", message, expected=tuple(clauses), help=advice))
    settings = {setting.name.text: setting_value(setting) for setting in clauses[name].settings}
    known = {option: value for option, value in settings.items() if value is not None}
    return Config(config.players, {**known, **config.options})


def setting_value(setting: s.Setting) -> int | str | None:
    """Return the value of a setting: a number, or the name of an answer. Return None if it is neither."""
    if isinstance(setting.value, s.Ref):
        return setting.value.name.text
    value = evaluate_partially(setting.value, World({}), DiagnosticSink())
    return value if is_number(value) else None


def check_rulesets(stack: Stack, clauses: Iterable[Placed], world: World, problems: DiagnosticSink) -> None:
    """Report settings of rulesets for an option that exists in no configuration, or with a value that the option cannot
    have."""
    options = {c.name.text: c for c in option_clauses(stack, None)}
    for placed in clauses:
        for setting in placed.clause.settings if isinstance(placed.clause, s.RulesetClause) else ():
            name, value = setting.name.text, setting_value(setting)
            if name not in options:
                advice = did_you_mean(name, options, setting.name.span)
                message = f"there is no option `{name}`"
                problems.add(Diagnostic("E600", message, setting.name.span, expected=tuple(options), help=advice))
                continue
            offer = offer_of(options[name], world, DiagnosticSink())
            if offer is None or value in (offer.answers or range(offer.low, offer.high + 1)):
                continue
            if offer.answers and isinstance(setting.value, s.Ref):
                problems.add(no_such_answer(name, offer.answers, setting.value.name))
            else:
                kind = "one of its answers" if offer.answers else f"a number from {offer.low} to {offer.high}"
                message = f"`{name}` is {kind}"
                problems.add(Diagnostic("E601", message, setting.value.span, expected=offer.answers))
