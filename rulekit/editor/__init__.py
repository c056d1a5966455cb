"""What an editor of rulebooks asks: messages while somebody types, and what is known about the place of the cursor.

    workspace         open texts over files, parsed again piece by piece; the books of a family
    staged_check      messages in steps, the most urgent first; the playground uses it, too
    replace_advice    fixes of errors inside a `replace`
    mentions          where names are written, and what each means
    reader_places     messages about the library, moved to the book over it
    navigation        definition, references, rename, search by name
    hovers            what a name is: title, words, type, layer, sources, who sees it, the exact rules
    text_cursor       the words before a place, and the states of the parser there
    completions       what may come next: words of the language, forms, names; the parameters of a call
    structure         chapters, blocks, colours, remarks above clauses
    example_runs      one example: how it went, and its positions move by move
    later             the steps of a check in another process
    example_commands  the commands above examples, for `server`
    server            the language server protocol, by pygls (extra `editor`)

All but the last three answer with values of their own, and places as `Span`s.
"""
