"""Books put together, before names and types are checked; and what later rooms share of names and types.

    assembly, header, edits, clause_table      from a stack of books to one rulebook: `assemble`
    amendments, section_amendments             named parts of a clause changed; what a section says and shows
    body_lines, line_amendments                single lines of a body found and changed
    clause_versions                            clauses that change while a condition of play holds
    settings, bounds                           the configuration: options, rulesets, examples; how many may play
    partial_evaluation                         what is decided before the game
    rulebook                                   the result of layering
    outline, sections                          the chapters of all clauses; the book that people read
    coverage                                   what cites which part of a source
    word_catalogs, naming                      catalogs of words; how names, constants and numbers are written
    difference, changes                        two rulebooks compared: `difference`
    meaning_hash                               what a text means, however it is written
    symbols, types                             what `check/` makes and `machine/` lowers by

Parsing is `syntax/`'s; whether a rulebook makes sense is for `check/` to find out.
"""
