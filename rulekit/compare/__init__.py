"""Two editions side by side: what changed in the rules, and what it does to random games.

    report                                          all of a comparison as one value: `report` makes it
    telling, names                                  one change, told to a reader
    sentences, table_words                          the same in a sentence, for the first screen
    voice, models, rows, word_difference            a clause in words, and before and after as one, with marks
    chapters, gist                                  the changes by chapter; the first screen
    other_answers, rulings                          what differs under other answers; what hangs on open questions
    figures, confidence, effects                    the same random games under both; how sure that is; in words
    separate_changes, companions                    which changes come together; told together on the first screen
    alone, measured                                 what each does by itself; in words, with what rulebooks measure
    drawn_samples                                   ranks and ratios of games that are drawn anew
    player_counts                                   several numbers of players in one table
    terminal, html_page                             as text; as a page
    plots, pictures                                 its figures drawn; what changed in the box drawn
    clause_difference                               the changes for programs

Which clauses differ is found by `model/difference.py`, games are played by `play/`; where pages go is `render/`'s.
"""
