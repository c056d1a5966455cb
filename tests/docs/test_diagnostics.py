"""Every code has a page, the rulebooks on it get the messages it shows, and the index lists all pages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.cli import main as cli
from rulekit.diagnostics import RulekitError, Source
from rulekit.diagnostics.codes import code_titles
from rulekit.play.game_record import Entry
from rulekit.play.loaded_book import load
from rulekit.syntax import parse

from .diagnostic_pages import FOLDER, codes, diagnose, read

WRONG, RIGHT = "Wrong", "Right"
SHOWN = [code for code in code_titles() if read(code).books(WRONG)]
TYPED = [code for code in code_titles() if read(code).commands(WRONG)]
# Messages without a short example. Tests below, or those of other folders, produce each.
TOLD = {
    "E140": 'rulebook example "An example":\n  players 2\n' + "# long\n" * 200_000,
    "E141": f"rulebook example:\n  players 2\nfact deep = {'(' * 400}1{')' * 400}\n",
    "E142": "rulebook example:\n  players 2\n" + "fact = 3\nkeep: 4\n" * 40,
}
STOPPED = {"E811": MemoryError(), "E812": RecursionError(), "E813": ValueError("a bug")}
BY_HAND = {"E804", "E810", "E833"}
ELSEWHERE = {
    "E452": "tests/behaviour/test_players.py",
    "E453": "tests/behaviour/test_players.py",
    "E509": "tests/check/information/test_effort.py",
    "E607": "tests/test_pipeline.py",
    "E815": "tests/play/parallel/test_task.py",
    "E825": "tests/test_rulebook_files.py",
    "E836": "tests/safety/test_outputs.py",
    "E837": "tests/storage/test_folders.py",
    "E838": "tests/render/test_booklet.py",
    "E850": "tests/test_revisions.py",
    "E851": "tests/test_revisions.py",
    "E852": "tests/model/test_locks.py",
    "W850": "tests/model/test_locks.py",
    "E870": "tests/safety/many.py",
    "E871": "tests/safety/many.py",
    "E872": "tests/safety/many.py",
}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} - {"index"} == set(code_titles())


def test_every_page_shows_its_code_or_says_where_it_is_shown() -> None:
    assert set(code_titles()) - set(SHOWN) - set(TYPED) == {*TOLD, *STOPPED, *BY_HAND, *ELSEWHERE}
    for code, path in ELSEWHERE.items():
        assert code in (FOLDER.parents[1] / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("code", code_titles())
def test_a_page_has_its_title_and_says_something(code: str) -> None:
    page = read(code)
    title, blank, *rest = page.text.splitlines()
    assert title == f"# {code}: {code_titles()[code]}" and not blank
    assert len(rest[0]) > 40
    sections = {block.section for block in page.blocks}
    assert sections <= {"", "The game", WRONG, RIGHT}
    assert (WRONG in sections) == (RIGHT in sections)


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_rulebook_gets_exactly_this_message(code: str) -> None:
    page = read(code)
    found = diagnose(page.books(WRONG), page.players(WRONG))
    assert codes(page.books(WRONG), page.players(WRONG), code) == {code}, found


@pytest.mark.parametrize("code", SHOWN)
def test_the_right_rulebook_gets_none(code: str) -> None:
    page = read(code)
    found = diagnose(page.books(RIGHT), page.players(RIGHT))
    assert not codes(page.books(RIGHT), page.players(RIGHT), code), found


@pytest.mark.parametrize("code", TOLD)
def test_what_is_too_long_to_show(code: str) -> None:
    _, found = parse(Source("long.rules", TOLD[code]))
    assert code in {d.code for d in found}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "old.rules").write_bytes(b'caf\xe9 "\n')
    (tmp_path / "large.rules").write_bytes(b"#" * (1024 * 1024 + 5))
    return tmp_path


def lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")


def run(line: str) -> tuple[int, str]:
    result = cli.run(line.split()[1:])
    return result.code, "\n".join(filter(None, [result.text.rstrip("\n"), result.notes.rstrip("\n")]))


@pytest.mark.parametrize("code", TYPED)
def test_a_command_does_what_the_page_shows(code: str, folder: Path) -> None:
    page = read(code)
    for section in (WRONG, RIGHT):
        lay(folder, page.files(section))
        for line, shown in page.commands(section):
            ended, printed = run(line)
            if section == RIGHT:
                assert ended == 0 and code not in printed, printed
            else:
                assert code in printed and (ended != 0 or code.startswith("W")), printed
                assert printed == shown.rstrip("\n").replace("/", os.sep)


@pytest.mark.parametrize("code", STOPPED)
def test_what_stops_a_command(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: str) -> str:
        raise STOPPED[code]

    monkeypatch.setattr("rulekit.cli.explain.diagnostic_page", stop)
    ended, printed = run("rulekit explain E201")
    assert ended and code in printed


def test_an_interruption(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulekit.cli.explain.diagnostic_page", stop)
    assert cli.main(["explain", "E201"]) == 130
    assert "E810" in capsys.readouterr().err


def test_what_is_not_on_offer_and_a_record_of_other_rules() -> None:
    state = load("classics/tic-tac-toe").configure().start()
    with pytest.raises(RulekitError, match="E804"):
        state.apply("write(cell: z9)")
    record = evolve(state.record(), entries=(Entry("cross", "write(cell: z9)"),))
    with pytest.raises(RulekitError, match="E833"):
        state.game.replay(record)


def test_explain_prints_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    for word in ("E418", "e418", "[E418]"):
        ended, printed = run(f"rulekit explain {word}")
        assert ended == 0 and printed.startswith(f"E418: {code_titles()['E418']}\n")
        assert "    exception lucky to draws(p)" in printed and "```" not in printed and "<!--" not in printed
    result = cli.run(["explain", "E418", "--json"])
    assert result.data == {"code": "E418", "title": code_titles()["E418"], "page": read("E418").text}


def test_explain_names_the_nearest_code() -> None:
    ended, printed = run("rulekit explain E4018")
    assert ended == 2 and "did you mean `E4" in printed


def test_pages_are_found_in_a_package_too() -> None:
    project = (FOLDER.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    assert '"docs/diagnostics" = "rulekit/diagnostics/pages"' in project


def test_the_index_lists_each_code_once_under_the_heading_of_its_range() -> None:
    _, *groups = (FOLDER / "index.md").read_text(encoding="utf-8").split("\n## ")
    ranges = [[line[3:7] for line in group.splitlines() if line.startswith("- ")] for group in groups]
    listed = [code for codes in ranges for code in codes]
    assert listed == list(code_titles()) and len(set(listed)) == len(listed)
    assert [{code[1] for code in codes} for codes in ranges] == [{str(number)} for number in range(1, 9)]
