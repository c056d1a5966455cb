"""Makes the files of a page to play on. Each file comes with its path in the page's folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from ..diagnostics import RulekitError
from ..engine.choice import make_engine
from ..model.naming import word_name
from ..model.rulebook import Config
from ..play.example_runner import example_stages
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook, machine_of
from ..rulebook_files import library
from ..session.words import GameWords
from ..syntax import nodes as s
from .how_to_play import aim_of
from .kept_game import KeptGame
from .page_words import language_words, languages_of
from .programs import Run, run_program
from .runtime import ASSETS, packed, runtime_files

PAGE: Final = "index.html"


def shared_files(runtime: Path | None = None, run: Run = run_program) -> dict[str, bytes]:
    """Return the files that all pages of a folder share, by path: program, style and runtime. `run` runs the programs
    that make the runtime."""
    own = {p.name: p.read_bytes() for p in ASSETS.iterdir() if p.is_file() and p.name not in (PAGE, "snapshot.mjs")}
    return own | {f"runtime/{name}": data for name, data in runtime_files(runtime, run).items()}


def game_files(
    book: LoadedBook,
    options: Mapping[str, int | str],
    players: int | None = None,
    up: str = "./",
    with_examples: bool = True,
    rules: str = "",
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the contents of each file of one game's page.

    `up` is the path from the page to the shared files. `rules` is the address of the game's rules if the page is part
    of a site, with `{language}` to be replaced; it is empty otherwise. Without `rules`, the game for the first number
    of players is also checked for what players may know; `rulekit check` does this for all."""
    counts = book.player_counts if players is None else (players,)
    first = _game(book, counts[0], options, False) if rules else book.configure(counts[0], options)
    sources = _sources(book)
    examples = dict(_examples(book, options, counts)) if with_examples else {}
    yield "examples.bin", packed(json.dumps(examples).encode())
    kept: list[KeptGame] = []
    seats: dict[str, dict[int, tuple[str, ...]]] = {}
    about: dict[str, dict[str, object]] = {}
    for count in counts:
        game = first if count == counts[0] else _game(book, count, options, False)
        kept.append(KeptGame.of(game, sources))
        for language in languages_of(book):
            words = GameWords.of(game, language)
            seats.setdefault(language, {})[count] = words.seats
            shown = language_words(words) | {"seats": seats[language], "aim": aim_of(game.model, words.speaker)}
            shown |= {"options": _options(words) if sources else [], "rules": rules.replace("{language}", language)}
            about[language] = shown
    yield "games.bin", packed(kept[0].pack(*kept[1:]))
    told: dict[str, object] = {"name": book.name, "players": counts, "languages": about}
    told["examples"] = {name: one["players"] for name, one in examples.items()}
    yield "game.json", json.dumps(told, ensure_ascii=False).encode()
    yield PAGE, (ASSETS / PAGE).read_text(encoding="utf-8").replace("{up}", up).encode()


def _game(book: LoadedBook, players: int, options: Mapping[str, int | str], examples: bool) -> ConfiguredGame:
    """Return the game in one configuration, without checking what players may know. Raise RulekitError if its rules
    have errors. With `examples`, the game contains them, and its engine is compiled for single steps only."""
    model, found = book.check(Config(players, options), examples, False, False)
    if model is None:
        raise RulekitError(*book.diagnostics, *found)
    return ConfiguredGame(
        book.name, book.layers, model, make_engine(machine_of(model), "wasm", 0 if examples else None)
    )


def _sources(book: LoadedBook) -> dict[str, str]:
    """Return a mapping from paths in the library to the texts of the game's rulebooks. It is empty if a rulebook is
    outside the library."""
    paths = {
        os.path.relpath(file, library()): one.span.source.text for file, one in zip(book.files, book.books, strict=True)
    }
    return {} if any(path.startswith("..") for path in paths) else paths


def _options(words: GameWords) -> list[dict[str, object]]:
    """Return the options and rulings that have named answers, as JSON: name, title, answers, and the present answer
    (`usual`)."""
    rulebook, speaker = words.game.rulebook, words.speaker
    found: list[dict[str, object]] = []
    for clause in (placed.clause for placed in rulebook.clauses):
        if isinstance(clause, s.OptionClause) and clause.name.text in rulebook.options:
            name = clause.name.text
            answers = [(item.name.text, speaker.title(name, item.name.text)) for item in clause.items]
            if answers:
                title = speaker.title(word_name(clause.kind, name))
                found.append({"name": name, "title": title, "answers": answers, "usual": rulebook.options[name]})
    return found


def examples_of(
    book: LoadedBook, options: Mapping[str, int | str], counts: Sequence[int]
) -> Mapping[int, Sequence[str]]:
    """Return a mapping from numbers of players to the names of the worked examples that can be shown on the page.
    Examples with other answers to options than the page's are left out."""
    names: dict[int, list[str]] = {}
    for one in book.example_settings():
        players = one.players or book.player_counts[0]
        if players in counts:
            usual = book.apply_layers(players, options).options
            if all(usual.get(name) == answer for name, answer in one.options.items()):
                names.setdefault(players, []).append(one.name)
    return names


def _examples(
    book: LoadedBook, options: Mapping[str, int | str], counts: Sequence[int]
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the name of each worked example that the page can show, and its number of players and positions. A position
    has its node, the index and value of each cell that differs from the start of a game, and the last move."""
    for players, together in examples_of(book, options, counts).items():
        engine = _game(book, players, options, True).engine
        start = engine.start(0).cells
        for name, found in example_stages(engine, together).items():
            stages: list[dict[str, object]] = []
            for stage in found:
                if stage.after is not None and stage.after != stage.before:
                    move = (stage.at.node, stage.option) if stage.at is not None and stage.option is not None else None
                    cells = enumerate(zip(start, stage.after.cells, strict=True))
                    changed = [(at, value) for at, (before, value) in cells if value != before]
                    stages.append({"node": stage.after.node, "changed": changed, "played": move})
            if stages:
                yield name, {"players": players, "stages": stages}
