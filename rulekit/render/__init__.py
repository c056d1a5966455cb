"""Rulebooks as pages that people read: Markdown and pictures, ready for mkdocs-material.

    book                                the pages of several games, as files; in one process or in several
    page, sections                      the page of one; a clause on it
    subject, games, pictures            what a page is about: its words and links; its games; its drawings
    anchors                             addresses and numbers
    document                            what a page is, before anybody writes it
    markdown, booklet                   written for mkdocs; as a PDF
    escaping                            text of a rulebook, kept from being markup
    inventory, setup, turn_diagram      what is in the box; the set-up; the course of the game
    reactions, overrides                what is answered, and by whom; what beats what
    options, answers, editions          what is left open; what another answer, another edition changes
    single_use                          facts used once, explained where they are used
    examples, refusals, audiences       worked examples; why what they refuse is; who may see what
    citations, terms                    sources and assumptions; glossary and index
    output, project                     what stands around the pages of `rulekit render`
    site, comparisons, mkdocs_hook      the same for the site; its pages on pairs of editions; how mkdocs gets them
    highlighting                        rulebooks in colours

What clauses say is `prose/`'s, what pictures show `scene/`'s.
"""
