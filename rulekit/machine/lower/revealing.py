"""What a head with `reveals` asks: the expressions that are shown to all before it, and what its condition is called."""

from __future__ import annotations

from ...syntax import nodes as s


def told_first(stmt: s.Stmt) -> list[s.Expr]:
    """What a head with `reveals` asks once, before the statement does anything."""
    if not getattr(stmt, "reveals", False):
        return []
    match stmt:
        case s.Assign(target=target, value=value):
            return [*index_of(target), value]
        case s.Put(value=value, amount=amount, to=to):
            return [*index_of(to.place), value, *([] if amount is None or amount == "every" else [amount])]
        case s.Move(take=take, to=to):
            return [*index_of(take.place), *index_of(to.place), *([] if take.value is None else [take.value])]
        case s.Remove(take=take):
            return [*index_of(take.place), *([] if take.value is None else [take.value])]
        case s.By(player=player):
            return [player]
        case s.Announce(call=call):
            return [arg.value for arg in call.args]
        case s.Over(how="won" | "lost", value=value) if value is not None:
            return [value]
        case s.ForEach():
            domain = stmt.binder.domain
            once = [domain.low, domain.high] if isinstance(domain, s.Range) else [domain]
            return [*once, *([] if stmt.start is None else [stmt.start])]
        case s.Repeat(limit=limit) | s.Rounds(limit=limit) if limit is not None:
            return [limit]
        case s.Turns(start=start) | s.Window(start=start):
            return [start]
    return []


def index_of(node: s.Ref | s.Index) -> tuple[s.Expr, ...]:
    return node.args if isinstance(node, s.Index) else ()


def asked_of(stmt: s.ForEach) -> s.Node:
    return stmt.binder.domain if stmt.where is None else stmt.where


def asked_by(rule: s.RuleClause) -> s.Node:
    where = None if isinstance(rule.trigger, s.Whenever) else rule.trigger.where
    return rule.trigger if where is None else where
