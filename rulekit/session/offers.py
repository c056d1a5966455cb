"""Options as offers: in words, grouped by action, with the things in the picture that they name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from ..engine.observe import Hidden
from ..machine.option_labels import label_text
from ..machine.program import Decision
from ..model.naming import OWN_LABELS
from ..model.symbols import PlaceSymbol
from ..model.types import Domain, DomainType
from ..play.game import GameState
from ..prose import blocks_text
from ..scene.contents import pieces_of
from ..scene.scene import Scene, thing_key
from ..scene.viewpoint import Viewpoint
from ..syntax import nodes as s
from ..syntax.traversal import walk
from .changes import PLAYER
from .forecasts import Forecaster
from .refusals import refusal_of
from .values import ClosedAction, OfferGroup, SessionOffer
from .words import GameWords

MOST_TRIED = 24
"""The most values of a parameter that are tried to find the reason why none fits."""


@frozen(eq=False)
class OfferMaker:
    """Makes the offers of one decision, for the deciding player."""

    state: GameState
    words: GameWords
    keys: frozenset[str]
    forecaster: Callable[[], Forecaster]
    """Makes the forecaster of this decision when it is needed."""

    @staticmethod
    def of(state: GameState, words: GameWords, scene: Scene, forecaster: Callable[[], Forecaster]) -> OfferMaker:
        keys = frozenset(key for key, *_ in scene.shown)
        return OfferMaker(state, words, keys, forecaster)

    def offer_groups(self) -> tuple[OfferGroup, ...]:
        """Return the offers grouped by action. If an action has few offers, each includes answers to the questions that
        follow it, and offers with the same result are merged. Offers with the same words are always merged."""
        found: dict[str, dict[tuple[str, ...], SessionOffer]] = {}
        for option in self.state.legal():
            label, args = self.words.arguments(self.state.raw.node, option)
            values, title = self.words.values(label, args), self.words.speaker.option(label)
            offer = SessionOffer(0, option, self.state.label(option), title, values, tuple(self._keys(args)))
            found.setdefault(label, {})[values] = offer
        made: list[OfferGroup] = []
        number = 0
        for offers in found.values():
            told = self.forecaster().joined(tuple(offers.values()), self._keys)
            numbered = tuple(evolve(offer, number=number + n) for n, offer in enumerate(told, 1))
            number += len(numbered)
            made.append(OfferGroup(self._heading(numbered[0]), numbered))
        return tuple(made)

    def _heading(self, offer: SessionOffer) -> str:
        """Return the heading of an action's offers: its title. Within a move, it also has the author's words for the
        step."""
        if self.state.game.resolver.labels.decision(self.state.raw.node).move:
            return offer.title
        step = self.words.title_of_step(*self._arguments(offer.option))
        return self.words.ui("step-of", title=offer.title, step=step) if step else offer.title

    def _keys(self, args: Sequence[tuple[str, str, int]]) -> Iterator[str]:
        """Yield the keys in the picture of the things that these arguments name. For a value that is not drawn itself,
        it is the key of the site that the value and an earlier one describe together: for a kind of guest, the room of
        this kind in the inn named before."""
        before: list[tuple[str, int]] = []
        for _, printed, value in args:
            domain = self.words.domain(printed)
            at = value - 1 if printed.endswith("?") else value
            if domain is None or not 0 <= at < len(domain):
                continue
            key = f"{domain.name} {domain.labels[at]}"
            if key in self.keys:
                yield key
            elif domain.sort == "piece":
                own = [str(self.state.player)]
                places = sorted(self._places_of(domain, at), key=lambda one: one.split(":")[0].split(" ")[2:3] != own)
                yield from places[:1]
            elif before:
                parts = (self.words.sites_by_parts.get((*one, domain.name, at), "") for one in reversed(before))
                yield from (one for one in parts if one in self.keys)
            before.append((domain.name, at))

    def _places_of(self, piece: Domain, at: int) -> Iterator[str]:
        """Yield the keys of the places in which the player sees a piece. `at` is the number of its kind."""
        view = Viewpoint(self.words.artist.sight, self.state.raw, self.state.player)
        for holder in self.words.artist.plan.holders:
            if not isinstance(holder.symbol, PlaceSymbol) or holder.symbol.piece is not piece:
                continue
            for index in holder.indices({}):
                seen = view.content(holder.name, index)
                if not isinstance(seen, Hidden) and any(kind == at for kind, _ in pieces_of(holder.cell, seen)):
                    site = holder.dims[holder.dim] if holder.ground is not None and holder.dim >= 0 else None
                    on_site = isinstance(site, DomainType)
                    # `union-attr`: mypy does not see that `on_site` has tested the type
                    key = f"{site.domain.name} {site.domain.labels[index[holder.dim]]}" if on_site else ""  # type: ignore[union-attr]
                    place = " ".join(["place", holder.name, *map(str, index)])
                    thing = thing_key(place, self.words.artist.looks.title(piece, at))
                    key = key or (thing if thing in self.keys else place)
                    if key in self.keys:
                        yield key

    # ----------------------------------------------------------------------------------- why something cannot be chosen

    def closed_actions(self) -> tuple[ClosedAction, ...]:
        """Return the actions of this decision that offer nothing now, each with its reason. After them come pieces of
        the player that an action on offer cannot use, with the reason."""
        open_labels = {self.words.arguments(self.state.raw.node, option)[0] for option in self.state.legal()}
        labels = dict.fromkeys(self.state.game.resolver.labels.possible_labels(self.state.raw.node))
        closed = [label for label in labels if label not in open_labels and label not in OWN_LABELS]
        actions = (ClosedAction(self.words.speaker.option(label), self._closed_reason(label)) for label in closed)
        return (*actions, *self._closed_things())

    def _closed_things(self) -> Iterator[ClosedAction]:
        """Yield the pieces in the player's own places that cannot be chosen, with reasons. Only kinds of pieces that a
        single action uses are considered, and only if it offers other pieces."""
        labels = self.state.game.resolver.labels
        decision = labels.decision(self.state.raw.node)
        taken = {(label, *one) for label, args in map(self._arguments, self.state.legal()) for one in args}
        open_labels = {label for label, *_ in taken}
        levels = [
            (one.label, level, self.words.domain(level.domain)) for one in decision.alternatives for level in one.levels
        ]
        pieces = {domain for _, _, domain in levels if domain is not None and domain.sort == "piece"}
        for piece in pieces:
            ((label, level), *others) = [(label, level) for label, level, domain in levels if domain is piece]
            if label not in open_labels or others:
                continue
            # keyed by the identity of the failing condition
            refused: dict[int, list[tuple[s.Expr | None, str, str]]] = {}
            for kind in sorted(self._held(piece))[:MOST_TRIED]:
                value = kind + level.domain.endswith("?")
                if (label, level.name, level.domain, value) not in taken and level.low <= value <= level.high:
                    args = [(level.name, labels.value_text(level.domain, value))]
                    told = self.state.why_not(label_text(label, args), self.state.player)
                    refusal = refusal_of(self.state.game, told, self.state.raw)
                    thing = self.words.argument(label, level.name, level.domain, value)
                    why = (
                        ""
                        if refusal is None
                        else blocks_text(self.words.speaker.refusal(label, self.state.player, refusal))
                    )
                    expr = None if refusal is None else refusal.expr
                    refused.setdefault(id(expr), []).append((expr, thing, why))
            for (expr, _, why), *more in refused.values():
                names = [thing for _, thing, _ in refused[id(expr)]]
                if expr is not None and more:
                    why = self.words.ui("only-if", condition=self.words.speaker.requirement(label, expr, level.name))
                yield ClosedAction(f"{self.words.speaker.option(label)}: {', '.join(names)}", why)

    def _arguments(self, option: int) -> tuple[str, list[tuple[str, str, int]]]:
        return self.words.arguments(self.state.raw.node, option)

    def _held(self, piece: Domain) -> set[int]:
        """Return the numbers of a piece's kinds that the player sees in their own places."""
        view, found = Viewpoint(self.words.artist.sight, self.state.raw, self.state.player), set[int]()
        for holder in self.words.artist.plan.holders:
            if isinstance(holder.symbol, PlaceSymbol) and holder.symbol.piece is piece and PLAYER in holder.cell.dims:
                for index in holder.indices({}):
                    seen = view.content(holder.name, index)
                    if index[holder.cell.dims.index(PLAYER)] == self.state.player and not isinstance(seen, Hidden):
                        found.update(kind for kind, _ in pieces_of(holder.cell, seen))
        return found

    def _closed_reason(self, label: str) -> str:
        """Return why an action offers nothing. It is a reason that holds for all values of its parameters or, if there
        are several reasons, that no value fits."""
        game, node, player = self.state.game, self.state.raw.node, self.state.player
        levels = {
            level.name: level
            for one in game.resolver.labels.decision(node).alternatives
            if one.label == label
            for level in one.levels
        }
        raw = self.state.raw
        refusal = refusal_of(game, self.state.why_not(label_text(label, ()), player), raw)
        expr = None if refusal is None else refusal.expr
        named = () if expr is None else {part.name.text for part in walk(expr) if isinstance(part, s.Ref)} & {*levels}
        if expr is None or not named:
            return self.reason(label)
        name = min(named)
        level, text = levels[name], game.resolver.labels.value_text
        if len(named) == 1 and refusal is not None and refusal.ground == "holds-not" and level.high < MOST_TRIED:
            each = (text(level.domain, value) for value in range(level.low, level.high + 1))
            tried = (self.state.why_not(label_text(label, [(name, value)]), player) for value in each)
            if all((one := refusal_of(game, told, raw)) is not None and one.expr is expr for told in tried):
                return self.words.speaker.none_fits(label, expr, name)
        return self.words.ui("none-fits")

    def reason(self, label: str, args: Sequence[tuple[str, str]] = ()) -> str:
        """Return in words why an option cannot be chosen; "" if there is no reason to give."""
        game, player = self.state.game, self.state.player
        told = self.state.why_not(label_text(label, args), player)
        refusal = refusal_of(game, told, self.state.raw)
        return "" if refusal is None else blocks_text(self.words.speaker.refusal(label, player, refusal))

    def why(self, text: str) -> str:
        """Return in words why the option that a player typed cannot be chosen, or that it is unknown."""
        best: tuple[int, str, list[tuple[str, str]], list[str]] | None = None
        here = self.state.game.resolver.labels.decision(self.state.raw.node)
        others = (node for node in self.state.game.machine.nodes if isinstance(node, Decision) and node is not here)
        for one in (alternative for node in (here, *others) for alternative in node.alternatives):
            title, rest = self.words.speaker.option(one.label), list(tokens(text))
            rest = [token for token in rest if not begins_any(token, title)]
            args, said = list[tuple[str, str]](), list[str]()
            for part in one.levels:
                texts = [self.words.labels.value_text(part.domain, v) for v in range(part.low, part.high + 1)]
                at, used = _closest(texts, rest)
                if used:
                    args.append((part.name, self.state.game.resolver.labels.value_text(part.domain, part.low + at)))
                    said.append(texts[at])
                    rest = [token for token in rest if token not in used]
            covered = len(tokens(text)) - len(rest)
            if covered and not rest and (best is None or covered > best[0]):
                best = covered, one.label, args, said
        if best is None:
            return self.words.ui("not-known", what=text)
        _, label, args, said = best
        title = self.words.speaker.option(label)
        what = f"{title}: {', '.join(said)}" if said else title
        return self.words.ui("cannot", what=what, why=self.reason(label, args)).rstrip()


def _closest(texts: Sequence[str], typed: Sequence[str]) -> tuple[int, list[str]]:
    """Return the index of the text that most of the typed words match, and the matching words."""
    best: tuple[int, list[str]] = (0, [])
    for at, text in enumerate(texts):
        used = [token for token in typed if begins_any(token, text)]
        if len(used) > len(best[1]) or (used and len(used) == len(best[1]) and list(tokens(text)) == used):
            best = at, used
    return best


def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters, without accents."""
    bare = "".join(ch for ch in unicodedata.normalize("NFKD", text) if not unicodedata.combining(ch))
    return tuple(re.findall(r"\w+", bare.casefold()))


def begins_any(token: str, text: str) -> bool:
    """Return whether a typed word begins a word of a text."""
    return any(word.startswith(token) for word in tokens(text))


def offers_matching(offers: Sequence[SessionOffer], text: str) -> tuple[SessionOffer, ...]:
    """Return the offers that match typed words. Each word must begin a word of the offer. Values typed without spaces
    match, too: `e2e4`."""
    typed = tokens(text)
    if not typed:
        return tuple(offers)
    squeezed = "".join(typed)
    exact = tuple(offer for offer in offers if squeezed == "".join(tokens(" ".join(offer.values))))
    exact = exact or tuple(offer for offer in offers if typed == tokens(str(offer)))
    named = tuple(offer for offer in offers if all(begins_any(token, " ".join(offer.values)) for token in typed))
    return exact or named or tuple(o for o in offers if all(begins_any(token, str(o)) for token in typed))
