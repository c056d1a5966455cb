"""Machines run: states, options, chance, random games, and what players are told.

    interface, base                         what every engine offers (`Engine`); what both do alike
    choice                                  one of them for a machine
    reference/, wasm/                       the interpreter, which is the meaning; the module, which is the speed
    cell_layout, packing                    states as flat numbers, and as bytes
    random                                  the published random numbers
    game_columns                            what was counted of each game, by columns
    tally, figures                          counts of whole games; what is measured at the end, which promise is broken
    events, log                             what happens in a step; what of it players are told
    observe, observation                    who sees what of a state; that as bytes
    inspection                              single expressions in a state
    argument_validation, recursion_limit    what programs hand in; Python's own limit
    fingerprint, import_closure             which rulekit this is, for what is kept and sent; what files rest on

`ReferenceEngine` and `WasmEngine` are the doors, `choice.py` opens one.  Optimising is `machine/`'s; records,
saves, examples and tests are `play/`'s.
"""
