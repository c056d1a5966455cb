"""Takes books through layers and checks, in one configuration or in all, and proves that suggested fixes help.

    parse (syntax) -> assemble (model.assembly) -> check_rulebook (check) -> lower (machine.lower) -> an engine

`rulebook_files.py` finds files, `loader.py` gathers books, and `play/loaded_book.py` takes a game through all stages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from attrs import evolve

from .check.checked import CheckedModel
from .check.checker import Checker
from .check.proven_checks import begin_unproven
from .check.registry import CHECKS, KNOWLEDGE, TEXTS, CheckFunction
from .check.run import BegunCheck, begin_check
from .diagnostics import Diagnostic, DiagnosticKey, Help, RulekitError, Source, deduplicate, key_of
from .diagnostics.proven_fixes import prove_fixes
from .engine.choice import ENGINES, EngineName, make_engine
from .loader import gather_stack
from .model.assembly import assemble
from .model.coverage import CitedSource, cite_sources
from .model.joint_answers import joint_configurations
from .model.rulebook import Config, Rulebook
from .model.settings import other_answers
from .rulebook_files import read_rulebook
from .syntax import nodes as s

__all__ = [
    "ENGINES",
    "EngineName",
    "check_all",
    "check_configuration",
    "check_layered",
    "configurations",
    "describe",
    "make_engine",
    "sources_everywhere",
    "with_examples",
]

MOST_CHECKED = 50_000
"""The greatest number of clauses that `check_all` checks; a clause counts once for each configuration."""

EVERYWHERE = frozenset({"W203", "W204", "W206", "W212", "W412", "W413"})
"""Warnings that are reported only if every configuration has them: they say that something is never used, mentioned,
reset or recorded."""


def check_configuration(
    books: Sequence[s.Book],
    config: Config,
    examples: bool | str = True,
    knowledge: bool = True,
    texts: bool = True,
    model: bool = True,
) -> tuple[CheckedModel | None, list[Diagnostic]]:
    """Apply the layers of these books (bases first) in one configuration and check the result. Return the model, or
    None after an error, and the diagnostics.

    `examples` is True for all examples, False for none, or the name of the only one to include. If `knowledge` is
    False, information flow is not checked. If `texts` is False, there are no warnings about texts. If `model` is False,
    the caller does not use the returned model, and some of its tables may be missing."""
    begun, found = _check(books, config, examples, _left(knowledge, texts), model)
    return (None, found) if begun is None else _all_found(begun, found, examples)


def _check(
    books: Sequence[s.Book],
    config: Config,
    examples: bool | str = True,
    left: frozenset[CheckFunction] = frozenset(),
    model: bool = False,
) -> tuple[BegunCheck | None, list[Diagnostic]]:
    """Return a check that has run, or None if the layers could not be applied, and the diagnostics of applying them.
    The checks in `left` are left out. If `model` is False, some tables of the checked model may be missing."""
    rulebook, found = assemble(books, config)
    if rulebook is None:
        return None, found
    whole = with_examples(rulebook, examples)

    def begin(passed: frozenset[CheckFunction]) -> BegunCheck:
        return begin_check(whole, left | passed, frozenset() if model else passed)

    begun, proven = begin_unproven(begin, books, config, examples)
    proven.remember(begun)
    return begun, found


def begin_configuration(
    books: Sequence[s.Book], config: Config
) -> tuple[CheckedModel | None, list[Diagnostic], Callable[[], list[Diagnostic]]]:
    """Do the quick part of `check_configuration`. Return the model, or None after an error, the diagnostics so far, and
    a function. This function runs the other checks, of knowledge and of texts, and returns all diagnostics."""
    rulebook, found = assemble(books, config)
    if rulebook is None:
        return None, found, lambda: found
    later = _left(False, False)
    begun, proven = begin_unproven(lambda passed: begin_check(rulebook, later | passed), books, config, True)

    def end() -> list[Diagnostic]:
        begun.run([check for check in CHECKS if check in later - proven.passed])
        proven.remember(begun)
        return _all_found(begun, found)[1]

    return *_all_found(begun, found), end


def check_layered(
    rulebook: Rulebook,
    found: Sequence[Diagnostic],
    examples: bool | str = True,
    knowledge: bool = True,
    texts: bool = True,
) -> tuple[CheckedModel | None, list[Diagnostic]]:
    """Do what `check_configuration` does, for a rulebook whose layers are applied already; `found` are the diagnostics
    of applying them."""
    return _all_found(begin_check(with_examples(rulebook, examples), _left(knowledge, texts)), found, examples)


def _left(knowledge: bool, texts: bool) -> frozenset[CheckFunction]:
    """Return the checks to leave out: those of knowledge and those of texts, unless the parameter is True."""
    return (frozenset() if knowledge else KNOWLEDGE) | (frozenset() if texts else TEXTS)


def _all_found(
    begun: BegunCheck, found: Sequence[Diagnostic], examples: bool | str = True
) -> tuple[CheckedModel | None, list[Diagnostic]]:
    """Return the model of a check, None after an error, and all diagnostics: those of the check and those in `found`,
    which come from applying layers."""
    model, more = begun.result
    if examples is not True:  # a name that is used only in an example left out would seem unused
        more = [d for d in more if d.code not in EVERYWHERE]
    return model, deduplicate([*found, *more])


def with_examples(rulebook: Rulebook, examples: bool | str) -> Rulebook:
    """Return a rulebook with all its examples (True), with none (False), or with only the example of this name."""
    if examples is True:
        return rulebook
    out = {p.id for p in rulebook.clauses if p.clause.kind == "example" and p.clause.name.text != examples}
    kept = tuple(p for p in rulebook.clauses if p.id not in out)
    return evolve(rulebook, clauses=kept, left_out=frozenset(out))


def check_all(
    books: Sequence[s.Book], note: Callable[[Config, Checker], None] = lambda _, __: None
) -> tuple[list[Config], list[Diagnostic]]:
    """Check each number of players with the default answers of all options, and each other answer of an option by
    itself.

    Return the configurations that were checked and every diagnostic once. A diagnostic that some configuration lacks
    says in which it was found first, except if the check of each such configuration ended early with an error. `note`
    is called for each configuration that could be assembled, with the tables of its check."""
    tried: list[Config] = []
    told: list[frozenset[DiagnosticKey]] = []  # the diagnostics of each configuration
    reached: list[int] = []  # the stage of the first error of each configuration
    found: dict[DiagnosticKey, Diagnostic] = {}
    first: dict[DiagnosticKey, int] = {}
    somewhere: set[DiagnosticKey] = set()  # diagnostics that at least one configuration lacks
    configs = list(islice(configurations(books), 1 + MOST_CHECKED // max(1, size(books))))
    if len(configs) * size(books) > MOST_CHECKED:
        return configs[:1], [*check_configuration(books, configs[0])[1], too_many(books, len(configs))]
    for config in configs:
        begun, diagnostics = _check(books, config)
        if begun is not None:
            diagnostics = _all_found(begun, diagnostics)[1]
            note(config, begun.checker)
        now = {key_of(d): d for d in diagnostics}
        if not any(d.severity == "error" for d in diagnostics):
            somewhere |= {key for key in found if key not in now}
        for key, d in now.items():
            if key not in found and tried:
                somewhere |= {key}
            found.setdefault(key, d)
            first.setdefault(key, len(tried))
        tried.append(config)
        told.append(frozenset(now))
        reached.append(min((_stage(d.code) for d in diagnostics if d.severity == "error"), default=LAST_STAGE))
    kept = {key: d for key, d in found.items() if d.code not in EVERYWHERE or key not in somewhere}
    for key, at in ((key, first[key]) for key in kept if first[key]):
        if any(key not in keys and reached[n] >= _stage(kept[key].code) for n, keys in enumerate(told)):
            kept[key] = evolve(kept[key], help=(*kept[key].help, Help(f"found with {describe(tried[at])}")))
    return tried, list(kept.values())


LAST_STAGE = 2


def _stage(code: str) -> int:
    """Return the number of the stage that reports a code: 0 for applying layers, 1 for names and types, 2 for all
    others. After an error, the later stages do not run."""
    if code.startswith(("E1", "E22", "E23")):
        return 0
    return 1 if code.startswith(("E2", "E3", "E6")) else LAST_STAGE


def size(books: Sequence[s.Book]) -> int:
    return sum(len(book.members) for book in books)


def too_many(books: Sequence[s.Book], least: int) -> Diagnostic:
    message = f"{size(books)} clauses, each in {least} configurations or more, are too many to check them all"
    advice = Help("check them one by one, with `--players N` and `--set OPTION=ANSWER`; this was the first")
    return Diagnostic("E872", message, books[0].header.span, help=(advice,))


def configurations(books: Sequence[s.Book]) -> Iterator[Config]:
    """Yield the configurations to check. First come all numbers of players with default answers, in the rulebook's
    order. Then comes each other answer of each option, with the first number of players that offers it. Last come
    configurations for conditions of clauses that hold in none of these."""
    first, _ = assemble(books, Config())
    if first is None:
        yield Config()
        return
    counts = first.header.player_counts or (first.players,)
    tried = [Config(n) for n in counts]
    yield from tried
    seen: set[tuple[str, int | str]] = set()
    for players in counts:
        for name, value in other_answers(books, Config(players)):
            if (name, value) not in seen:
                seen.add((name, value))
                tried.append(Config(players, {name: value}))
                yield tried[-1]
    yield from joint_configurations(books, counts, tried)


def sources_everywhere(
    books: Sequence[s.Book], layered: Callable[[Config], Rulebook | None]
) -> Mapping[str, CitedSource]:
    """Return a mapping from names to cited sources of a stack of books, with the citations of every configuration.
    `layered` returns the rulebook of a configuration, or None if it has errors."""
    found: dict[str, CitedSource] = {}
    for config in configurations(books):
        rulebook = layered(config)
        if rulebook is not None:
            cite_sources(rulebook, rulebook.clauses, found)
    return found


def describe(config: Config) -> str:
    """Return a configuration as text, such as `3 players, robbing = never`."""
    options = [f"{name} = {value}" for name, value in config.options.items()]
    return ", ".join([*([f"{config.players} players"] if config.players else []), *options])


def keep_proven_fixes(
    paths: Sequence[Path],
    config: Config,
    found: Sequence[Diagnostic],
    read_text: Callable[[Path], Source] = read_rulebook,
) -> list[Diagnostic]:
    """Return the diagnostics of these files, without the suggested fixes that would leave an error on the lines they
    change. Each fix is tried in the whole stack of books; `diagnostics/proven_fixes.py` has the conditions."""

    def again(changed: Mapping[Source, Source]) -> Sequence[Diagnostic]:
        texts = {source.name: source for source in changed.values()}

        def read(path: Path) -> Source:
            source = read_text(path)
            return texts.get(source.name, source)

        try:
            books = gather_stack(paths, read).books
        except RulekitError as error:
            return error.diagnostics
        return check_configuration(books, config, knowledge=False)[1]

    return prove_fixes(found, again)
