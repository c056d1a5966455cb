"""The table of forms: for each production of the grammar, its node, and which part goes into which field.

A row is read in both directions: `build.py` makes nodes from parsed parts; `format/tree_tokens.py` takes a node's parts
and writes them in the production's words.  A new form needs its production, its node and its row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import attrs
from attrs import frozen

from . import nodes as s

TABLE: Final = """
# PRODUCTION     NODE             PARTS, in the order written
#   x          the part goes into the field x
#   *x         the remaining parts together
#   x=word     nothing is written for this field: the production itself says it
#   <x>        several fields, or one in another shape: the function pair x of `form_parts.py`
#   &x         optional properties in any order, each written by a production of its own (`+` below)
#   !x         what this form does, of the words below; `!x=y` only where the field y is yes
#   >x         a place or keep that is written, or what is taken from or put into one
#   ?x         asked once, before the statement does anything: what `, reveals` shows first
# Rows without parts are built and written as a whole, in `form_parts.py`.
#
# What a form does (`does`): `decides` and `chance`: a player or chance decides; `asks`: others decide in its body;
# `moves`, `writes`, `shows`, `records`, `forgets`: pieces, a keep, a value, the position; `requires`: a condition;
# `declares`: it has a name that later lines or its body may use;
# `turn`, `round`, `loop`: its body is left by `leave` with that word; `forever`: unless it has a limit or condition;
# `acts`: somebody else acts in its body; `secret`: unseen by others; `one_body`: one of its bodies runs, once;
# `tests`: its condition says which of two parts counts; `tail`: what its body calls last, it calls last;
# `woven`: rules come before, after or instead of it; `pays`: the players;
# `nothing`: that is all that it does;
# `leaves`, `returns`, `ends`: play goes on after the loop, after the call, or nowhere;
# `choice`, `procedure`, `event`: it leads there.

named_type       NamedType        name
range_type       RangeType        low high
optional_type    OptionalType     item
set_type         SetType          item
yes              Truth            value=yes
no               Truth            value=no
nothing          Nothing
name_ref         Ref              name
index            Index            name *args
arg              Arg              name value
call             Call             name args
announced        Call             name args
attribute        Attribute        base name
not_             Unary            op=not item
negative         Unary            op=- item
binary           Binary           left op right
compare          Binary           left op right
conditional      Conditional      condition then otherwise !tests
held             Binder           name domain where !declares
binder           Binder           name domain !declares
some             Quantified       kind=some <bound> body
all_             Quantified       kind=all <bound> body
count            Quantified       kind=count <bound>
sum_of           Quantified       kind=sum <bound> body
most             Quantified       kind=most <bound> body otherwise
least            Quantified       kind=least <bound> body otherwise
the              Quantified       kind=the *binders where
any_             Quantified       kind=any *binders where
reach            Reach            seed source target domain where
after            After            call body
set_range        Range            low high
range            Range            low high
set_literal      SetLiteral       *items
set_where        SetComprehension <bound>
set_image        SetComprehension image <bound>
times_seen       TimesSeen        name
top_of           EndOf            end=top place
bottom_of        EndOf            end=bottom place

tags             Tags             title summary cites
citation         Citation         source detail
hidden           SeenBy           what=seen who=nobody
seen_by          SeenBy           what=seen who
counted_by       SeenBy           what=counted who
amount_any       Amount
amount_up_to     Amount           high
amount_at_least  Amount           low
amount_exact     Amount           <exact>
choose           Choose           !decides
draw             Draw             binder where weight audience reveals !chance
shuffle          Shuffle          place !chance >place
take_top         Take             which=top place
take_bottom      Take             which=bottom place
take_random      Take             which=random place !chance
take_all         Take             which=all place
take_value       Take             which=value amount value place
take_single      Take             which=single place
take_item        Take             which=item <numbered>
onto             Destination      end=top place
under_place      Destination      end=bottom place
move             Move             take to reveals !moves ?take ?to >take >to
put              Put              amount value to reveals !moves ?to ?value ?amount >to
remove           Remove           take reveals !moves ?take >take
let_in           LetExpression !declares
let_value        Let              name value member=no !declares
let_member       Let              name value member=yes !declares
require          Require          condition !requires
assign           Assign           target op value reveals !writes ?target ?value >target
do               Do               optional choice reveals otherwise !decides !choice
branch           Branch           name tags body !declares
either           Either           optional=no *branches reveals otherwise !decides !one_body
may              Either           optional=yes *branches reveals otherwise !decides
by               By               player reveals body !acts !one_body !tail ?player
at_once          AtOnce           binder where reveals body !asks !acts !secret
window           Window           start way name where mode reveals body !asks !declares !acts ?start
if_stmt          If               condition reveals then <else_if> !one_body !tests !tail
for_each         ForEach          !loop !decides=chosen ?binder ?start
repeat           Repeat           limit condition until=no reveals body !loop !forever ?limit
repeat_until     Repeat           limit condition until=yes reveals body !loop !forever ?limit
rounds           Rounds           limit reveals body !round !forever ?limit
turns            Turns            start way where once reveals body !turn !acts ?start
leave_turn       Leave            what=turn !leaves
leave_round      Leave            what=round !leaves
leave_loop       Leave            what=loop !leaves
leave_again      Leave            what=again
perform          Perform          call !procedure
announce         Announce         call reveals !event ?call
show             Show             value to !shows
record           Record           name forget=no !records
forget           Record           name forget=yes !forgets
over_drawn       Over             how=drawn reveals !ends
over_won         Over             how=won value reveals !ends ?value
over_lost        Over             how=lost value reveals !ends ?value
over_paying      Over             how=paying binder value reveals !ends !pays
over_ranked      Over             how=ranked binder value *then reveals !ends
step             Step             name tags body !declares !one_body !woven
return           Return           value !returns
keep_here        KeepHere         name type initial !declares
do_nothing       DoNothing        !nothing

item             Item             name title cites !declares
field            Field            name type open !declares
row              Row              item *cells
dim              Dimension        name type !declares
figure_dim       Dimension        name type !declares
param            Param            name type !declares
setting          Setting          name value
enum             EnumClause       name turning tags items
table_rows       TableClause      name fields tags *rows
table_each       TableClause      name <bound> tags
table_unsaid     TableClause      name fields tags said=no
piece_each       PieceClause      name fields tags population
piece_any        PieceClause      name fields tags
piece_unsaid     PieceClause      name fields tags said=no
board_open       BoardClause      name tags shape=open width hexagonal
board_of_rims    BoardClause      name tags shape base
board_graph      BoardClause      name tags shape=graph *rows
board_of_side    BoardClause      name tags shape width where
board_grid       BoardClause      name tags width height <grid> where
place            PlaceClause      name dimensions tags form piece &capacity &audiences
keep             KeepClause       name dimensions tags type initial &each_turn &each_round &audiences
position         PositionClause   name tags parts capacity
option_items     OptionClause     <ruling> name tags items
option_answers   OptionClause     <ruling> name tags *items
option_range     OptionClause     <ruling> name tags range default
ruleset          RulesetClause    name tags *settings
fact_said        FactClause       name params result nested combining <bounds> tags value
fact_unsaid      FactClause       name params result nested combining <bounds> tags
exception        ExceptionClause  name fact <heads> where &rank_of &over_of &never_both tags value
choice           ChoiceClause     name any_time where tags
action           ActionClause     name choice tags body
procedure_said   ProcedureClause  name params result nested tags body
procedure_unsaid ProcedureClause  name params result nested tags
event            EventClause      name params &answered &rank_order &nested_of tags
when             When             event <heads> seat where reveals
whenever         Whenever         binder condition reveals
at_step          AtStep           when procedure <heads> step where reveals
rule             RuleClause       name trigger &rank_of &over_of tags body
flow             FlowClause       name tags body
given            Given            procedure step body
played           Played           verb label args <times>
expect           Expect           condition
example          ExampleClause    name tags *<example_lines>
invariant        InvariantClause  when name tags condition
figure           FigureClause     name dimensions where tags value
word_form        WordForm         key value
word             Word             <word_name> <word_says>
words            WordsClause      name tags *entries
look_prop        LookProp         key value
look_whole       LookLine         *props
look_elements    LookLine         names *props
look             LookClause       name tags *<look_lines>
stated           StatedSentence   number text aside why
stated_section   StatedSection    title *sentences
statements       StatementsClause name tags *sections
chapter          ChapterClause    name after reference tags
named            Named            *<named>
shows_box        ShowsLine            what=box only caption
shows_start      ShowsLine            what=start only caption
shows_named      ShowsLine            what=named named only caption
column           Column           head value
section_table_each SectionTable   <bound> *columns
section_table_row SectionTable    *columns
section          SectionClause    name parent <beside> manner <section_tags> *<section_lines>

path             PathName         *<path>
several_players  PlayerNumbers    <span> cites
h_source         SourceDecl       name title sections
front            FrontLine        text cites
header           Header           form name base title *<header_lines>
strike           Strike           kind name tags
strike_flow      Strike           kind=flow name tags
replace          Replace          clause
set              Set              name value examples
under            Under            condition *body
about_each       Under            binder condition cites *body
add_parts        Amendment        verb=add kind name <beside> <parts>
replace_parts    Amendment        verb=replace kind name <parts>
strike_parts     Amendment        verb=strike kind name <struck>
add_told         Amendment        verb=add kind=section name *<told_lines>
strike_told      Amendment        verb=strike kind=section name *struck
line_change      LineChange       line lines
example_change   LineChange       line *<lines_of_example>
add_lines        BodyAmendment    verb=add <amended> <beside> tags *<added_lines>
replace_lines    BodyAmendment    verb=replace <amended> tags *changes
strike_lines     BodyAmendment    verb=strike <amended> tags struck
book             Book             header *members

each_turn        +each            lifetime=turn
each_round       +each            lifetime=round
capacity         +at_most         capacity
rank_of          +rank            rank
over_of          +over            over
never_both       +never_both      never_both=yes
answered         +answered        start way
rank_order       +in_rank_order   ranked=yes
nested_of        +nested          nested
h_players        +players         *numbers anticlockwise seats
h_summary        +summary         summary
h_ranks          +ranks           *ranks
h_pinned         +pinned          pinned
h_credits        +credits         credits
h_time           +time            time
h_age            +age             age
h_language       +language        language
h_syntax         +syntax          version
e_players        +players         players
"""


@frozen
class Part:
    """One part of a form: its name in the table, and the sign before it: `*` for a list, `<…>` for a pair of
    `form_parts.py` or `clause_parts.py`, `&` for optional properties."""

    name: str
    starred: bool = False
    paired: bool = False
    optional: bool = False


@frozen(eq=False)
class Form:
    """A row of the table. `fixed` are fields that the production sets without a part; `once` names what may occur only
    once. `flags` (after `!` in the row) say what the node does, `asked` (after `?`) which fields it evaluates first,
    `written` (after `>`) which it writes."""

    label: str
    kind: Any
    parts: tuple[Part, ...]
    fixed: dict[str, object]
    once: str = ""
    flags: frozenset[str] = frozenset()
    asked: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


_NAMED: Final = re.compile(r"(\*?)(<?)(&?)(\w+)>?")
_FIRST: Final = re.compile(r"Literal\['([^']+)'")


def _read(line: str) -> Form:
    label, node, *written = line.split()
    fixed: dict[str, object] = {}
    parts: list[Part] = []
    marked = {sign: tuple(word[1:] for word in written if word[0] == sign) for sign in "!?>"}
    for word in written:
        if word[0] in marked:
            continue
        field, equals, value = word.partition("=")
        if equals:
            fixed[field] = {"yes": True, "no": False}.get(value, value)
            continue
        match = _NAMED.fullmatch(word)
        assert match, line
        star, paired, optional, name = match.groups()
        parts.append(Part(name, bool(star), bool(paired), bool(optional)))
    if node[0] == "+":
        return Form(label, None, tuple(parts), fixed, node[1:].replace("_", " "))
    return Form(label, getattr(s, node), tuple(parts), fixed, "", frozenset(marked["!"]), marked["?"], marked[">"])


FORMS: Final = {
    form.label: form for form in (_read(line) for line in TABLE.splitlines() if line and line[0] not in "#")
}


Found = TypeVar("Found")


def by_kind(find: Callable[[Any], Found]) -> Callable[[Any], Found]:
    """Return the function with its results cached by kind of node."""
    known: dict[Any, Found] = {}

    def lookup(kind: Any) -> Found:
        if kind not in known:
            known[kind] = find(kind)
        return known[kind]

    return lookup


@by_kind
def forms_of(kind: type[s.Node]) -> tuple[Form, ...]:
    """Return the rows of a kind of node, in the order of the table."""
    return tuple(form for form in FORMS.values() if form.kind is kind)


@by_kind
def _flags(kind: type[s.Node]) -> dict[str, list[dict[str, object]]]:
    """Return the flags of a kind of node, each with the field values of the rows of the table that have it."""
    found: dict[str, list[dict[str, object]]] = {}
    rows = forms_of(kind)
    for form in rows:
        for written in form.flags:
            flag, _, field = written.partition("=")
            everywhere = not field and all(written in other.flags for other in rows)
            found.setdefault(flag, []).append({field: True} if field else {} if everywhere else form.fixed)
    return found


def does(node: s.Node, *flags: str) -> bool:
    """Return whether the row of `forms.py` that fits a node has one of these flags, such as `turn` or `decides`."""
    known = _flags(type(node))
    for flag in flags:
        for fields in known.get(flag, ()):
            if all(getattr(node, name) == value for name, value in fields.items()):
                return True
    return False


def first_asked(stmt: s.Node) -> tuple[str, ...]:
    """Return the fields that a statement evaluates once, before it does anything."""
    for form in forms_of(type(stmt)):
        if form.asked and all(getattr(stmt, name) == value for name, value in form.fixed.items()):
            return form.asked
    return ()


@by_kind
def field_types(kind: type[s.Node]) -> dict[str, str]:
    """Return the fields of a kind of node with their declared types, without its span."""
    return {field.name: str(field.type) for field in attrs.fields(kind) if field.name != "span"}


@by_kind
def unwritten(kind: type[s.Node]) -> dict[str, object]:
    """Return the value of each field that a text may leave out: its default, None, False, or its first literal."""
    found: dict[str, object] = {}
    for field in attrs.fields(kind):
        declared, first = str(field.type), _FIRST.match(str(field.type))
        if field.default is not attrs.NOTHING:
            found[field.name] = field.default
        elif "None" in declared:
            found[field.name] = None
        elif declared == "bool":
            found[field.name] = False
        elif declared.startswith("tuple"):
            found[field.name] = ()
        elif declared == "Way" or first:
            found[field.name] = "clockwise" if declared == "Way" else first and first[1]
    return found
