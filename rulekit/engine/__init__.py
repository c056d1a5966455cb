"""Runs machines (programs compiled from rulebooks): states, options, chance, random games, what each player may see.

    interface, base                         the `Engine` protocol; the code that both engines share
    choice                                  makes an engine for a machine
    reference/, wasm/                       the interpreter, which defines the meaning; the fast WebAssembly engine
    cell_layout, packing                    the cells of a state as a flat list of integers, and as bytes
    random                                  the published random numbers
    tally, figures                          counts over games; values of figures, broken invariants
    events, log                             what happens in a step; what each player sees of it
    observe, observation                    what a player sees of a state; the same as bytes
    inspection                              evaluates single expressions in a state
    argument_validation                     checks of callers' arguments

`machine/` optimises machines. `play/` has records, saves, examples and tests.
"""
