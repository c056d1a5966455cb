"""The machine: the small finite program that is made from a checked rulebook, and its analyses and passes before it
runs.

    program                                   a machine; exports all its forms
    expressions, statements, flow_nodes       the forms: compute values, change cells, nodes of the control-flow graph
    lower/                                    from a checked model to a machine: `lower`
    optimise, passes/, analyses/              an equivalent machine that is smaller or faster; analyses for passes
    form_table                                what each field of a form contains; traversal of forms
    kinds                                     kinds of values: numbers and sets
    row_tests                                 tests of consecutive numbers in an array
    text                                      a machine as text
    control_flow                              the control-flow graph and its simplification
    operator_intervals                        operators on numbers and on intervals
    option_labels                             options as text; the kinds of options that playouts count
    identity                                  hashes that identify machines
    shuffles                                  recognises chance nodes that shuffle a place
    source_map, clause_origins                debug information: the text of tests and facts; clauses of expressions

`docs/internals/machine.md` defines the forms and `engine/reference/` runs them; nothing here runs a game.
"""
