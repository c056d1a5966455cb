"""Late pages stand in until they are made; a job whose texts changed is ended; a mistake is told until it is mended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic, RulekitError
from rulekit.play.parallel import Workers
from rulekit.render.late_pages import LatePages
from rulekit.render.page_jobs import MadePages, PageJob

LONG = 120.0
"""Seconds that a busy computer may take."""


def text_of(_: Mapping[str, Any], path: str) -> list[str]:
    return [Path(path).read_text("utf-8")]


def page_of(_: Mapping[str, Any], path: str) -> MadePages:
    text = Path(path).read_text("utf-8")
    Path(f"{path}.begun").touch()
    if text == "long":
        time.sleep(10 * LONG)
    if text == "wrong":
        raise RulekitError(Diagnostic("E999", "wrong"))
    return MadePages([text])


class Site:
    """A site with one page, made of one file."""

    def __init__(self, folder: Path, workers: Workers) -> None:
        self.path = folder / "text"
        self.done = Event()
        self.late = LatePages(self.done.set)
        self.workers = workers

    def page(self, text: str = "") -> str:
        """Return what the page shows, after a change of its text."""
        self.done.clear()
        if text:
            self.path.write_text(text, encoding="utf-8")
        job = PageJob.of(page_of, text_of, (str(self.path),), {})
        (made,) = self.late.make([job], self.workers)
        return str(made.pages[0])


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(1)
    yield made
    made.end()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Workers) -> Iterator[Site]:
    monkeypatch.setenv("RULEKIT_CACHE", "")
    made = Site(tmp_path, workers)
    yield made
    made.late.end()


def test_the_last_page_stands_in_for_one_that_is_being_made(site: Site) -> None:
    assert site.page("one") == "one", "the first is waited for"
    assert site.page("two") == "one" and site.late.waiting
    assert site.done.wait(LONG)
    assert site.page() == "two" and not site.late.waiting


def test_a_job_whose_text_has_changed_is_ended(site: Site) -> None:
    site.page("one")
    assert site.page("long") == "one"
    begun = Path(f"{site.path}.begun")
    begun.unlink()
    until = time.monotonic() + LONG
    while not begun.exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    assert site.page("two") == site.page() == "one" and len(site.late.waiting) == 1
    assert site.done.wait(LONG)
    assert site.page() == "two"


@pytest.mark.soak
def test_a_mistake_is_told_until_it_is_mended(site: Site) -> None:
    site.page("one")
    assert site.page("wrong") == "one"
    assert site.done.wait(LONG)
    for _ in range(2):
        with pytest.raises(RulekitError, match="wrong"):
            site.page()
        site.late.forget()
    assert site.page("two") == "one"
    assert site.done.wait(LONG)
    assert site.page() == "two"


@pytest.mark.soak
def test_a_page_of_a_text_that_changed_meanwhile_is_not_kept(site: Site) -> None:
    site.page("one")
    site.path.write_text("two", encoding="utf-8")
    job = PageJob.of(page_of, text_of, (str(site.path),), {})
    site.path.write_text("three", encoding="utf-8")
    assert site.late.make([job], site.workers)[0].pages == ["one"]
    assert site.done.wait(LONG)
    assert site.page() == "one" and site.done.wait(LONG)
    assert site.page() == "three"
