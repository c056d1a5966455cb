"""Values in summaries, in the texts, titles and captions of sections, and in their tables: their names and types, and
the values themselves.

They are evaluated before the game, in this configuration, and must be numbers, members, or sets of these (E337). Words
for clauses that this configuration does not have are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..diagnostics import RulekitError
from ..model.naming import LAYER, word_name
from ..model.rulebook import Placed
from ..model.symbols import DomainSymbol, KeepSymbol
from ..model.types import DomainType, ErrorType, NumberType, OptionType, SetType, Type
from ..model.word_catalogs import name_of_word
from ..syntax import nodes as s
from ..syntax.text_values import WrittenValue, text_values, texts_with_values
from ..syntax.traversal import inside
from .binders import bind_all
from .checked import TextValue
from .checker import Checker
from .constant_evaluation import ConstantEnv, bindings, evaluate
from .evaluation_context import NotConstant
from .expression_types import condition, infer
from .symbol_table import Scope
from .type_relations import show

START = "start"
"""The form in which a kept value stands for its initial value: `{unplaced|start}`."""
USUAL_FORMS = frozenset({"title", "noun", "plural"})
"""Forms of words that every name has."""
MOST_ROWS = 200
"""Rows that a table may have; nobody reads more."""


def texts(c: Checker, evaluated: bool = True) -> None:
    """Find the names and types in all texts and tables and, with `evaluated`, their values."""
    for text in _texts(c):
        values = [_value(c, written, _scope(None), evaluated) for written in text_values(text)]
        c.texts[text] = tuple(value for value in values if value is not None)
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.SectionClause) and placed.clause.table is not None:
            c.rows[placed.clause.table] = tuple(_rows(c, placed, placed.clause.table, evaluated))


def _texts(c: Checker) -> Iterator[s.Text]:
    summary = c.book.header.summary
    if summary is not None and "{" in summary.value:
        yield summary
    known = {word_name(placed.clause.kind, placed.clause.name.text) for placed in c.book.clauses}
    known |= {word_name(LAYER, c.book.name)}
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.WordsClause):
            for word in placed.clause.entries:
                if name_of_word(word) in known:
                    yield from _with_braces(word)
        else:
            yield from _with_braces(placed.clause)


@lru_cache(maxsize=16384)
def _with_braces(root: s.Node) -> tuple[s.Text, ...]:
    """Return the texts of a clause or word with values in braces, cached for all configurations."""
    return tuple(text for text in texts_with_values(root) if "{" in text.value and _readable(text))


def _readable(text: s.Text) -> bool:
    """Return whether the values in a text can be parsed; if not, the parser has reported it."""
    try:
        return bool(text_values(text))
    except RulekitError:
        return False


def _scope(placed: Placed | None) -> Scope:
    return Scope("fact", owner=placed)


def _rows(c: Checker, placed: Placed, table: s.SectionTable, evaluated: bool) -> Iterator[tuple[TextValue, ...]]:
    scope = bind_all(c, table.binders, _scope(placed))
    condition(c, table.where, scope, "what follows `where`")
    errors = len(c.report.diagnostics)
    types = [infer(c, column.value, scope) for column in table.columns]
    if any(isinstance(t, ErrorType) for t in types) or len(c.report.diagnostics) > errors or not evaluated:
        return
    try:
        found = bindings(c, table.binders, table.where) if table.binders else [{}]
    except NotConstant as problem:
        c.not_constant(problem, "what a text says")
        return
    if not 0 < len(found) <= MOST_ROWS:
        message = f"this table has {len(found)} rows, and 1 to {MOST_ROWS} are printed"
        c.report.add("E621", table.span, message)
        return
    for env in found:
        row = [_evaluate_text(c, column.value, t, env) for column, t in zip(table.columns, types, strict=True)]
        if None in row:
            return
        yield tuple(cell for cell in row if cell is not None)


def _value(c: Checker, written: WrittenValue, scope: Scope, evaluated: bool) -> TextValue | None:
    if written.form == START and (start := _first_value(c, written.node)) is not None:
        return start
    t = infer(c, written.node, scope)
    if isinstance(t, ErrorType) or not evaluated:
        return None
    symbol = c.refs.get(written.node)
    if written.form and not _has_form(c, written, t):
        return None
    if written.form and isinstance(symbol, DomainSymbol):
        return TextValue(DomainType(symbol.domain), None, written.form, whole=True)
    found = _evaluate_text(c, written.node, t, {})
    return None if found is None else found._replace(form=written.form)


def _first_value(c: Checker, node: s.Expr) -> TextValue | None:
    """Return the initial value of a kept value if it is the same for all elements; otherwise None."""
    symbol = c.names.lookup(node.name.text) if isinstance(node, s.Ref) else None
    if not isinstance(symbol, KeepSymbol) or not isinstance(symbol.type, NumberType | DomainType):
        return None
    c.refs[node] = symbol
    first, *others = c.initial.get(symbol.clause, ()) or (None,)
    return TextValue(symbol.type, first) if first is not None and {*others} <= {first} else None


def _has_form(c: Checker, written: WrittenValue, t: Type) -> bool:
    """Return whether words exist for a value in the form that the text asks for; if not, report an error."""
    item = t.item if isinstance(t, OptionType | SetType) else t
    if isinstance(item, DomainType) and (
        written.form in USUAL_FORMS or any(written.form in _forms_given(placed.clause) for placed in c.book.clauses)
    ):
        return True
    what = f"`{written.form}`, a form that no words give" if isinstance(item, DomainType) else f"a form of {show(t)}"
    advice = (
        "names have the forms `title`, `noun` and `plural`, and those that `words` give; a `keep` of one start: `start`"
    )
    c.report.add("E337", written.node.span, f"this is {what}, which a text cannot say", help=[advice])
    return False


@lru_cache(maxsize=16384)
def _forms_given(clause: s.Clause) -> frozenset[str]:
    """Return the names of the word forms that a clause supplies, cached for all configurations."""
    return frozenset(form.key.text for form in inside(clause, s.WordForm))


def _evaluate_text(c: Checker, node: s.Expr, t: Type, env: ConstantEnv) -> TextValue | None:
    """Return the value of an expression as a text can state it; None if an error was reported."""
    item = t.item if isinstance(t, OptionType | SetType) else t
    if item is not None and not isinstance(item, NumberType | DomainType):
        advice = "a text says numbers, members of enumerations, tables and boards, players, and sets of these"
        c.report.add("E337", node.span, f"this is {show(t)}, which a text cannot say", help=[advice])
        return None
    try:
        return TextValue(t, evaluate(c, node, env))
    except NotConstant as problem:
        c.not_constant(problem, "what a text says")
        return None
