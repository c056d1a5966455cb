"""The changes of one game between two revisions of its project, each of one kind, and the notes for players on them.

rules        what players may or must do changes
answers      rules that hold only under an answer that is not the present one
wording      titles, summaries, sections, chapters, citations
examples     worked examples, invariants and statistics
looks        how things look
translation  words of languages other than the rulebook's own
none         the same rules, written differently: renamed, moved, or proved to be the same game
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from attrs import evolve, frozen

from ..diagnostics import RulekitError
from ..machine.identity import has_same_rules
from ..machine.optimise import for_playouts
from ..model import change_kinds as ch
from ..model.rulebook import Placed
from ..play.loaded_book import LoadedBook, machine_of
from ..syntax import nodes as s
from ..syntax.format import format_node
from ..syntax.forms import does
from .change_groups import change_id
from .changes_json import clause_source
from .comparison_report import options_in_force
from .edition_prose import DEFAULT, TwoEditions
from .other_answers import changes_elsewhere
from .renamings import changes_without_renamings, difference_without_renamings

Kind = Literal["rules", "answers", "wording", "examples", "looks", "translation", "none"]
KINDS: Final[tuple[Kind, ...]] = ("rules", "answers", "wording", "examples", "looks", "translation", "none")
ChangeKey = tuple[str, ...]
"""What a change is about, with the texts of both sides: equal changes of several games have equal keys."""
FOLDING: Final = ("constant_propagation",)
"""The pass that removes what never happens; it changes no state of a game from its start."""
MOST_PROOFS: Final = 24
"""Configurations in which two games are compiled to see whether they are the same, at most."""


@frozen(eq=False)
class GameChange:
    """A change of a game, with the configuration of both editions in which it was found. `under` has the answers or
    numbers of players for which it exists; empty if it exists in the usual configuration. `proved` means that it is
    proved not to change the game."""

    change: ch.Change
    kind: Kind
    key: ChangeKey
    editions: TwoEditions
    under: tuple[str, ...] = ()
    proved: bool = False


@frozen(eq=False)
class GameDifference:
    """All changes of a game, and what was only renamed in it, as pairs of the old and the new clause."""

    changes: tuple[GameChange, ...]
    renamed: tuple[tuple[Placed, Placed], ...]


def game_difference(first: LoadedBook, second: LoadedBook, known_rules: frozenset[ChangeKey]) -> GameDifference:
    """Return what changed in a game. `known_rules` are changes that are known to change the rules of another game; if
    no other change of rules is found, the games are not tested for being the same."""
    common = sorted(set(first.player_counts) & set(second.player_counts))
    plain = TwoEditions((first, second), (first.name, second.name), ({}, {}), common[0] if common else 0)
    editions = _with_old_answers(plain)
    renamed = difference_without_renamings(*editions.rulebooks())
    own = _own_language(second)
    changes = [c for c in _single_words(renamed.changes) if not _is_of_struck(c, second)]
    found = [GameChange(c, kind_of_change(c, own), _key(c), plain) for c in changes]
    in_force = second.rulebook.options
    for other in changes_elsewhere(editions, common, renamed.changes, changes_without_renamings):
        chosen = other.players is None and any(in_force.get(name) != value for name, value in other.options.items())
        for change in _single_words(other.changes):
            kind = kind_of_change(change, own)
            kind = "answers" if kind == "rules" and chosen else kind
            found.append(GameChange(change, kind, _key(change), other.editions, (other.under,)))
    merged = _merge(found)
    if any(one.kind == "rules" and one.key not in known_rules for one in merged):
        merged = _prove(merged, editions, common)
    return GameDifference(merged, (*renamed.clauses, *renamed.inside))


def kind_of_change(change: ch.Change, own: str) -> Kind:
    """Return the kind of a change; `own` is the language of the rulebook."""
    match change:
        case ch.Added(after=placed, helper=helper) | ch.Struck(before=placed, helper=helper):
            clause = placed.clause
        case ch.Replaced(after=placed, helper=helper):
            clause = placed.clause
        case _:
            return "wording" if change.wording else "rules"
    if helper or does(clause, "checks"):
        return "examples"
    if isinstance(clause, s.LookClause):
        return "looks"
    if isinstance(clause, s.WordsClause):
        return "wording" if clause.name.text == own else "translation"
    return "wording" if change.wording else "rules"


def _own_language(book: LoadedBook) -> str:
    written = book.rulebook.header.language
    return DEFAULT if written is None else written.text


def _with_old_answers(editions: TwoEditions) -> TwoEditions:
    """Return the editions with the answers of the first also for the second. A different default is then one change,
    and does not lead to others."""
    chosen: dict[str, int | str] = {}
    for option in options_in_force(*editions.rulebooks()):
        if option.first is not None and option.second is not None:
            tried = evolve(editions, options=({}, {**chosen, option.name: option.first}))
            try:
                tried.rulebooks()
            except RulekitError:  # the second edition no longer offers this answer
                continue
            chosen[option.name] = option.first
    return evolve(editions, options=({}, chosen))


def _single_words(changes: Iterable[ch.Change]) -> Iterator[ch.Change]:
    """Yield the changes. That of a word catalog is divided into one for each word, since other layers may have changed
    other words of it."""
    for change in changes:
        if isinstance(change, ch.Replaced) and isinstance(change.after.clause, s.WordsClause):
            yield from (evolve(change, details=(word,)) for word in change.details)
        else:
            yield change


def _is_of_struck(change: ch.Change, second: LoadedBook) -> bool:
    """Return whether a change is about the word for a clause that the second rulebook no longer has."""
    match change:
        case ch.Replaced(details=(ch.WordChange(name=name, after=s.Word()),)):
            return name in second.rulebook.struck
    return False


def _key(change: ch.Change) -> ChangeKey:
    match change:
        case ch.Replaced(details=(ch.WordChange() as word,)):
            sides = ("" if one is None else format_node(one) for one in (word.before, word.after))
            return change_id(change), word.name, *sides
        case ch.Added(after=placed):
            return change_id(change), "", clause_source(placed)
        case ch.Struck(before=placed):
            return change_id(change), clause_source(placed), ""
        case ch.Replaced(before=one, after=two):
            return change_id(change), *_changed_lines(clause_source(one), clause_source(two))
        case ch.HeaderChanged(before=said, after=now):
            return change_id(change), said, now
        case ch.Reordered(before=order, after=new):
            return change_id(change), " ".join(order), " ".join(new)


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    """Return the lines of each side that the other lacks. Equal changes have equal lines in all games, even if layers
    add other lines to the clause."""
    one, two = dict.fromkeys(before.split("\n")), dict.fromkeys(after.split("\n"))
    return "\n".join(line for line in one if line not in two), "\n".join(line for line in two if line not in one)


def _merge(found: Sequence[GameChange]) -> tuple[GameChange, ...]:
    """Return each change once. If a change exists for several numbers of players or answers, `under` has all of them. A
    change that exists for another number of players is not listed again for an answer."""
    merged: dict[ChangeKey, GameChange] = {}
    for one in found:
        there = merged.get(one.key)
        if there is None:
            merged[one.key] = one
        elif there.under and there.kind == one.kind:
            merged[one.key] = evolve(there, under=(*there.under, *one.under))
    return tuple(merged.values())


# ------------------------------------------------------------------------- proving that both editions are the same game


def _prove(found: Sequence[GameChange], editions: TwoEditions, common: Sequence[int]) -> tuple[GameChange, ...]:
    """Return the changes. If both editions are proved to be the same game, changes of rules get the kind `none`; if
    this holds only for the present answers, they get the kind `answers`."""
    if not common or any(one.kind == "rules" and one.under for one in found):
        return tuple(found)
    if not all(_is_same_game(evolve(editions, players=count)) for count in common[:MOST_PROOFS]):
        return tuple(found)
    kind: Kind = "none"
    under: tuple[str, ...] = ()
    for said, other in _other_answers(editions):
        if not _is_same_game(other):
            kind, under = "answers", (*under, said)
    proved = [o for o in found if o.kind == "rules" and not is_default(o.change)]
    return tuple(evolve(o, kind=kind, under=under, proved=kind == "none") if o in proved else o for o in found)


def is_default(change: ch.Change) -> bool:
    """Return whether a change is about the default of an option. Proofs do not cover it, since the games are compared
    with the old default."""
    return isinstance(change, ch.Replaced) and any(isinstance(one, ch.DefaultChange) for one in change.details)


def _other_answers(editions: TwoEditions) -> Iterator[tuple[str, TwoEditions]]:
    """Yield both editions with each other answer that both offer, and before them the answer in words."""
    found = changes_elsewhere(editions, (), (), lambda _, __: (ch.HeaderChanged("", "", "", wording=True),))
    for number, one in enumerate(found):
        if number < MOST_PROOFS:
            yield one.under, one.editions


def _is_same_game(editions: TwoEditions) -> bool:
    """Return whether both editions compile to the same machine, perhaps only after constants such as answers are
    folded."""
    one, two = (book.model(config) for book, config in editions.configurations())
    if one is None or two is None:
        return False
    machines = machine_of(one), machine_of(two)
    return has_same_rules(*machines) or has_same_rules(*(for_playouts(one, FOLDING)[0] for one in machines))


@frozen
class ReleaseNote:
    """A change as it is told to players.

    `sort` is new, gone, changed, renamed, moved, cited or same; `before` and `after` are the words of each revision, ""
    if it has none. `under` has the conditions under which the change exists; empty if it always does. `clauses` are the
    ids of the changed clauses, `games` the names of the games. `weight` is the importance to a reader (smaller is more
    important). `parts` has what the note lists one by one: a title with the words of each revision; `more` is the
    number of further parts that are left out. `base` is the title of the game of which a new or removed game is a
    variant. `exact` has the generated sentences of each revision that changed, if the author's words do not mention it.
    `usual`: an option has another default. `acts`: the note is about an action. `uses` are the ids of the facts that
    the changed clauses name. If an action is gone, `left` are the titles of the other actions of its choice."""

    kind: Kind
    sort: str
    title: str
    before: str
    after: str
    under: tuple[str, ...]
    clauses: tuple[str, ...]
    games: tuple[str, ...]
    weight: int = 0
    parts: tuple[tuple[str, str, str], ...] = ()
    base: str = ""
    exact: tuple[tuple[str, str], ...] = ()
    usual: bool = False
    acts: bool = False
    uses: frozenset[str] = frozenset()
    left: tuple[str, ...] = ()
    more: int = 0
