"""No control character reaches the terminal from a rulebook, a file name or typed text."""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic, Help, Label, Source, Span
from rulekit.diagnostics.printable import INSTEAD, json_escaped, one_line, printable
from rulekit.diagnostics.renderer import render

from .inputs import GAME, ROOT, UNFIT, Input, ended_well, ran

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a bound on memory")

EVIL = "\x1b[2J\x1b]0;owned\x07\u202etxt.\u2066\x9b31m\x7f"
DRESSED = (
    GAME.replace("rulebook pile:", f'rulebook pile "{EVIL}":\n  summary "{EVIL}"\n  source book "{EVIL}"')
    .replace("action take in turn:", f'action take in turn "{EVIL}" [book "{EVIL}"]:')
    .replace("option counters: 5..20 = 7", f'option counters "{EVIL}": 5..20 = 7')
    .replace("keep left: 0..20 = counters", f'keep left "{EVIL}": 0..20 = counters')
    + f'\nexample one_turn "{EVIL}":\n  play take(2)\n  expect left == 4  # {EVIL}\n'
)
BOOK = {"x.rules": DRESSED, "y.rules": GAME}
WRONG = {"x.rules": GAME.replace("left -= n", f'left -= m "{EVIL}" # {EVIL}')}
NAMED = "a\x1b[31m\u202e\nerror[E999]: all is well.rules"


def shown(*words: str, code: int = 0, told: str = "", diagnostics: int = 0, **more: Any) -> Input:
    return Input(words, told, code, more.pop("files", BOOK), diagnostics=diagnostics, **more)


INPUTS = {
    "layers": shown("layers", "./x.rules", told=INSTEAD),
    "layers as JSON": shown("layers", "./x.rules", "--json", told="\\u202e"),
    "check": shown("check", "./x.rules", told="right"),
    "an example that fails": shown("test", "./x.rules", "-n", "1", code=1, told="example one_turn", diagnostics=1),
    "a comparison": shown("compare", "./x.rules", "./y.rules", "-n", "2"),
    "a comparison as JSON": shown("compare", "./x.rules", "./y.rules", "--no-games", "--json"),
    "the machine": shown("machine", "./x.rules"),
    "playing": shown("play", "./x.rules", typed="look\n1\nwhy take(9)\n2\nquit\n"),
    "figures": shown("simulate", "./x.rules", "-n", "2"),
    "the form": shown("fmt", "-", typed=DRESSED),
    "a mistake": shown("check", "./x.rules", code=1, told="E104", files=WRONG, diagnostics=1),
    "a mistake as JSON": shown("check", "./x.rules", "--json", code=1, files=WRONG),
    "a file's name": shown("check", f"./{NAMED}", code=1, told=INSTEAD, files={NAMED: WRONG["x.rules"]}, diagnostics=3),
    "a name that is not there": shown("check", f"./{EVIL}.rules", code=2, told="E820", diagnostics=1),
    "a code": shown("explain", EVIL, code=2, told="E803", diagnostics=1),
    "a command": shown(EVIL, code=2, told="E801", diagnostics=1),
    "an option": shown("check", f"--{EVIL}", code=2, told="E802", diagnostics=1),
    "an answer": shown("check", "./y.rules", "--set", f"{EVIL}={EVIL}", code=2, told="E6", diagnostics=1),
    "a label typed": shown("play", "./y.rules", typed=f"{EVIL}\nquit\n", code=2, told="E804", diagnostics=1),
    "a file to save in": shown("play", "./y.rules", typed=f"save no/{EVIL}\nquit\n", told="E831", diagnostics=1),
    "bytes for a name": shown("check", "./\udcff.rules", code=2, told="E820", diagnostics=1),
}


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return ran(INPUTS)


@pytest.mark.parametrize("what", INPUTS)
def test_nothing_that_a_terminal_obeys(results: dict[str, Any], what: str) -> None:
    run = results["runs"][what]
    ended_well(INPUTS[what], run)
    assert not any(line.startswith("error[E999]") for line in (run["err"] + run["out"]).splitlines())


def test_every_sign_that_a_terminal_obeys_is_replaced() -> None:
    for code in range(sys.maxunicode + 1):
        sign = chr(code)
        unfit = unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(sign) in (
            *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"),
        )
        assert (printable(sign) == INSTEAD) >= (unfit and sign not in "\t\n"), hex(code)
        assert printable(sign) in (sign, INSTEAD)
    assert (
        printable("Żółć, 日本, עברית, e\u0301, a\u00a0b, न\u200dम") == "Żółć, 日本, עברית, e\u0301, a\u00a0b, न\u200dम"
    )
    assert one_line("a\nb") == f"a{INSTEAD}b"


def test_no_part_of_a_message_is_forgotten() -> None:
    source = Source(EVIL, f"{EVIL}\n{EVIL}\n")
    whole = Span(source, 0, 5)
    found = Diagnostic(
        "E201", f"{EVIL}\n{EVIL}", whole, (Label(whole, f"{EVIL}\n"),), (EVIL, f"\n{EVIL}"), (Help(f"{EVIL}\n{EVIL}"),)
    )
    for line in render(found).splitlines():
        assert UNFIT.search(line) is None
    plain = Diagnostic("E201", "a", whole, (Label(whole, "a"),), ("a",), (Help("a"),))
    assert render(found).count("\n") == render(plain).count("\n")


def test_json_means_the_same() -> None:
    import json

    for encoding in ("ascii", "utf-8", "latin-1"):
        text = json_escaped(json.dumps({"a": EVIL + "é🂡\ud800"}, ensure_ascii=False), encoding)
        assert json.loads(text) == {"a": EVIL + "é🂡\ud800"} and UNFIT.search(text) is None
        text.encode(encoding)


def test_nothing_is_printed_in_another_place() -> None:
    allowed = {"rulekit/cli/terminal_output.py"}
    writes = re.compile(r"(?<![\w.])(print|input)\(|sys\.(__)?std(out|err)(__)?\.write")
    modules = (ROOT / "rulekit").rglob("*.py")
    found = {path.relative_to(ROOT).as_posix() for path in modules if writes.search(path.read_text())}
    assert found <= allowed
