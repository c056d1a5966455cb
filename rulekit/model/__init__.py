"""Books put together, before anybody looks at names and types; and what of names and types later rooms share.

    layers, header, edits, edit, clause_table  from a stack of books to one rulebook: `assemble`
    amendments, subjects                       single parts of a clause changed; clauses about each of some
    body_lines, line_amendments                single lines of bodies found and changed
    line_versions                              in every version of a clause that lives on
    any_time                                   choices that are offered at any time, and what they ask
    runtime_edits                              edits whose condition is known in play only
    settings, rulesets, example_config         the configuration
    bounds                                     how many may play
    struck_options                             what comes of an option that is struck, told at the strike
    partial_evaluation, operations             what is decided before the game
    rulebook                                   what comes out
    outline, chapters, sections, sources       the book as one that is read: its parts, what it rests on
    coverage                                   how a rulebook meets its sources, section by section
    words, word_targets, word_names            catalogs of words, and what each word is for
    identifier_words                           names that have no words
    difference, changes, change_isolation      two rulebooks compared: `difference`; some changes made alone
    helpers                                    what only examples use
    equal_meaning                              clauses that say the same in another form
    edit_footprint, meaning_hash               what a layer touches; what a text means, however written
    symbols, types, intervals                  what `check/` makes and `machine/` lowers by
    value_text, own_labels                     how values are written; labels that the language gives

Parsing is `syntax/`'s; whether a rulebook makes sense is for `check/` to find out.
"""
