"""The README's rulebooks are correct, its comparison is what the command prints, and its quotes are sentences of the
generated page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli import main as cli
from rulekit.diagnostics import Source
from rulekit.syntax import format_text

from .console_blocks import BLOCK, follow

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_its_game_is_run_and_its_output_is_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    assert follow(README, tmp_path) == 2


def test_the_rulebooks_are_checked_tested_and_laid_out_as_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _, name, _, text in BLOCK.findall(TEXT):
        if name:
            Path(name).write_text(text, encoding="utf-8")
            assert format_text(Source(name, text))[0] == text
    assert cli.run(["test", "./race.rules", "./home.rules", "-n", "20"]).code == 0


def test_the_sentences_are_those_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("race.rules").write_text(BLOCK.findall(TEXT)[0][3], encoding="utf-8")
    assert cli.run(["render", "./race.rules", "--out", "book"]).code == 0
    rules, reference = (Path(f"book/docs/{name}.md").read_text(encoding="utf-8") for name in ("race", "race/reference"))
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", reference)
    sentences = re.findall(r"^> \d\. (.*)$", TEXT, re.MULTILINE)
    assert len(sentences) == 3 and all(sentence in plain for sentence in sentences)
    words = re.search(r"^> (\*\*.*)$", TEXT, re.MULTILINE)
    assert words is not None and words[1] in rules


def test_its_commands_are_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in re.findall(r"^    rulekit (.*?) +#", TEXT, re.MULTILINE):
        words = line.split()
        assert cli.run([words[0], "--help"]).code == 0
        assert words[0] == "play" or words[0] == "render" or cli.run(words).code == 0, line
