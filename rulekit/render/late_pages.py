"""Pages that are made later while a site is served. Until then, the site shows their last versions (stand-ins).

After a change of a rulebook, the rules of its game are made at once. Its reference, its notes, comparisons and pages to
play on take much longer. Other processes make them, and then the site is built once more. If the texts change before
that, the job is stopped and a new one begins.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Final

from attrs import frozen

from ..play.parallel import Workers, cores
from .page_jobs import MadePages, PageJob, TextsChanged, anchors_beside, make_pages, with_rules

NICE: Final = 10
"""The `nice` value of the processes that make late pages; others, for which somebody waits, have priority."""


@frozen
class _Shown:
    """The pages of a job that the site shows. `rules` and `texts` are hashes of the texts from which its rules page and
    all its pages were made. `texts` is None for stand-ins."""

    made: MadePages
    rules: str | None
    texts: str | None


class LatePages:
    """The late pages of a site that is served. `done` is called, in another thread, when all missing pages have been
    made or one of them has a mistake."""

    def __init__(self, done: Callable[[], None]) -> None:
        self._done = done
        self._workers = Workers(cores())
        self._shown: dict[str, _Shown] = {}
        self._making: dict[str, tuple[PageJob, Future[MadePages]]] = {}

    @property
    def waiting(self) -> list[PageJob]:
        """Return the jobs whose pages will be made later."""
        return [job for job, _ in self._making.values()]

    @property
    def stand_ins(self) -> set[str]:
        """Return the files of the stand-ins; their links may be broken until all pages are made."""
        return {file for one in self._shown.values() if one.texts is None for file in one.made.built}

    def make(self, jobs: Sequence[PageJob], executor: Executor) -> list[MadePages]:
        """Return the pages to show for each job. If a job has no earlier version, wait until its pages are made. If
        making late pages has found a mistake, raise it."""
        texts = {job.place: job.texts for job in jobs}
        self._drop(lambda job, _: texts.get(job.place) != job.texts)
        missing = [job for job in jobs if not self._is_at_hand(job)]
        late = [job for job in missing if job.place in self._shown]
        rules = [self._make_rules(job, executor) for job in late]
        new = [job for job in missing if job.place not in self._shown]
        for job, made in zip(new, make_pages(new, executor, known=False), strict=True):
            self._keep(job, made)
        for job, making in zip(late, rules, strict=True):
            made = self._shown[job.place].made
            if making is not None:
                made = with_rules(made, making.result())
            self._shown[job.place] = _Shown(made, _rules_texts(job), None)
        for job in sorted(late, key=lambda job: -job.size):
            self._follow(job)
        return [self._shown[job.place].made for job in jobs]

    def forget(self) -> None:
        """Stop making pages after a mistake was found, since the texts will change again."""
        self._drop(lambda _, making: not making.done())

    def end(self) -> None:
        """Stop all processes that make late pages."""
        self._making.clear()
        self._workers.end()

    def _drop(self, outdated: Callable[[PageJob, Future[MadePages]], bool]) -> None:
        for place, (job, making) in [*self._making.items()]:
            if outdated(job, making) or (making.done() and isinstance(making.exception(), TextsChanged)):
                del self._making[place]
                self._workers.abandon(making)

    def _is_at_hand(self, job: PageJob) -> bool:
        """Return whether the pages made from these texts are shown, or made already."""
        shown, (_, making) = self._shown.get(job.place), self._making.get(job.place, (job, None))
        if shown is not None and shown.texts == job.texts:
            return True
        made = making.result() if making is not None and making.done() else job.recall()
        if made is not None:
            self._keep(job, made)
        return made is not None

    def _keep(self, job: PageJob, made: MadePages) -> None:
        self._shown[job.place] = _Shown(made, _rules_texts(job), job.texts)
        self._drop(lambda one, _: one.place == job.place)

    def _make_rules(self, job: PageJob, executor: Executor) -> Future[MadePages] | None:
        """Start making the rules of a game if their texts have changed. Return the future result, else None."""
        shown = self._shown[job.place]
        if job.rules is None or job.rules.texts == shown.rules:
            return None
        return executor.submit(job.rules.run, anchors_beside(shown.made))

    def _follow(self, job: PageJob) -> None:
        """Start making the pages of a job later, if this has not been started."""
        if job.place not in self._making:
            making = self._workers.submit(_in_background, job)
            self._making[job.place] = job, making
            making.add_done_callback(self._check)

    def _check(self, made: Future[MadePages]) -> None:
        """Call `done` if nothing else is being made or if there was a mistake."""
        waiting = [making for _, making in [*self._making.values()]]
        if made in waiting and (made.exception() or all(one.done() for one in waiting)):
            self._done()


def _rules_texts(job: PageJob) -> str | None:
    return job.rules.texts if job.rules else None


def _in_background(job: PageJob) -> MadePages:
    """Make the pages of a job in a process with low priority, and return them."""
    if hasattr(os, "nice"):
        os.nice(max(0, NICE - os.nice(0)))
    return job.run()
