"""Headers and clauses as text: a list of lines, those of a block two spaces deeper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from .. import nodes as s
from .expression_text import (
    args,
    binder,
    binders,
    cites,
    expr,
    item,
    summed,
    summed_beside,
    tags,
    text,
    type_expr,
    unbound,
    where,
)
from .statement_text import audience_text, body, reveals, way


def _numbers(one: s.PlayerNumbers) -> str:
    return f"{one.low}{f' to {one.high}' if one.high != one.low else ''}{cites(one.cites)}"


def header(head: s.Header) -> list[str]:
    """The first lines of a file."""
    base = f" of {head.base.text}" if head.base else ""
    title = f" {text(head.title)}" if head.title else ""
    lines: list[str] = []
    if head.numbers:
        numbers = ", ".join(map(_numbers, head.numbers))
        turn = ", anticlockwise" if head.anticlockwise else ""
        seats = ": " + ", ".join(item(seat) for seat in head.seats) if head.seats else ""
        lines.append(f"players {numbers}{turn}{seats}")
    if head.summary:
        lines.append(f"summary {text(head.summary)}")
    lines += [f"source {source.name.text} {text(source.title)}{_sections(source)}" for source in head.sources]
    if head.ranks:
        lines.append("ranks " + " < ".join(name.text for name in head.ranks))
    lines += [f"requires {path.text}" for path in head.requires]
    lines += [f"comes over {name.text}" for name in head.over]
    if head.pinned:
        lines.append(f"pinned {text(head.pinned)}")
    if head.language:
        lines.append(f"language {head.language.text}")
    if head.version:
        lines.append(f"syntax {head.version.value}")
    first = f"{head.form} {head.name.text}{base}{title}"
    return [first + ":", *("  " + line for line in lines)] if lines else [first]


def clause(one: s.Clause) -> list[str]:
    """Any clause."""
    name, tagged = one.name.text, tags(one.tags)
    match one:
        case s.EnumClause():
            turning = ", turning" if one.turning else ""
            return [f"enum {name}{turning}{tagged}: {_items(one.items)}"]
        case s.TableClause():
            return _table(one, tagged)
        case s.PieceClause():
            return [f"piece {name}{_fields(one.fields)}{tagged}: {_population(one)}"]
        case s.BoardClause():
            return _board(one, tagged)
        case s.PlaceClause():
            return [_place(one, tagged)]
        case s.KeepClause():
            return [_keep(one, tagged)]
        case s.PositionClause():
            return [f"position {name}{tagged}: {_names(one.parts)}{_at_most(one.capacity)}"]
        case s.OptionClause():
            kind = "ruling" if one.ruling else "option"
            if one.range and one.default:
                return [f"{kind} {name}{tagged}: {type_expr(one.range)} = {expr(one.default)}"]
            return [f"{kind} {name}{tagged}: {_items(one.items)}"]
        case s.RulesetClause():
            return [f"ruleset {name}{tagged}: {', '.join(_setting(x) for x in one.settings)}"]
        case s.FactClause():
            return [_fact(one, tagged)]
        case s.ExceptionClause():
            return [_exception(one, tagged)]
        case s.ChoiceClause():
            any_time = f", at any time{where(one.where)}" if one.any_time else ""
            return [f"choice {name}{any_time}{tagged}"]
        case s.ActionClause():
            return body(f"action {name} in {one.choice.text}{tagged}", one.body)
        case s.ProcedureClause():
            heading = f"procedure {name}{_params(one.params)}{_gives(one.result)}{_nested(one.nested)}"
            return [f"{heading} to be said{tagged}"] if one.body is None else body(heading + tagged, one.body)
        case s.EventClause():
            answers = f" answered from {summed(one.start)}{way(one.way)}" if one.start else ""
            ranked = ", in rank order" if one.ranked else ""
            return [f"event {name}{_params(one.params)}{answers}{ranked}{_nested(one.nested)}{tagged}"]
        case s.RuleClause():
            return body(f"rule {name} {_trigger(one.trigger)}{reveals(one.trigger)}{_rank(one)}{tagged}", one.body)
        case s.FlowClause():
            return body(f"flow{tagged}", one.body)
        case s.ExampleClause():
            return [f"example {name}{tagged}:", *("  " + line for line in _example(one))]
        case s.InvariantClause():
            return [f"{one.when} {name}{tagged}: {expr(one.condition)}"]
        case s.FigureClause():
            return [f"figure {name}{_dimensions(one.dimensions)}{where(one.where)}{tagged} = {expr(one.value)}"]
        case s.WordsClause() | s.LookClause() | s.StatementsClause():
            return [f"{one.kind} {name}{tagged}:", *("  " + line for line in _listed_lines(one))]
        case s.ChapterClause():
            after = f" after {one.after.text}" if one.after else ""
            return [f"chapter {name}{after}{', reference' * one.reference}{tagged}"]
    raise TypeError(f"not a clause: {type(one).__name__}")


def _listed_lines(one: s.WordsClause | s.LookClause | s.StatementsClause) -> Iterable[str]:
    """Return the lines in the block of a clause that lists entries for readers."""
    match one:
        case s.WordsClause():
            return map(word, one.entries)
        case s.LookClause():
            return _look(one)
        case s.StatementsClause():
            return _statements(one)


def _place(one: s.PlaceClause, tagged: str) -> str:
    form = "one" if one.form == "one" else f"{one.form} of"
    limit = f", at most {summed(one.capacity)}" if one.capacity else ""
    heading = f"place {one.name.text}{_dimensions(one.dimensions)}{tagged}: {form} {one.piece.text}"
    return f"{heading}{limit}{_audiences(one.audiences)}"


def _at_most(limit: s.Expr | None) -> str:
    return f" at most {summed(limit)}" if limit else ""


def _keep(one: s.KeepClause, tagged: str) -> str:
    initial = f" = {expr(one.initial)}" if one.initial else ""
    life = "" if one.lifetime == "game" else f", each {one.lifetime}"
    seen = _audiences(one.audiences)
    return f"keep {one.name.text}{_dimensions(one.dimensions)}{tagged}: {type_expr(one.type)}{initial}{life}{seen}"


def _fact(one: s.FactClause, tagged: str) -> str:
    how = f" combining {one.combining}" if one.combining else ""
    how += f", at least {summed(one.floor)}" if one.floor else ""
    how += f", at most {summed(one.ceiling)}" if one.ceiling else ""
    heading = f"fact {one.name.text}{_params(one.params)}{_gives(one.result)}{_nested(one.nested)}"
    return f"{heading}{how} to be said{tagged}" if one.value is None else f"{heading}{how}{tagged} = {expr(one.value)}"


def _exception(one: s.ExceptionClause, tagged: str) -> str:
    both = " never both" if one.never_both else ""
    heading = f"exception {one.name.text} to {one.fact.text}{_heads(one.params)}{where(one.where)}"
    return f"{heading}{_rank(one)}{both}{tagged} = {expr(one.value)}"


def table_row(one: s.Row) -> str:
    return f"| {' | '.join([item(one.item), *(expr(cell) for cell in one.cells)])} |"


def _table(one: s.TableClause, tagged: str) -> list[str]:
    if one.binders:
        return [f"table {one.name.text} for each {binders(one.binders)}{where(one.where)}{tagged}"]
    if not one.said:
        return [f"table {one.name.text}{_fields(one.fields)} to be said{tagged}"]
    return [f"table {one.name.text}{_fields(one.fields)}{tagged}:", *("  " + table_row(r) for r in one.rows)]


def _board(one: s.BoardClause, tagged: str) -> list[str]:
    if one.shape == "graph":
        return [f"board {one.name.text}, graph{tagged}:", *("  " + table_row(r) for r in one.rows)]
    assert one.width is not None
    heading = f"board {one.name.text}{tagged}"
    if one.shape == "open":
        return [f"{heading}: open for {summed(one.width)}"]
    if one.height is None:
        return [f"{heading}: {one.shape} of side {summed(one.width)}{where(one.where)}"]
    kinds = ("" if one.shape == "square" else f", {one.shape}") + (", wrapped" if one.wrapped else "")
    return [f"{heading}: {summed(one.width)} by {summed(one.height)}{kinds}{where(one.where)}"]


def _population(one: s.PieceClause) -> str:
    if not one.said:
        return "to be said"
    return f"{summed_beside(one.population, 'one$')} each" if one.population else "any number"


def _trigger(one: s.When | s.Whenever | s.AtStep) -> str:
    if isinstance(one, s.When):
        named = _heads(one.params)
        seat = f" by {one.seat.text}" if one.seat else ""
        return f"when {one.event.text}{named}{seat}{where(one.where)}"
    if isinstance(one, s.Whenever):
        return (
            f"whenever {binder(one.binder)}: {expr(one.condition)}"
            if one.binder
            else f"whenever {unbound(one.condition)}"
        )
    return f"{one.when} {one.procedure.text}{_heads(one.params)}.{one.step.text}{where(one.where)}"


def _example(one: s.ExampleClause) -> list[str]:
    out = [f"players {summed(one.players)}"] if one.players else []
    return out + example_lines([*one.settings, *one.lines])


def example_lines(lines: Sequence[s.Setting | s.Given | s.Played | s.Expect]) -> list[str]:
    out: list[str] = []
    for begins, group in groupby(lines, lambda line: isinstance(line, s.Played | s.Expect) and line.opening):
        said = _example_lines(list(group))
        out += ["opening:", *("  " + row for row in said)] if begins else said
    return out


def _example_lines(lines: Sequence[s.Setting | s.Given | s.Played | s.Expect]) -> list[str]:
    out: list[str] = []
    for line in lines:
        if isinstance(line, s.Setting):
            out.append(f"set {_setting(line)}")
        elif isinstance(line, s.Given):
            at = f" at {line.procedure.text}.{line.step.text}" if line.procedure and line.step else ""
            out += body(f"given{at}", line.body)
        elif isinstance(line, s.Played):
            times = f" {line.times} times" if line.times > 1 else ""
            out.append(f"{line.verb} {line.label.text}" + (args(line.args) if line.args else "") + times)
        else:
            out.append(f"expect {expr(line.condition)}")
    return out


def word(entry: s.Word) -> str:
    titled = [" ".join(text(part) for part in (entry.title, entry.summary) if part)] if entry.title else []
    return f"{entry.written}: {', '.join([*titled, *(f'{form.key.text} {text(form.value)}' for form in entry.forms)])}"


def _look(one: s.LookClause) -> list[str]:
    out = ["layout:", *(f"  {text(row)}" for row in one.layout)] if one.layout else []
    for line in one.lines:
        about = f"{_names(line.names)}: " if line.names else ""
        out.append(about + ", ".join(f"{prop.key.text} {_look_value(prop.value)}" for prop in line.props))
    return out


def _look_value(value: s.Text | s.Expr) -> str:
    return text(value) if isinstance(value, s.Text) else summed(value)


def _statements(one: s.StatementsClause) -> list[str]:
    out: list[str] = []
    for section in one.sections:
        out += [f"{text(section.title)}:", *("  " + stated(sentence) for sentence in section.sentences)]
    return out


def stated(one: s.StatedSentence) -> str:
    """A statement of a source."""
    aside = f" {one.aside} {text(one.why)}" if one.aside and one.why else ""
    return f"{one.number.value} {text(one.text)}{aside}"


def _sections(source: s.SourceDecl) -> str:
    return ": " + ", ".join(text(section) for section in source.sections) if source.sections else ""


def _items(items: Sequence[s.Item]) -> str:
    return ", ".join(item(one) for one in items)


def _names(names: Iterable[s.Name]) -> str:
    return ", ".join(name.text for name in names)


def _heads(params: Sequence[s.Pattern]) -> str:
    """The parameters of an exception or of a rule."""
    return "(" + ", ".join(_head(one) for one in params) + ")" if params else ""


def _head(one: s.Pattern) -> str:
    match one:
        case s.Name():
            return one.text
        case s.Param():
            return one.name.text
    return expr(one)


def _fields(fields: Sequence[s.Field]) -> str:
    return "(" + ", ".join(f"{f.name.text} {type_expr(f.type)}{' open' * f.open}" for f in fields) + ")"


def _params(params: Sequence[s.Param]) -> str:
    return "(" + ", ".join(f"{p.name.text} {type_expr(p.type)}" for p in params) + ")" if params else ""


def _dimensions(dims: Sequence[s.Dimension]) -> str:
    inner = ", ".join((f"{d.name.text} in " if d.name else "") + type_expr(d.type) for d in dims)
    return f"[{inner}]" if dims else ""


def _audiences(audiences: Iterable[s.SeenBy]) -> str:
    return "".join(f", {audience_text(seen)}" for seen in audiences)


def _setting(one: s.Setting) -> str:
    return f"{one.name.text} = {expr(one.value)}"


def _gives(result: s.TypeExpr | None) -> str:
    return f" gives {type_expr(result)}" if result else ""


def _nested(limit: s.Expr | None) -> str:
    return f" nested at most {summed(limit)}" if limit else ""


def _rank(one: s.ExceptionClause | s.RuleClause) -> str:
    rank = f" rank {one.rank.text}" if one.rank else ""
    return rank + (f" over {_names(one.over)}" if one.over else "")
