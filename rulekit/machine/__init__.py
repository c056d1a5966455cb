"""The machine: the small finite program that a checked rulebook becomes, and all that is done to it before it runs.

    program                                   a machine; all its forms by one name
    expressions, statements, nodes            the forms: what computes, what changes cells, where a game can stand
    lower/                                    from a checked model to a machine: `lower`
    optimise, passes/, analyses/              an equal machine that is smaller or faster; what passes ask of it
    form_table                                what each field of a form holds; the parts of a form; it with other parts
    verify, kind_checker                      a number or a set; what must hold of every machine: `verify`
    text                                      a machine as text
    control_flow                              where control may go; simplification
    operator_intervals                        between which numbers an operator gives
    option_labels                             options as people write them, and by their sorts
    identity                                  a name for all that a machine says
    source_map, clause_origins                the text behind it, for whoever explains; whose each expression is

What a form means is told in `docs/internals/machine.md` and done by `engine/reference/`; nothing here runs a game.
"""
