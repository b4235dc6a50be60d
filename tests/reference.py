"""Plain twins of what the package computes fast: slow, obvious, by enumeration."""


def attributes(sentences, templates):
    """For each token of all sentences the set of (attribute, place) that templates name, in plain strings."""
    from tagshift.features.functions import by_name

    def value(sentence, source, at):
        tokens = sentence[source.column - 1]
        if source.positional:
            return "yes" if at == (0 if source.function == "start" else len(tokens) - 1) else None
        return by_name(source.function, source.size)(tokens[at])

    found = []
    for sentence in sentences:
        size = len(sentence[0])
        for here in range(size):
            seen = set()
            for family in templates.families:
                for place in family.places:
                    where = [(source, here + place + offset) for source, offset in family.atoms]
                    if all(
                        0 <= at < size and value(sentence, source, at) is not None for source, at in where
                    ):
                        said = [value(sentence, source, at) for source, at in where]
                        spelled = [
                            f"{source}={v}" if len(said) == 1 else f"{source}[{offset:+d}]={v}"
                            for (source, offset), v in zip(family.atoms, said, strict=True)
                        ]
                        seen.add((" & ".join(spelled), place))
            found.append(seen)
    return found
