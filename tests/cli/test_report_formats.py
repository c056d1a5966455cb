"""Each form of a result holds the schema of the service that reads it, says the same as the JSON value, and escapes
what rulebooks say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from attrs import frozen

from rulekit.cli.main import main
from rulekit.cli.report_formats import FORMATS, wanted_format

from . import PILE

FOLDER = Path(__file__).parent / "formats"
SARIF = json.loads((FOLDER / "sarif.schema.json").read_text("utf-8"))
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "lines": {"required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}
                },
            },
        },
    },
}
"""What GitLab's documentation asks of a report of code quality."""


@frozen
class Element:
    """An element of junit-10.xsd of the Jenkins xUnit plug-in: the attributes it must have and may have, and what is in
    it. Only what may follow from rulekit's output is here."""

    needed: frozenset[str]
    allowed: frozenset[str]
    inside: frozenset[str] = frozenset()
    text: bool = False


COUNTS = frozenset({"tests", "failures", "errors"})
JUNIT: Mapping[str, Element] = {
    "testsuites": Element(frozenset(), COUNTS | {"name", "time"}, frozenset({"testsuite"})),
    "testsuite": Element(COUNTS | {"name"}, frozenset({"time", "timestamp", "skipped"}), frozenset({"testcase"})),
    "testcase": Element(frozenset({"name"}), frozenset({"classname", "time"}), frozenset({"failure", "skipped"})),
    "failure": Element(frozenset(), frozenset({"type", "message"}), text=True),
}

HOSTILE = "::error::x %0A <b> &amp; 'y'"
WRONG = f"""rulebook wrong "Wrong {HOSTILE}":
  players 2
keep left: 0..9 = 9
choice turn "A turn"
action take in turn "Take some":
  choose n in 1..3 where n <= left
  left -= n
flow:
  turns from p1:
    do one of turn
    if lefts == 0:
      game over, won by me
"""
FAILING = (
    WRONG.replace("lefts", "left")
    + """always plenty "Some are left": left > 2
example two "Two turns":
  play take(2)
  expect left == 6
"""
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "wrong.rules").write_text(WRONG, encoding="utf-8")
    (tmp_path / "failing.rules").write_text(FAILING, encoding="utf-8")
    return tmp_path


LINES = {
    "a mistake": ("check", "./a b/wrong.rules", PILE),
    "no mistake": ("check", PILE),
    "no such game": ("check", "nothing"),
    "a wrong line": ("check", PILE, "--nothing"),
    "failures": ("test", "./failing.rules", PILE, "-n", "5"),
    "not readable": ("test", "./a b/wrong.rules"),
    "a layout": ("fmt", "--check", "./failing.rules", "a b/wrong.rules"),
}


def printed(capsys: Any, line: tuple[str, ...], form: str) -> tuple[int, str]:
    code = main([*line, "--format", form])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_every_format_is_well_formed_and_names_every_error(capsys: Any, folder: Path, line: tuple[str, ...]) -> None:
    code, text = printed(capsys, line, "json")
    codes = set(re.findall(r'"code": "([EW]\d+)"', text)) | ({"unformatted"} if '"changed": true' in text else set())
    assert bool(codes) == (code != 0) or line[0] == "check"
    found = {}
    for form in FORMATS:
        again, found[form] = printed(capsys, line, form)
        assert again == code and "\x07" not in found[form]
    log = json.loads(found["sarif"])
    jsonschema.validate(log, SARIF)
    assert {one["ruleId"] for one in log["runs"][0]["results"]} == codes
    report = json.loads(found["gitlab"])
    jsonschema.validate(report, GITLAB)
    assert {one["check_name"] for one in report} == codes
    assert len({one["fingerprint"] for one in report}) == len(report)
    told = re.findall(r"^::(error|warning|notice) (?:[^:\n]*,)?title=(\w+)::", found["github"], re.MULTILINE)
    assert {title for _, title in told} == codes and len(told) == len(found["github"].splitlines())
    holds(ElementTree.fromstring(found["junit"]))


def holds(element: ElementTree.Element) -> None:
    """Check an element of JUnit XML, and all inside it."""
    known = JUNIT[element.tag]
    assert known.needed <= set(element.keys()) and set(element.keys()) <= known.needed | known.allowed
    assert known.text or not (element.text or "").strip()
    assert {child.tag for child in element} <= known.inside
    if element.tag in ("testsuites", "testsuite"):
        cases = list(element.iter("testcase"))
        assert int(element.attrib["tests"]) == len(cases)
        assert int(element.attrib["failures"]) == sum(case.find("failure") is not None for case in cases)
    for child in element:
        holds(child)


def test_places_are_those_of_the_files(capsys: Any, folder: Path) -> None:
    _, text = printed(capsys, LINES["a mistake"], "sarif")
    (one,) = (r for r in json.loads(text)["runs"][0]["results"] if r["level"] == "error")
    place = one["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/wrong.rules"
    assert place["region"] == {"startLine": 11, "startColumn": 8, "endLine": 11, "endColumn": 13}
    assert "help: did you mean `left`?" in one["message"]["text"]
    _, text = printed(capsys, LINES["a mistake"], "github")
    assert text.startswith("::error file=a b/wrong.rules,line=11,col=8,endLine=11,endColumn=13,title=E201::")
    _, text = printed(capsys, LINES["a layout"], "gitlab")
    assert {one["location"]["path"] for one in json.loads(text)} == {"failing.rules", "a b/wrong.rules"}


def test_cases_of_junit_are_examples_and_random_games(capsys: Any, folder: Path) -> None:
    _, text = printed(capsys, LINES["failures"], "junit")
    root = ElementTree.fromstring(text)
    names = [case.attrib["name"] for case in root[0]]
    assert names == ["example two", "random games of 2 players"]
    told = [str(failure.text) for failure in root[0].iter("failure")]
    assert "left == 6" in told[0] and "steps:\n  p1: take(n: 2)" in told[0] and "failing.rules:1" in told[1]
    assert not list(root[1].iter("failure"))


def test_control_characters_are_no_part_of_xml() -> None:
    error = {"code": "E1", "severity": "error", "message": "a\u0007\ufffe", "span": None}
    text = FORMATS["junit"]("check", {"ok": False, "diagnostics": [error]})
    failure = ElementTree.fromstring(text).find("*/*/failure")
    assert failure is not None and failure.attrib["message"] == "E1: a\ufffd\ufffd"


def test_a_finding_of_several_games_is_told_once(capsys: Any, folder: Path) -> None:
    (folder / "house.rules").write_text('variant house of wrong "House":\n  summary "x"\n', encoding="utf-8")
    (folder / "wrong.rules").write_text(WRONG, encoding="utf-8")
    _, text = printed(capsys, ("check", "./wrong.rules", "./house.rules"), "github")
    assert text.count("title=E201") == 1


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("check x --format sarif", "sarif"),
        ("check --format=junit x", "junit"),
        ("check --format sarif --json", "json"),
        ("check -- --format sarif", "text"),
        ("check --format nothing", "text"),
        ("layers x --format sarif", "text"),
        ("", "text"),
    ],
)
def test_the_format_is_read_from_the_line(line: str, form: str) -> None:
    assert wanted_format(line.split()) == form


def test_an_unknown_format_is_told(capsys: Any) -> None:
    assert main(["check", PILE, "--format", "xml"]) == 2
    assert "`xml` is neither `text` nor `json`" in capsys.readouterr().err
