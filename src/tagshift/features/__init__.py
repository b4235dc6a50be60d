"""From text to numbers: templates, character types, dictionaries, the attribute index."""
