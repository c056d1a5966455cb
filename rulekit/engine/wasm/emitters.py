"""The table of emitters: for each form of the machine, the function that emits its code."""

from __future__ import annotations

from ...machine import program as m
from . import arithmetic, loop_code, reaching, row_code, sets, statement_code, value_code, wide_sets
from .code_generation import Emitters

EMITTERS = Emitters(
    numbers={
        m.After: value_code.emit_after,
        m.Bind: value_code.emit_bind,
        m.Call: value_code.emit_call,
        m.Check: value_code.emit_check,
        m.Compare: wide_sets.emit_compare,
        m.Const: value_code.emit_const,
        m.Fold: loop_code.emit_fold,
        m.Has: reaching.emit_has,
        m.IfElse: value_code.emit_if_else,
        m.Load: value_code.emit_load,
        m.Local: value_code.emit_local,
        m.Lookup: value_code.emit_lookup,
        m.Op: arithmetic.emit_op,
        m.RingAt: value_code.emit_ring_at,
        m.RingSize: value_code.emit_ring_size,
        m.Seen: value_code.emit_seen,
        m.SizeOf: wide_sets.emit_size,
    },
    sets={
        m.After: value_code.emit_after_set,
        m.Bind: value_code.emit_bind_set,
        m.Call: value_code.emit_call_set,
        m.Check: value_code.emit_check_set,
        m.Grow: reaching.emit_grow,
        m.IfElse: value_code.emit_if_else_set,
        m.Load: value_code.emit_load_set,
        m.Local: value_code.emit_local_set,
        m.Lookup: value_code.emit_lookup_set,
        m.Reach: reaching.emit_reach,
        m.SetBuild: row_code.emit_set_build_or_row,
        m.SetConst: sets.emit_set_const,
        m.SetOf: sets.emit_set_of,
        m.SetOp: row_code.emit_set_op_or_row,
        m.Shift: sets.emit_shift,
    },
    meetings={
        m.Bind: wide_sets.emit_meets,
        m.IfElse: wide_sets.emit_meets,
        m.Load: wide_sets.emit_meets,
        m.Lookup: wide_sets.emit_meets,
        m.SetOp: reaching.emit_search_meets,
    },
    statements={
        m.Break: statement_code.emit_break,
        m.Define: statement_code.emit_define,
        m.Each: statement_code.emit_each,
        m.IfStatement: statement_code.emit_if,
        m.Insert: statement_code.emit_insert,
        m.Mark: statement_code.emit_mark,
        m.Note: statement_code.emit_record,
        m.Pull: statement_code.emit_pull,
        m.Push: statement_code.emit_push,
        m.Raise: statement_code.emit_raise,
        m.ReturnResult: statement_code.emit_return,
        m.Reveal: statement_code.emit_reveal,
        m.Run: statement_code.emit_run,
        m.While: statement_code.emit_while,
        m.Write: statement_code.emit_write,
    },
)
