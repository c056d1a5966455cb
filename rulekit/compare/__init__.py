"""Compares two editions: what changed in the rules, and how the changes affect random games.

    comparison_report                          a whole comparison as one value: `report` makes it
    told_changes                               one change described in full for a reader
    names, edition_prose, text_difference      titles and chapters; clauses in words; two texts with changes marked
    first_screen, screen_building              what a reader sees first, as a value; how it is built
    topics, topic_weight, many_changes         differences by parts of the rules; their importance; too many of them
    section_topics                             topics from the sections of the readable book
    plain_words, edition_labels                words without formulas; short names of the editions
    screen_figures                             the statistics on the first screen, four at most
    screen_layout, topic_layout, screen_style  the first screen as lines; its topics; lines and tables that fit a width
    other_answers, rulings                     differences under other answers; effects of open questions
    paired_figures, confidence                 statistics of the same random games under both; confidence intervals
    figure_sentences                           the statistics in sentences
    change_groups                              changes that depend on each other, and the effect of each group alone
    witnesses                                  short games after which the editions differ
    game_profile, profile_measures             what designers measure of one game; each measure with its definition
    profile_plan                               what a profile plays, and how long it will take
    profile_pages                              profiles as text and as a page, several side by side
    edition_table, edition_table_text          several editions in one table; the table as text, page and data
    release_notes, release_changes             what changed in a project; the changes of one game, by kind, and a note
    renamings                                  what was only renamed
    release_words, release_sentences           these changes in the author's words; their sentences
    release_clauses                            titles, sources and numbers of single clauses
    release_exact                              changes that the author's words do not mention
    release_pages                              the notes as text, Markdown, HTML and JSON
    comparison_text, player_count_text         the report as text; for several numbers of players
    html_page                                  the report as a page
    plots, change_pictures                     plots of statistics; pictures of changed components
    changes_json                               the changes as data for programs

`model/difference.py` finds the changed clauses, `play/` plays games, `render/` decides where pages are written.
"""
