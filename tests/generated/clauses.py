"""Generators of clauses: facts, exceptions, procedures, events and their rules, choices and actions, and the flow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import evolve

from .circles import Circles
from .effects import Lines, deeper
from .kinds import TRUTH, Choice, Dom, Event, Fact, Num, Opt, Procedure, Scope, SetOf, Truth, Type, Var, width

NOT_NUMBER = (TRUTH,)


class Clauses(Circles):
    rank = 0
    written: Sequence[Lines] = ()  # the clauses written so far
    flow_events = False  # a `whenever` rule that asks a player makes every announcement part of the flow
    most = 7
    """The limit of the numbers of facts, events and procedures; for a small one, bodies are short, too."""

    def length(self, statements: int) -> int:
        """Return the most statements for a body; in small rulebooks, fewer."""
        return statements if self.most > 3 else 1 + statements // 2

    # ------------------------------------------------------------------------------------------------------------ facts

    def small_type(self) -> Num | Dom:
        small = [d for d in self.w.domains if len(d) <= 33]
        return self.c.one([*small, self.w.player, self.w.player, Num(0, self.c.edge(17)), Num(-2, 3)])

    def params(self, most: int) -> tuple[tuple[str, Type], ...]:
        found: list[tuple[str, Type]] = []
        for i in range(self.c.below(most + 1)):
            type_: Type = self.small_type()
            if self.c.maybe(15):
                type_ = self.c.one([TRUTH, SetOf(self.small_type()), Opt(self.small_type())])
            found.append((f"a{i + 1}", type_))
        return tuple(found)

    @staticmethod
    def declared(params: tuple[tuple[str, Type], ...]) -> str:
        return f"({', '.join(f'{n} {t}' for n, t in params)})" if params else ""

    def with_params(self, sc: Scope, params: tuple[tuple[str, Type], ...]) -> Scope:
        for name, type_ in params:
            sc = sc.bind(name, Var(type_))
        return sc

    def fact_clause(self) -> Lines:
        name = self.fresh("truth_of")
        params = self.params(2)
        type_ = self.any_type()
        combining = None
        if self.c.maybe(25):
            combining = self.c.one(["add", "most", "least"]) if self.c.maybe(60) else self.c.one(["any", "all"])
            group: Type = SetOf(self.c.one([*self.w.domains, self.w.player, Num(1, 5)]))
            type_ = (
                (group if self.c.maybe(40) else TRUTH)
                if combining in ("any", "all")
                else self.c.one([Num(-200, 600), Num(-200, 600), Num(0, 12)])
            )
        self.spent, self.told = 0, False
        sc = self.with_params(Scope(rank=self.rank), params)
        hidden = self.c.maybe(30)
        if combining and isinstance(type_, Num):
            text = self.fitting(sc, 0, 9, 2, not hidden)
        else:
            text = self.value(sc, type_, self.c.between(1, 4), not hidden)
        lines = []
        arms, secret = self.exceptions(name, params, type_, combining, hidden)
        fact = Fact(name, params, type_, self.told or secret, max(1, self.spent), combining)
        bounds = ""
        if combining == "add" and isinstance(type_, Num) and self.c.maybe(50):
            low = self.c.between(max(type_.low, -3), 3)
            bounds = self.c.one([f", at least {low}", f", at most {low + 9}", f", at least {low}, at most {low + 9}"])
        how = f" combining {combining}{bounds}" if combining else ""
        head = f"fact {name}{self.declared(params)} gives {type_}{how}"
        lines = [f"{head} = {text}", *arms]
        self.w.facts.append(fact)
        return lines

    def exceptions(
        self, fact: str, params: tuple[tuple[str, Type], ...], type_: Type, combining: str | None, hidden: bool
    ) -> tuple[Lines, bool]:
        lines: Lines = []
        before: list[tuple[str, str]] = []
        # No site of a board may have such a name; as an argument of that type, it would be a constant.
        names = tuple(f"b_{i + 1}" for i in range(len(params)))
        sc = self.with_params(Scope(rank=self.rank), tuple((n, t) for n, (_, t) in zip(names, params, strict=True)))
        disjoint = [(n, t) for n, t in zip(names, (t for _, t in params), strict=True) if isinstance(t, Num | Dom)]
        for i in range(self.c.below(4)):
            name = self.fresh("but")
            where = f" where {self.truth(sc, 2, not hidden)}" if self.c.maybe(85) else ""
            rank = f" rank {self.c.one(self.w.ranks)}" if self.w.ranks and self.c.maybe(35) and not combining else ""
            if combining:
                value = (
                    self.fitting(sc, -3, 9, 1, not hidden)
                    if isinstance(type_, Num)
                    else self.value(sc, type_, 1, not hidden)
                )
                tie = ""
            else:
                value = self.value(sc, type_, 2, not hidden)
                form = self.c.below(3)
                rivals = [rival for rival, other in before if other == rank]
                tie = f" over {', '.join(rivals)}" if rivals else ""
                if form == 1:
                    tie = " never both"
                elif form == 2 and disjoint and not any("never both" in line or i for line in lines):
                    n, t = disjoint[0]  # each exception compares the same parameter with another constant
                    at = self.literal(t, i % 2) if isinstance(t, Dom) and len(t) > 1 and t.sort == "enum" else None
                    if at is not None:
                        where, rank = f" where {n} == {at}", ""
            shown = self.matched(names, (t for _, t in params), f"{where} {value}")
            lines.append(f"exception {name} to {fact}{shown}{where}{rank}{tie} = {value}")
            before.append((name, rank))
            self.w.exceptions.append((name, fact))
        return lines, self.told

    def matched(self, names: Sequence[str], types: Iterable[Type], rest: str) -> str:
        """Return a parameter list. Some parameters that `rest` does not use become constants; if it uses none, the list
        may be omitted."""
        if self.c.maybe(8) and not any(re.search(rf"\b{name}\b", rest) for name in names):
            return ""
        found = []
        for name, type_ in zip(names, types, strict=True):
            plain = isinstance(type_, Num | Dom | Truth) and getattr(type_, "sort", "") != "combined"
            free = plain and not re.search(rf"\b{name}\b", rest)
            at = self.c.below(width(type_)) if free and self.c.maybe(35) else None
            if at is None or not isinstance(type_, Num | Dom | Truth):
                found.append(name)
            elif isinstance(type_, Dom) and type_.sort != "piece" and self.c.maybe(50):
                found.append(type_.labels[at])
            else:
                found.append(self.literal(type_, at))
        return f"({', '.join(found)})" if found or self.c.maybe(10) else ""

    def nested_fact(self) -> Lines:
        """Return a fact that calls itself, sometimes more deeply than it declares."""
        name = self.fresh("down")
        deep = self.c.between(1, 6)
        bound = self.c.one([deep + 1, deep + 1, deep + 2, deep])
        sc = Scope(rank=self.rank).bind("n", Var(Num(0, deep)))
        if self.c.maybe(60):
            type_: Type = Num(-1000, 1000)
            again = f"greater(-1000, lesser(1000, {self.fitting(sc, -3, 9, 1)} + {name}(n - 1)))"
            base = self.fitting(sc, -1000, 1000, 1)
        else:
            item = self.small_type()
            type_ = SetOf(item)
            again = f"({self.set(sc, item, 1)} {self.c.one(['+', '-', '&'])} {name}(n - 1))"
            base = self.listed(sc, item, True)
        self.w.facts.append(Fact(name, (("n", Num(0, deep)),), type_, False, 40))
        return [f"fact {name}(n 0..{deep}) gives {type_} nested at most {bound} = if n == 0 then {base} else {again}"]

    # ------------------------------------------------------------------------------------------------------- procedures

    def result_type(self) -> Type:
        return self.c.one(
            [TRUTH, self.small_type(), Opt(self.small_type()), SetOf(self.small_type()), Num(0, self.c.edge(256))]
        )

    def procedure(self, flow: bool, **where: bool) -> Lines:
        name = self.fresh("deed")
        self.rank += 1
        params = self.params(2)
        result = self.result_type() if self.c.maybe(35) else None
        me = flow and self.c.maybe(60)
        turn, round_ = where.get("turn", False), where.get("round", False)
        steps: list[str] = []
        sc = Scope(
            flow=flow, me=me, rank=self.rank, turn=turn, round=round_, procedure=True, result=result, steps=steps
        )
        sc = self.with_params(sc, params)
        self.spent, self.budget = 0, self.length(14 if flow else 9)
        lines = self.returning(*self.opened(sc, 5 if flow else 4))
        asks = me or self.c.maybe(0)
        head = f"procedure {name}{self.declared(params)}{f' gives {result}' if result else ''}:"
        made = Procedure(
            name, params, result, self.rank, flow, asks, turn, round_, tuple(steps), cost=max(2, self.spent)
        )
        self.w.procedures.append(made)
        if flow and not any(word in line for line in lines for word in ("choose", "draw", "shuffle")):
            lines = [f"draw d{self.bump()} in 1..2", *lines]
        return [head, *deeper(lines)]

    def returning(self, lines: Lines, sc: Scope) -> Lines:
        if sc.result is None:
            return lines
        if self.ends(lines):
            lines = lines[:-1] or ["nothing"]
        plain = evolve(sc, me=False)
        if self.c.maybe(40):
            lines = [*lines, self.guard(plain, 1), f"  return {self.value(plain, sc.result, 1)}"]
        return [*lines, f"return {self.value(plain, sc.result, 2)}"]

    def recursive(self) -> Lines:
        """Return a procedure that calls itself, before other statements or as the last one."""
        name = self.fresh("spiral")
        self.rank += 1
        deep = self.c.between(1, 5)
        bound = self.c.one([deep, deep, deep + 1, max(1, deep - 1)])
        flow = self.c.maybe(75)
        turn = flow and self.c.maybe(50)
        sc = Scope(flow=flow, rank=self.rank, procedure=True, turn=turn).bind("n", Var(Num(0, 5)))
        self.budget = self.length(8)
        before, inner = self.opened(sc, 2)
        after = self.body(inner, 1)
        if self.ends(before):
            before = before[:-1] or ["nothing"]
        tail = self.c.maybe(40)
        lines = [
            *([f"draw d{self.bump()} in 0..1"] if flow else []),
            *before,
            "if n > 0:",
            f"  {name}(n - 1)",
            *([] if tail else after),
        ]
        self.w.procedures.append(Procedure(name, (("n", Num(0, 5)),), None, self.rank, flow, False, turn, cost=60))
        return [f"procedure {name}(n 0..5) nested at most {bound}:", *deeper(lines)]

    # ----------------------------------------------------------------------------------------------------------- events

    def event(self, flow: bool) -> Lines:
        name = self.fresh("happened")
        self.rank += 1
        flow = flow or self.flow_events
        params = self.params(2)
        sc = self.with_params(Scope(rank=self.rank), params)
        answered = ""
        if self.c.maybe(60):
            start = self.member(sc, self.w.player, 1)
            answered = f" answered from {start}{self.c.one(['', ' clockwise', ' anticlockwise'])}"
        ranked = ", in rank order" if self.c.maybe(40) else ""
        rules: list[Lines] = []
        seated = 0
        event = Event(name, params, self.rank, flow, ranked=bool(ranked))
        over = ""
        for _ in range(self.c.between(1, 3)):
            lines, by = self.rule(event, flow, over)
            seated += by
            rules.append(lines)
            if not by and " rank " not in lines[0] and self.c.maybe(50):
                over = lines[0].split()[1]
        event.flow = flow or (seated > 1 and not ranked)
        self.w.events.append(event)
        return [f"event {name}{self.declared(params)}{answered}{ranked}", *(line for rule in rules for line in rule)]

    def rule(self, event: Event, flow: bool, over: str = "") -> tuple[Lines, bool]:
        """Return a rule that answers an event, sometimes `over` another rule without seat and rank; and whether it has
        a seat."""
        name = self.fresh("answer")
        names = tuple(f"c_{i + 1}" for i in range(len(event.params)))
        sc = self.with_params(
            Scope(flow=flow, rank=self.rank), tuple((n, t) for n, (_, t) in zip(names, event.params, strict=True))
        )
        seat = ""
        if self.c.maybe(60):
            seat, sc = " by q", evolve(sc.bind("q", Var(self.w.player)), me=True)
        where = f" where {self.truth(evolve(sc, me=False), 2)}" if self.c.maybe(55) else ""
        rank = f" rank {self.c.one(self.w.ranks)}" if self.w.ranks and self.c.maybe(40) else ""
        if seat and not event.ranked:
            rank = ""
        elif not seat and over:
            rank += f" over {over}"
            self.beaten.add(over)
        self.budget = self.length(6)
        self.w.rules.append(name)
        body = self.body(sc, 3)
        shown = self.matched(names, (t for _, t in event.params), "\n".join([where, *body]))
        lines = [f"rule {name} when {event.name}{shown}{seat}{where}{rank}:", *deeper(body)]
        return self.about_each("q", lines) if seat and self.c.maybe(15) else lines, bool(seat)

    def about_each(self, name: str, lines: Lines) -> Lines:
        """Put the lines into a `for each` block over some players that binds `name`, unless the lines bind it
        themselves. Everybody knows who these players are."""
        bound = re.compile(
            rf"(?<!\W\()\b{name} in\b|\b{name} =(?!=)|\bkeep {name}\b"
        )  # `(name in S)` is a condition and binds nothing
        if any(map(bound.search, lines)):
            return lines
        player = self.w.player
        group = "Player" if self.c.maybe(70) else self.listed(Scope(), player, False)
        test = f"{name} {self.c.one(['==', '!='])} {self.named(player)}"
        return [f"for each {name} in {group} where {test}:", *deeper(lines)]

    def whenever(self, flow: bool) -> Lines:
        """Return a `whenever` rule. It uses no facts, since a fact may try an announcement, after which this rule would
        be tested."""
        facts, self.w.facts = self.w.facts, []
        lines = self.sudden(flow)
        self.w.facts = facts
        return lines

    def sudden(self, flow: bool) -> Lines:
        name = self.fresh("as_soon_as")
        sc = Scope(flow=flow, rank=self.rank + 1, settling=True)
        binder = ""
        if self.c.maybe(50):
            who = self.name(sc)
            group = "Player" if self.c.maybe(80) else self.set(Scope(rank=self.rank), self.w.player, 1)
            binder, sc = f"{who} in {group}: ", evolve(sc.bind(who, Var(self.w.player)), me=True)
        rank = f" rank {self.c.one(self.w.ranks)}" if self.w.ranks and self.c.maybe(40) else ""
        condition = self.truth(evolve(sc, me=False), 3)
        self.budget = self.length(4)
        self.w.rules.append(name)
        body = self.body(sc, 2)
        more = self.interlude(sc, body, 70) if flow else []
        return [f"rule {name} whenever {binder}{condition}{rank}:", *deeper([*body, *more])]

    def at_steps(self) -> list[Lines]:
        """Return rules before, after and instead of steps of procedures and of the flow. They use no facts, since a
        fact may try these steps."""
        found: list[Lines] = []
        facts, self.w.facts = self.w.facts, []
        for p in self.w.procedures:
            sc = Scope(flow=p.flow, rank=p.rank, turn=p.turn, round=p.round, me=p.me)
            for step in p.steps:
                found += self.at_step(p.name, step, sc, p.params)
        for step, sc in self.flow_steps:
            # unless the step was discarded
            if any(f"step {step}:" in line for clause in self.written for line in clause):
                found += self.at_step("flow", step, evolve(sc, steps=None))
        self.w.facts = facts
        return found

    def at_step(self, clause: str, step: str, sc: Scope, params: tuple[tuple[str, Type], ...] = ()) -> list[Lines]:
        """Return some rules at a step, ordered by ranks and `over`; some of them name the step's parameters."""
        found: list[Lines] = []
        over: dict[str, list[str]] = {}
        for _ in range(self.c.below(4)):
            name = self.fresh("also")
            when = self.c.one(["before", "after", "instead of"])
            named = tuple(f"c_{i + 1}" for i in range(len(params))) if self.c.maybe(60) else ()
            inner = self.with_params(sc, tuple((n, t) for n, (_, t) in zip(named, params, strict=False)))
            where = f" where {self.truth(evolve(inner, me=False), 2)}" if self.c.maybe(60) else ""
            rank = f" rank {self.c.one(self.w.ranks)}" if self.w.ranks and self.c.maybe(30) else ""
            rivals = over.setdefault(f"{when}{rank}", [])
            tie = f" over {', '.join(rivals)}" if rivals and (when == "instead of" or self.c.maybe(50)) else ""
            rivals.append(name)
            self.budget = self.length(4)
            lines = self.body(inner, 2)
            self.w.rules.append(name)
            types = (t for _, t in params)
            head = self.matched(named, types, "\n".join([where, *lines])) if named else ""
            found.append([f"rule {name} {when} {clause}{head}.{step}{where}{rank}{tie}:", *deeper(lines)])
        return found

    # ---------------------------------------------------------------------------------------------------------- choices

    def choice(self, turn: bool) -> Lines:
        name = self.fresh("deal")
        self.rank += 1
        at_any_time = ""
        if self.c.maybe(15):
            where = f" where {self.truth(Scope(me=True, rank=self.rank), 1)}" if self.c.maybe(60) else ""
            at_any_time = f", at any time{where}"
        lines = [f"choice {name}{at_any_time}"]
        actions = []
        for _ in range(self.c.between(1, 3)):
            action = self.fresh("act")
            actions.append(action)
            sc = Scope(flow=True, me=True, rank=self.rank, turn=turn)
            owner = self.fresh("owner") if self.c.maybe(20) else ""
            self.budget = self.length(7)
            body = self.branch(sc.bind(owner, Var(self.w.player)) if owner else sc)
            made = [f"action {action} in {name}:", *deeper(body)]
            lines += self.about_each(owner, made) if owner else made
        self.w.choices.append(Choice(name, self.rank, tuple(actions), turn))
        return lines

    def invariant(self) -> Lines:
        name = self.fresh("promise")
        return [f"{self.c.one(['always', 'never', 'finally'])} {name}: {self.truth(Scope(rank=self.rank), 2, False)}"]

    def figure(self) -> Lines:
        """Return a figure (a measured value), sometimes of hidden things, not in every game, or of an expression that
        may fault."""
        name = self.fresh("figure_of")
        dims = tuple((n, t) for n, t in self.params(2) if isinstance(t, Dom | Num) and width(t) <= 20)
        sc = self.with_params(Scope(rank=self.rank), dims)
        within = f"[{', '.join(f'{n} in {t}' for n, t in dims)}]" if dims else ""
        where = f" where {self.truth(sc, 2, False)}" if self.c.maybe(40) else ""
        value = self.truth(sc, 2, False) if self.c.maybe(40) else self.value(sc, Num(-200, 600), 3, False)
        return [f"figure {name}{within}{where} = {value}"]

    # ------------------------------------------------------------------------------------------------------------- flow

    def set_up(self) -> Lines:
        """Return statements that put every piece of limited number somewhere, and shuffle some places."""
        lines: Lines = []
        for piece in self.w.of("piece"):
            places = [p for p in self.w.places if p.piece is piece and p.form != "one" and (p.capacity or 999) >= 4]
            if not places:
                continue
            place = self.c.one(places)
            text = self.element(Scope(rank=0), place, 0, False)
            total = sum(n or 2 for n in piece.copies)
            fits = (
                place.capacity is None or total <= place.capacity or (place.form == "heap" and None not in piece.copies)
            )
            name = self.name(Scope())
            if None not in piece.copies and fits:
                lines += [f"for each {name} in {piece.name}:", f"  put every {name} {self.c.one(['in', 'on'])} {text}"]
            else:
                lines += [f"put {self.named(piece)} in {text}" for _ in range(self.c.below(3))]
            if place.form in ("row", "stack") and self.c.maybe(60):
                lines.append(f"shuffle {text}")
        return lines

    def turn_body(self, sc: Scope) -> Lines:
        inner = evolve(sc, turn=True, me=True)
        choices = [ch for ch in self.w.choices if ch.rank < sc.rank]
        self.budget = self.length(12)
        lines, inner = self.opened(inner, 4)
        if sc.steps is not None and self.c.maybe(40):
            name = self.fresh("part")
            self.flow_steps.append((name, evolve(sc, names={}, turn=True, me=True)))
            lines = [f"step {name}:", *deeper(lines)]
        if choices and self.c.maybe(70) and not self.ends(lines):
            choice = self.c.one(choices)
            self.used.add(choice.name)
            lines += [f"do one of {choice.name}", "otherwise:", "  nothing"]
        return [*lines, *self.interlude(sc, lines)]

    def interlude(self, sc: Scope, before: Lines, chance: int = 25) -> Lines:
        """Return a call of a procedure with turns or rounds, to be used inside a turn or a rule; often nothing."""
        phases = [p.name for p in self.w.procedures if p.loops and p.rank < sc.rank]
        if not phases or self.ends(before) or not self.c.maybe(chance):
            return []
        name = self.c.one(phases)
        self.used.add(name)
        return [f"{name}()"]

    def turns(self, sc: Scope) -> Lines:
        way = self.c.one(["", " clockwise", " anticlockwise"])
        start = self.member(sc, self.w.player, 1)
        body = self.turn_body(sc)
        if self.c.maybe(50) or self.w.clock is None:
            where = f" where {self.truth(evolve(sc, me=False), 1)}" if self.c.maybe(30) else ""
            return [f"turns from {start}{way}{where}, once each:", *deeper(body)]
        extra = f" and {self.truth(evolve(sc, me=False), 1)}" if self.c.maybe(30) else ""
        return [
            f"turns from {start}{way} where {self.w.clock} > 0{extra}:",
            *deeper([f"{self.w.clock} -= 1", *body]),
        ]

    def rounds(self, sc: Scope) -> Lines:
        inner = evolve(sc, round=True)
        self.budget = self.length(8)
        body, inner = self.opened(inner, 2)
        if self.ends(body):
            body = body[:-1] or ["nothing"]
        if self.c.maybe(75):
            body += self.turns(inner)
        return [f"rounds at most {self.c.between(1, 3)}:", *deeper(body)]

    def phase(self) -> Lines:
        """Return a procedure that contains turns or rounds. The flow calls it, also inside a turn, and so do `whenever`
        rules that ask players."""
        name = self.fresh("phase")
        self.rank += 1
        sc = Scope(flow=True, rank=self.rank, procedure=True)
        lines = self.rounds(sc) if self.c.maybe(50) else self.turns(sc)
        self.w.procedures.append(Procedure(name, (), None, self.rank, True, False, cost=10**6, loops=True))
        return [f"procedure {name}:", *deeper(lines)]

    def flow(self) -> Lines:
        self.rank += 1
        steps: list[str] = []
        sc = Scope(flow=True, rank=self.rank, steps=steps)
        self.budget = self.length(10)
        before, sc = self.opened(sc, 4)
        if self.ends(before):
            before = before[:-1] or ["nothing"]
        lines = [*self.set_up(), *self.opening(), *before]
        phases = [p.name for p in self.w.procedures if p.loops]
        for _ in range(self.c.between(1, 3)):
            form = self.c.below(5)
            if form == 0 and phases:
                lines.append(f"{self.c.one(phases)}()")
            elif form == 1 and phases:
                lines += ["rounds at most 2:", *deeper([f"{self.c.one(phases)}()", *self.rounds_tail(sc)])]
            elif form <= 3:
                lines += self.turns(sc)
            else:
                lines += self.rounds(sc)
        lines += [*self.unused(sc, lines), self.ending(sc)]
        return ["flow:", *deeper(lines)]

    def unused(self, sc: Scope, flow: Lines) -> Lines:
        """Return a last round that calls everything that needs a turn and that nothing has called so far."""
        inner = evolve(sc, turn=True, round=True, me=True)
        lines: Lines = []
        for p in self.w.procedures:
            if (p.turn or p.round) and not self.called(p.name, flow):
                lines.append(self.call(inner, p.name, p.params, 1, False))
        for choice in self.w.choices:
            if choice.turn and not self.called(choice.name, flow):
                lines += [f"do one of {choice.name}", "otherwise:", "  nothing"]
        if not lines:
            return []
        return [
            "rounds at most 1:",
            "  turns from p1, once each:".replace("p1", self.w.player.labels[0]),
            *deeper(deeper(lines)),
        ]

    def called(self, name: str, flow: Lines) -> bool:
        """Return whether a call of this procedure or choice remains in the text, since some statements are
        discarded."""
        word = re.compile(rf"\b{name}\b")
        others = [line for clause in self.written if not word.search(clause[0]) for line in clause]
        return name in self.used and any(map(word.search, [*others, *flow]))

    def rounds_tail(self, sc: Scope) -> Lines:
        if not self.c.maybe(50):
            return []
        return [self.guard(sc, 1), "  leave round"]


__all__ = ["Clauses", "Truth"]
