"""Two editions side by side: what changed in the rules, and what it does to random games.

    comparison_report                          all of a comparison as one value: `report` makes it
    told_changes, change_sentences             one change told to a reader; in a sentence, for the first screen
    names, edition_prose, text_difference      titles and chapters; a clause in words; before and after as one
    gist                                       the first screen
    other_answers, rulings                     what differs under other answers; what depends on open questions
    paired_figures, confidence                 the same random games under both; confidence intervals
    figure_sentences                           the figures in sentences
    change_groups                              changes that belong together, and what each group does alone
    comparison_text, html_page                 as text; as a page
    plots, change_pictures                     figures drawn; what changed in the box drawn
    changes_json                               the changes for programs

Which clauses differ is found by `model/difference.py`, games are played by `play/`; where pages go is `render/`'s.
"""
