"""Two editions side by side: what changed in the rules, and what it does to random games.

    comparison_report                          all of a comparison as one value: `report` makes it
    told_changes, change_sentences             one change told to a reader in full; in a sentence, for programs
    names, edition_prose, text_difference      titles and chapters; a clause in words; before and after as one
    first_screen, screen_building              what a reader sees first, as a value, and how it is made
    topics, topic_weight, many_changes         what differs in one part of the rules; how much it matters; too many
    section_topics                             topics from the book that people read
    plain_words, edition_labels                words without formulas; what the editions are called
    screen_figures                             at most four figures
    screen_layout, topic_layout, screen_style  the first screen as lines; its topics; how wide lines are
    other_answers, rulings                     what differs under other answers; what depends on open questions
    paired_figures, confidence                 the same random games under both; confidence intervals
    figure_sentences                           the figures in sentences
    change_groups                              changes that belong together, and what each group does alone
    comparison_text, player_count_text         as text; for several numbers of players
    text_tables                                tables that fit a width
    html_page                                  as a page
    plots, change_pictures                     figures drawn; what changed in the box drawn
    changes_json                               the changes for programs

Which clauses differ is found by `model/difference.py`, games are played by `play/`; where pages go is `render/`'s.
"""
