"""Programs that make parts of a page end when nobody wants these any more."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, sleep

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.page.programs import Programs, run_program
from rulekit.render import play_pages
from rulekit.render.play_pages import SharedPages

SLEEP = ["-c", "import time; time.sleep(60)"]


def test_a_program_that_fails_or_is_not_there() -> None:
    run_program(sys.executable, ["-c", ""])
    with pytest.raises(RulekitError, match="failed: no such luck"):
        run_program(sys.executable, ["-c", "raise SystemExit('no such luck')"])
    with pytest.raises(RulekitError, match="is not installed"):
        run_program("no-such-program", [])


def test_a_program_is_ended_by_another_thread_and_none_begins_after_it() -> None:
    programs = Programs()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(programs.run, sys.executable, SLEEP)
        while programs._process is None:
            sleep(0.01)
        programs.end()
        with pytest.raises(RulekitError, match="failed"):
            running.result(20)
    with pytest.raises(RulekitError, match="not wanted"):
        programs.run(sys.executable, ["-c", ""])


def test_given_up_pages_leave_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(runtime, run):
        (tmp_path / "kept").mkdir()
        try:
            run(sys.executable, SLEEP)
        finally:
            (tmp_path / "kept").rmdir()

    monkeypatch.setattr(play_pages, "shared_files", make)
    pages = SharedPages.begin(None)
    while pages._programs._process is None:
        sleep(0.01)
    begun = perf_counter()
    pages.end()
    assert perf_counter() - begun < 5 and list(tmp_path.iterdir()) == []
    with pytest.raises(RulekitError):
        pages.check()
