"""Answers what an editor of rulebooks asks: messages while somebody types, and information about the place of the
cursor.

    workspace         texts open in the editor, and files; each text is parsed again piece by piece
    staged_check      messages in steps, the most urgent first; the playground uses it, too
    replace_advice    fixes of errors inside a `replace`
    mentions          where names are written, and what each means
    reader_places     moves messages about the library to the user's book
    navigation        definition, references, rename, search by name
    hovers            the text about a name: title, summary, type, layer, sources, who sees it, the exact rules
    text_cursor       the words before a place, and the states of the parser there
    completions       what may come next: words of the language, forms, names; the parameters of a call
    structure         chapters, blocks, colours, remarks above clauses
    example_runs      plays one example: its result, and its positions move by move
    later             the steps of a check in another process
    example_commands  the commands above examples, for `server`
    server            the language server protocol, by pygls (extra `editor`)
    protocol_values   translates between this room's values and those of the protocol
    textmate          the grammar by which an editor colours a text without the server

All but the last five are independent of the protocol: they return values of their own, with places as `Span`s.
"""
