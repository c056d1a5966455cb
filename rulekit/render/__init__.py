"""Renders rulebooks as pages for people: Markdown and pictures, ready for mkdocs-material.

    gallery                             the gallery of games: a card for each, and links to tables of editions
    game_pages                          the pages of a game, as values and as files; in one process or several
    rules_page                          the page `The rules`, which people read first, and its layout in rows and grids
    section_rules, shown_things         `The rules` from sections; the pictures and tables that they show
    plain_rules                         `The rules` of a book without sections
    reference_page, notes_page          the reference, clause by clause, with glossary and index; the editor's notes
    settled                             options and rulings that players agree on before a game
    clause_sections                     a clause or an option as a section
    subject                             the rulebook that a page describes: its words, numbers and links
    games, page_pictures                the games that a page shows; their pictures
    anchors                             addresses and numbers; which facts are explained where they are used
    page_blocks, page_links             the blocks and inline pieces of a page; links to sections, and to other pages
    markdown, html_writer               write a page as Markdown; as HTML, and The rules as one file
    booklet                             The rules as a PDF
    summary_sheet                       a summary of two pages
    inventory, set_up, turn_diagram     the contents of the box; the set-up; the course of the game
    reactions, overrides                chains of reactions; which rule overrides which
    editions                            the changes that an edition makes
    worked_examples                     examples with their moves, and why refused moves are refused
    footnotes                           citations and assumptions
    mkdocs_project                      the mkdocs settings, assets and start page around the pages
    embedded_blocks                     fenced blocks with parts of a rulebook, in any page of a site
    library_site, mkdocs_plugin         the games of a site; the plug-in of mkdocs
    page_jobs, late_pages               pages made by other processes; pages made later while a site is served
    edition_comparisons                 comparisons of editions, two at a time
    built_pages                         pages of a site as HTML, before mkdocs sees them
    play_pages                          pages to play on, and the buttons that lead there
    highlighting                        rulebooks with syntax highlighting

`prose/` puts clauses into words; `scene/` draws pictures.
"""
