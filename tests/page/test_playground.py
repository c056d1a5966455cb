"""The playground (the page to write rules on) in a browser: change a rule, play on, share it; and broken, endless and
hostile texts."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulekit import RulekitError
from rulekit.page import editor_parts
from rulekit.page.playground import WORDS, playground_files
from rulekit.page.runtime import ASSETS
from rulekit.prose.grammar import grammar, languages
from rulekit.rulebook_files import library
from rulekit.syntax.word_reading import OPENING

from ..render.hostile.books import hostile, write
from .pages import browser, missing, missing_browser, run_node, served, shared, using_axe, usual_cache

GAMES = ("classics/tic-tac-toe", "classics/tic-tac-toe-misere")
MINE = "my_tic_tac_toe.rules"
START = "#game=classics/tic-tac-toe"
HEAD = "rulebook loops:\n  players 2\n\nkeep n: 0..3 = 0\nchoice turn\n"
EITHER = "action left in turn:\n  n = 1\naction right in turn:\n  n = 1\n"
ALONE = "action on in turn:\n  for each a in 0..1000000:\n    n = a mod 4\n  n = 3\n"
TURNS = "flow:\n  turns from p1:\n    do one of turn\n"
LOOPS = {
    "good": HEAD + EITHER + TURNS,
    "fromTheStart": HEAD + ALONE + TURNS,
    "inAMove": HEAD
    + EITHER.replace("n = 1", "require n < 3\n  n = n + 1")
    + ALONE.replace("turn:\n", "turn:\n  require n == 3\n")
    + TURNS,
    "foreseen": HEAD + EITHER.replace("n = 1", "n = count(a in 0..6000022 where (a + n) mod 7 == 2) mod 4") + TURNS,
    "told": HEAD + EITHER.replace("n = 1", "for each a in 0..3000000:\n    n = (n + a) mod 4") + TURNS,
}
"""Rules under which nobody has a choice any more, and nothing ends; moves that take long to foresee, and
moves that take long to tell, because they change something 3 million times."""
BASES = {GAMES[1]: GAMES[0], "czar/english": "czar/base"}
needs_browser = pytest.mark.skipif(bool(missing_browser()), reason=missing_browser())


def write_playground(folder: Path, games: Sequence[str]) -> Path:
    """Write the playground with games that are compiled already, and return its folder."""
    with usual_cache():
        files = {**shared(), **dict(playground_files(games))}
    for file, data in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(write_playground(tmp_path_factory.mktemp("playground"), GAMES)) as found:
        yield found


def use(address: str, what: str, before: str | list[str] = "", after: str = "", times: int = 0) -> Any:
    """Use the playground and return the script's report. `after` is typed in place of `before`; `times` repeats
    that."""
    words = json.dumps([before, after, times])
    told = run_node("playground.mjs", address, what, words, *using_axe(), browser=browser())
    assert told["errors"] == [] and told["axe"] == []
    assert len(told["hosts"]) == 1, "nothing comes from another host"
    return told


@pytest.mark.soak
@needs_browser
@pytest.mark.parametrize(
    ("game", "before", "after", "change"),
    [
        (GAMES[1], "marks[o]) < 9", "marks[o]) < 8", "fewer than 9 8 cells"),
        pytest.param(
            *("czar/english", "guarded[i]: guard(i))", "guarded[i]: guard(i) - 1)", "guard"), marks=pytest.mark.soak
        ),
    ],
)
def test_a_rule_is_changed_played_on_and_shared(
    tmp_path: Path, game: str, before: str, after: str, change: str
) -> None:
    """The rule is one of the book below that of the game."""
    with served(write_playground(tmp_path, [game])) as address:
        told = use(f"{address}#game={game}", "share", before, after)
    assert "can be played" in told["said"] or "can play" in told["said"]
    assert told["coloured"] > 5, "words of the language have their colours"
    first = told["first"]
    assert first and told["second"][: len(first)] == first and len(told["second"]) > len(first), "the game went on"
    assert told["tab"] == "tab-play" and told["hidden"], "a shared address opens on the game"
    assert change in told["brief"].replace("[-", "").replace("-]", ""), "before the game stands what it changes"
    assert change in told["changes"] and [name for name in told["files"] if "(changed)" in name] == [
        f"{BASES[game]}.rules (changed)"
    ]


@pytest.mark.soak
@needs_browser
def test_a_broken_text_keeps_the_last_good_game(address: str) -> None:
    told = use(address + START, "broken", "summary", "sumary")
    assert "last rules that were right" in told["said"] and told["history"]
    assert "summary" in told["text"] and "right" in told["mended"]


@pytest.mark.soak
@needs_browser
def test_a_check_without_end_is_stopped(address: str) -> None:
    told = use(address + START, "endlessCheck", LOOPS["good"], "fact f%n(k 0..9) = k + %n\n", 9000)
    assert "was stopped" in told["said"] and "Your text is still here" in told["said"] and told["kept"]
    assert told["seconds"] < 15, "a check has 5 s, after which another worker begins"
    first, second = told["first"], told["second"]
    assert first and second[: len(first)] == first and len(second) > len(first), "the game went on meanwhile"
    assert "can be played" in told["mended"] or "can play" in told["mended"]
    assert told["text"].startswith("# A variant of classics/tic-tac-toe")
    assert told["third"][: len(second)] == second and len(told["third"]) > len(second)


@pytest.mark.soak
@needs_browser
def test_play_without_end_is_stopped(address: str) -> None:
    told = use(address + START, "endlessPlay", after=json.dumps(LOOPS))
    first = told["first"]
    assert first and "by the earlier ones" in told["fromTheStart"] and told["same"] == first
    assert "goes on before it" in told["inAMove"] and told["before"][: len(first)] == first
    assert "no longer shown" in told["foreseen"] and len(told["after"]) > len(first)
    assert "no longer shown" in told["told"] and told["still"] == 2
    assert told["untold"] == 0, "the game goes on without its history"
    assert len(told["last"]) > len(first), "right rules are played on"


@pytest.mark.soak
@needs_browser
@pytest.mark.parametrize("book", [0, 1])
def test_a_hostile_text_runs_nothing(address: str, tmp_path: Path, book: int) -> None:
    """All texts of a rulebook contain scripts. It is opened from an address, shown in every tab and played."""
    file, _ = write(tmp_path, hostile(book))
    text = {"rulekit": "playground", "base": GAMES[0], "files": {MINE: Path(file).read_text(encoding="utf-8")}}
    told = use(f"{address}#text={packed(json.dumps(text))}", "hostile")
    assert told["live"] == [] and told["ran"] == 0 and told["history"]


@pytest.mark.soak
@needs_browser
def test_an_address_that_holds_no_text_is_told(address: str) -> None:
    texts = [
        "",
        "[",
        "null",
        '{"rulekit": "playground"}',
        json.dumps({"rulekit": "playground", "base": GAMES[0], "files": {"../../x.rules": "x"}}),
        json.dumps({"rulekit": "playground", "base": "<script>", "files": {}}),
    ]
    told = use(address, "notATextEach", [f"{address}#text={packed(text)}" for text in texts])
    assert len(told["seen"]) == len(texts) and all(told["seen"])


@pytest.mark.soak
@needs_browser
def test_a_wrong_text_opens_on_its_message_and_remarks_on_other_languages_come_last(address: str) -> None:
    head = 'variant my_tic_tac_toe of classics/tic_tac_toe "Mine":\n  summary "A row loses."\n'
    line = "replace in procedure write:\n  `game over, won by me`:\n    game over, lost by me\n"
    base = (library() / f"{GAMES[0]}.rules").read_text(encoding="utf-8").replace("in een leeg vak", "bij has_row")
    files = {MINE: f"{head}replace write: lost\n", f"{GAMES[0]}.rules": base}
    text = {"rulekit": "playground", "base": GAMES[0], "files": files}
    shared = f"{address}#text={packed(json.dumps(text))}"
    told = use(shared, "sharedBroken", after=head + line)
    assert told["tab"] == "tab-messages" and "is missing between" in told["message"]
    assert "Examples that do not hold: 1" in told["said"] and told["legible"] and told["own"] == 2, (
        "a title and a summary stayed"
    )
    assert told["asides"] == ["Texts in Dutch that no longer fit: 1"] and told["after"] == 0
    assert told["examples"].endswith("1 of 1.") and "winners = {o}" in told["failed"][0]
    assert "all 1" in told["held"], "the fix fits the example to the rules"
    assert told["reloaded"] == [True, True], "what a person wrote opens on the text"


@pytest.mark.soak
@needs_browser
def test_everything_is_reached_by_keyboard(address: str) -> None:
    told = use(address + START, "keyboard")
    wanted = ["begin", "share", "save", "open", "language", "colours", "text", "find", "tab-messages"]
    assert [one for one in wanted if one not in told["seen"]] == []
    assert told["last"] == "tab-changes" and told["next"] == "tab-rules"
    assert told["indented"].startswith("  ") and told["held"] == "text" and not told["back"].startswith(" ")
    assert told["left"] != "text" and not told["hint"][0] and "Escape" in told["hint"][1] and not told["hint"][2]
    assert told["layout"] == ["fact one:", "  fact two = (", "      1)", "  three", "  "], "as our layout has it"


def packed(text: str) -> str:
    """Return a text as it is encoded in an address."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(squeezed.compress(text.encode()) + squeezed.flush()).decode().rstrip("=")


def test_a_part_of_the_editor_with_another_checksum_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulekitError, match="cannot be read"):
        editor_parts.editor_files(tmp_path)
    for part in editor_parts.PARTS:
        (tmp_path / part.package / part.file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / part.package / part.file).write_bytes(b"not CodeMirror")
    with pytest.raises(RulekitError, match="its checksum differs"):
        editor_parts.editor_files(tmp_path)


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_modules_of_the_editor_import_only_one_another() -> None:
    with usual_cache():
        files = editor_parts.editor_files()
    found = {name for data in files.values() for name in editor_parts.IMPORT.findall(data)}
    assert not found, "no import names a package"
    beside = {
        line.split(b"from './")[1].split(b"'")[0].decode()
        for data in files.values()
        for line in data.split(b"\n")
        if b"} from './" in line
    }
    assert beside and beside <= files.keys()


@pytest.mark.parametrize("language", languages())
def test_the_words_of_the_playground_are_those_of_the_grammars(language: str) -> None:
    said = (ASSETS.parent.parent / "prose" / "grammars" / f"{language}.ftl").read_text(encoding="utf-8")
    known = [line.split(" = ")[0][14:] for line in said.split("\n") if line.startswith("ui-playground-")]
    assert sorted(WORDS) == sorted(known) and all(grammar(language).has(f"ui-playground-{word}") for word in WORDS)
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ASSETS / "playground").iterdir())
    tabs = ("messages", "rules", "pictures", "play", "changes")
    forms = {word: (f'"{word}"', f"().{word}", f"words.{word}") for word in WORDS if word not in tabs}
    assert [word for word, used in forms.items() if not any(form in scripts for form in used)] == []


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_search_shows_definitions_first_then_uses_file_by_file() -> None:
    files = {
        "mine.rules": "# the guard asks less\nexception cheap to guard(i) = 1\n",
        "base.rules": 'fact toll = guard(i)\nfact guard(i Inn) "The number" = 2\nfact post "Which guard" = 1\n'
        'section guard_text:\n  "Ask the guard."\nkeep safeguards = 1\n',
    }
    told = run_node("found_lines.mjs", *map(json.dumps, (files, "Guard", sorted(OPENING))))
    assert [(one["file"], one["line"]) for one in told["defined"]] == [("base.rules", n) for n in (2, 3, 6)]
    assert [(one["file"], one["line"]) for one in told["used"]] == [
        ("mine.rules", 2),
        ("mine.rules", 1),
        ("base.rules", 1),
        ("base.rules", 4),
        ("base.rules", 5),
    ]
    first = told["defined"][0]
    assert files["base.rules"][first["start"] : first["end"]] == "guard"
