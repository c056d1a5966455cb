"""Combines books into one rulebook, before names and types are checked. A book is a file of rules; each book is a layer
over others. This package also has the names and types that later packages share.

    assembly, header, edits, clause_table      from a stack of books to one rulebook: `assemble`
    amendments                                 change named parts of a clause, and what a section says and shows
    body_lines, line_amendments                find and change single lines of a body
    clause_versions                            clauses that change while a condition of play holds
    settings, bounds                           options, rulesets and examples of a configuration; numbers of players
    joint_answers                              configurations for conditions on several options
    partial_evaluation                         evaluates conditions whose values are known before the game
    rulebook                                   the result of applying all layers
    outline, sections                          the chapters of all clauses; the sections that people read
    coverage                                   which clauses cite which part of a source
    word_catalogs, naming                      catalogs of words; how names, constants and numbers are written
    ordinal_words                              the numbers that words such as `third` and `twice` imply
    difference, change_kinds                   compare two rulebooks: `difference`
    locks                                      on which clauses of lower layers a layer depends, and if they changed
    meaning_hash                               a hash of a text's meaning, independent of its form
    symbols, types                             the symbols and types that `check/` makes and `machine/` uses

`syntax/` parses; `check/` checks whether a rulebook makes sense.
"""
