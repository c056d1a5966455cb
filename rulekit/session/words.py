"""The words of a game in play, without identifiers: for values, places, options and what players saw."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from ..engine.log import UNSEEN
from ..engine.reference.foresight import ForesightEngine
from ..machine import program as m
from ..machine.option_labels import Labels, level
from ..model.symbols import DomainSymbol, KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType
from ..prose import Speaker, speaker
from ..prose.prose_blocks import first_letter
from ..scene import Artist
from ..scene.plan import member_domain
from ..syntax import nodes as s
from ..syntax.traversal import walk

if TYPE_CHECKING:
    from ..play.game import ConfiguredGame


@frozen
class PictureWords:
    """The words in pictures, in the language of a speaker (`rulekit.prose`)."""

    speaker: Speaker
    names_all: bool = False
    _titles: dict[tuple[str, str | None], str] = field(factory=dict, init=False, eq=False, repr=False)

    def title(self, name: str, item: str | None = None) -> str:
        """Return the title of a name or of one of its items. It is "" for a site or a kind of piece without a title,
        since the picture then shows its label."""
        if (name, item) not in self._titles:
            self._titles[name, item] = self._worded_title(name, item)
        return self._titles[name, item]

    def _worded_title(self, name: str, item: str | None) -> str:
        symbol = self.speaker.model.symbols.get(name)
        if item is not None and isinstance(symbol, DomainSymbol) and symbol.domain.sort in ("piece", "board"):
            return self.speaker.written_title(name, item) or ""
        return self.speaker.title(name, item)

    def noun(self, name: str) -> str:
        return self.speaker.noun(name)

    def phrase(self, key: str, **values: object) -> str:
        told = {name: value if isinstance(value, int) else str(value) for name, value in values.items()}
        return self.speaker.ui(f"picture-{key.replace(' ', '-')}", **told)


_COPY = re.compile(r" \(\d+\)$")
_AMOUNTS = ("each of ", "all of ", "every ")
"""What precedes an expression of which only the amount is shown (`machine/lower/effect_lowering.py`)."""


@frozen(eq=False, slots=False)
class GameWords:
    """The words of one game in one language."""

    game: ConfiguredGame = field(repr=False)
    speaker: Speaker = field(repr=False)
    artist: Artist = field(repr=False)

    @staticmethod
    @lru_cache(maxsize=8)
    def of(game: ConfiguredGame, language: str) -> GameWords:
        """Return the words of a game in a language. The words of the last few games are cached."""
        said = speaker(game.model, language)
        return GameWords(game, said, Artist.of(game.model, game.engine, PictureWords(said, names_all=True)))

    def ui(self, key: str, **values: str | int) -> str:
        return self.speaker.ui(f"session-{key}", **values)

    @cached_property
    def foresight(self) -> ForesightEngine:
        return ForesightEngine(self.game.machine)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        titles = (self.artist.looks.title(self.game.model.players, p) for p in range(self.game.players))
        return tuple(first_letter(title, str.upper) for title in titles)

    @cached_property
    def domains(self) -> Mapping[str, Domain]:
        """Return the domains of the model, keyed by their names in the machine."""
        return self.artist.looks.domains

    @cached_property
    def labels(self) -> WordedLabels:
        """Return the machine's labels, in words."""
        machine = self.game.machine
        return WordedLabels(
            {d.name: self._in_words(d) for d in machine.domains}, {n.id: n for n in machine.nodes}, self
        )

    def _in_words(self, printed: m.PrintedDomain) -> m.PrintedDomain:
        """Return a domain of the machine with words in place of its labels."""
        if printed.name == "truth":
            return evolve(printed, labels=(self.speaker.ui("page-no"), self.speaker.ui("page-yes")))
        domain = self.domain(printed.name)
        if domain is None:
            return printed
        at = {label: n for n, label in enumerate(domain.labels)}
        bare = [_COPY.sub("", label) if label not in at else label for label in printed.labels]
        return evolve(printed, labels=tuple(self.member(domain, at[label]) for label in bare))

    def member(self, domain: Domain, at: int) -> str:
        """Return the name of a member in sentences: its title or, if it only differs by its owner, its kind and owner,
        such as `Red's card`."""
        first, *others = domain.fields or (None,)
        owners = None if first is None else member_domain(first.type)
        written = self.artist.looks.wording.title(domain.name, domain.labels[at])
        if first is None or domain.sort != "piece" or owners is None or written or not self._names_seats(owners):
            return self.artist.looks.title(domain, at)
        said = self.artist.looks.value_text
        owner, rest = said(first.type, first.values[at]), [said(one.type, one.values[at]) for one in others]
        thing = first_letter(" ".join(rest) or self.speaker.noun(domain.name), str.lower)
        return first_letter(self.ui("whose", owner=owner, thing=thing), str.upper)

    def _names_seats(self, domain: Domain) -> bool:
        """Return whether a domain's members are players, or have the same titles as seats."""
        titles = {self.artist.looks.title(domain, at).casefold() for at in range(len(domain))}
        return domain.sort == "player" or any(seat.casefold() in titles for seat in self.seats)

    def domain(self, printed: str) -> Domain | None:
        """Return the domain of the model for a domain of the machine, whose printed name is given. Return None for
        numbers and truth values."""
        return self.domains.get(printed.removesuffix("?").partition(" in ")[0])

    def value_name(self, printed: str, value: int) -> tuple[str, str]:
        """Return the kind and the name of a value; the kind is "" for numbers and truth values."""
        kind = self.domain(printed)
        return "" if kind is None else kind.name, self.labels.value_text(printed, value)

    # ------------------------------------------------------------------------------------------------- options in words

    def argument(self, label: str, name: str, domain: str, value: int) -> str:
        """Return a value of an option in words. A title begins with a capital letter, as on the board. Before a number,
        a truth value or `none`, there is the noun of its parameter, because it says what the value is for. Before a
        value of an enumeration, the noun is added if the author wrote one."""
        text, kind = self.labels.value_text(domain, value), self.domain(domain)
        apart = kind is not None and not (domain.endswith("?") and value == 0)
        noun = self.speaker.parameter(label, name)
        if kind is not None and kind.sort == "enum" and apart and self.speaker.has_noun(label, name):
            return first_letter(self.ui("value-for", noun=noun, value=first_letter(text, str.upper)), str.upper)
        if not apart:
            return text if noun == name[:1] else f"{noun} {text}"
        return text if kind is None or text in kind.labels else first_letter(text, str.upper)

    def option(self, label: str, args: Sequence[tuple[str, str, int]]) -> str:
        """Return an option in words, from its label and its parameters as (name, domain, value)."""
        told = self.values(label, args)
        title = self.speaker.option(label)
        return f"{title}: {', '.join(told)}" if told else title

    def arguments(self, node: str, option: int) -> tuple[str, list[tuple[str, str, int]]]:
        """Return the label of an option, and its parameters as (name, domain, value)."""
        labels = self.game.resolver.labels
        alternative, given = labels.alternative(node, option), labels.arguments(node, option)
        return alternative.label, [(name, level(alternative, name).domain, value) for name, value, _ in given]

    def values(self, label: str, args: Sequence[tuple[str, str, int]]) -> tuple[str, ...]:
        """Return the values of an option in words; none if all are hidden. Single hidden values become a word for
        this."""
        if args and all(one[2] == UNSEEN for one in args):
            return ()
        hidden = self.speaker.ui("picture-unseen-value")
        return tuple(hidden if one[2] == UNSEEN else self.argument(label, *one) for one in args)

    def times(self, count: int, name: str) -> str:
        return self.speaker.ui("picture-times", count=count, name=name) if count != 1 else name

    def title_of_step(self, label: str, args: Sequence[tuple[str, str, int]]) -> str:
        """Return the author's words for the only parameter of an option, such as `where the first courier stops`.
        Return "" if the author wrote none, or if the option does not have exactly one parameter."""
        return self.speaker.title_of_choice(label, args[0][0]) if len(args) == 1 else ""

    @cached_property
    def sites_by_parts(self) -> Mapping[tuple[str, int, str, int], str]:
        """Return the key in pictures of each site that is described by two things, such as a row of a table that joins
        two others. The mapping is keyed by the domains and numbers of these two things."""
        found: dict[tuple[str, int, str, int], str] = {}
        for domain in {d.name: d for d in self.domains.values() if d.sort in ("table", "board")}.values():
            kinds = [one.type.domain.name if isinstance(one.type, DomainType) else "" for one in domain.fields]
            if len(kinds) != 2 or not all(kinds):
                continue
            for at, values in enumerate(zip(*(one.values for one in domain.fields), strict=True)):
                for first, second in ((0, 1), (1, 0)):
                    parts = kinds[first], int(values[first]), kinds[second], int(values[second])
                    found[parts] = f"{domain.name} {domain.labels[at]}"
        return found

    # -------------------------------------------------------------------------------- what was shown, and how games end

    @cached_property
    def expressions(self) -> Mapping[str, s.Expr]:
        """Return the expressions of the rulebook, keyed by their source text with single spaces, by which `show` and
        `reveals` refer to them."""
        found: dict[str, s.Expr] = {}
        for placed in self.game.rulebook.clauses:
            for root in placed.roots:
                for node in walk(root):
                    if isinstance(node, s.Expr):
                        found.setdefault(re.sub(r"\s+", " ", node.span.text), node)
        return found

    @cached_property
    def ways_to_end(self) -> frozenset[str]:
        """Return the ways in which `game over` statements of the rules may end the game: `won`, `lost`, `drawn`,
        `paying` or `ranked`."""
        clauses = (root for placed in self.game.rulebook.clauses for root in placed.roots)
        return frozenset(node.how for root in clauses for node in walk(root) if isinstance(node, s.Over))

    @cached_property
    def shows(self) -> frozenset[str]:
        """Return the source texts of the expressions in `show` statements."""
        clauses = (root for placed in self.game.rulebook.clauses for root in placed.roots)
        shows = (node for root in clauses for node in walk(root) if isinstance(node, s.Show))
        return frozenset(re.sub(r"\s+", " ", node.value.span.text) for node in shows)

    def shown(self, what: Sequence[str], values: Sequence[int], told: str, holds: bool | None) -> str:
        """Return in words what was shown. `what` is the source text of the expression, cut where the `values` belong;
        `told` is its value in words. For a condition, `holds` is its value; if it is false, the text is "" unless a
        rule says to show it."""
        first = next((amount for amount in _AMOUNTS if what[0].startswith(amount)), "")
        parts = [what[0].removeprefix(first), *what[1:]]
        if parts == ["otherwise"]:
            return self.ui("none-possible")
        pattern = re.compile(r"(\w+)".join(map(re.escape, parts)))
        for text, expr in self.expressions.items():
            if found := pattern.fullmatch(text):
                known = dict(zip(found.groups(), values, strict=True))
                if holds is not None:
                    return self.speaker.moment_condition(expr, known, holds) if holds or text in self.shows else ""
                return f"{self.speaker.moment_phrase(expr, known)}: {told}"
        return told


@frozen(slots=False)
class WordedLabels(Labels):
    """The labels of a machine in words, with the nouns of the rulebook for places and values."""

    words: GameWords = field(eq=False, repr=False)

    def value_text(self, domain: str, value: int) -> str:
        found = self.domains.get(domain)
        if found is not None and found.optional and value == 0:
            return self.words.ui("nothing" if domain != "Player?" else "nobody")
        return super().value_text(domain, value)

    def element_text(self, cell: m.Cell, index: Sequence[int]) -> str:
        symbol = self.words.game.model.symbols.get(cell.name)
        if isinstance(symbol, PlaceSymbol | KeepSymbol):
            low = [self.low_of(dim) for dim in cell.dims]
            return self.words.speaker.element(symbol, [at + first for at, first in zip(index, low, strict=False)])
        seat = self.words.seats[index[0]] if index else ""
        key = {m.PAYOFF: "payoff", m.SCORE: "score"}.get(cell.name, "to-move")
        return self.words.ui(key, **({"seat": seat} if seat else {}))

    def text_of_value(self, domain: str, value: int | frozenset[int] | tuple[int, ...]) -> str:
        if isinstance(value, int):
            return self.value_text(domain, value)
        if isinstance(value, frozenset):
            low = self.low_of(domain)
            value = tuple(one + low for one in sorted(value))
        return ", ".join(self.value_text(domain, one) for one in value)

    def contents_text(self, cell: m.Cell, value: int | frozenset[int] | tuple[int, ...]) -> str:
        if not cell.heap or not isinstance(value, tuple):
            return self.text_of_value(cell.domain, value) or self.words.ui("nothing")
        kinds = [(count, self.value_text(cell.dims[-1], kind)) for kind, count in enumerate(value) if count]
        return ", ".join(self.words.times(*one) for one in kinds) or self.words.ui("nothing")
