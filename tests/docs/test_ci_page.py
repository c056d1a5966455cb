"""The pages about checks in repositories show what is printed, and name every format and every schema."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli.main import main
from rulekit.cli.report_formats import EVERY_FORMAT

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "publish" / "ci.md").read_text("utf-8")
    ((line, shown),) = re.findall(r"```console\n\$ rulekit ([^\n]*)\n(.*?)```", text, re.DOTALL)
    assert main(line.split()) == 0 and capsys.readouterr().out == shown
    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert set(EVERY_FORMAT) <= set(rows)


def test_every_schema_has_its_link() -> None:
    linked = re.findall(
        r"\[(\w+)\]\(schemas/(\w+)\.schema\.json\)", (DOCS / "reference" / "json.md").read_text("utf-8")
    )
    files = {path.name.removesuffix(".schema.json") for path in (DOCS / "reference" / "schemas").glob("*.json")}
    assert {one for one, _ in linked} == {two for _, two in linked} == files


def test_the_inputs_of_the_action_and_the_hooks_are_on_the_page() -> None:
    yaml = pytest.importorskip("yaml")
    text = (DOCS / "publish" / "ci.md").read_text("utf-8")
    action, hooks = (yaml.safe_load((DOCS.parent / one).read_text("utf-8")) for one in FILES)
    rows = re.findall(r"^\| `([\w-]+)` \|", text.partition("## GitHub")[2], re.MULTILINE)
    assert rows == list(action["inputs"])
    assert [hook["id"] for hook in hooks] == re.findall(r"- id: (\S+)", text)


FILES = ("action.yml", ".pre-commit-hooks.yaml")
