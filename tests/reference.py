"""Plain twins of what the package computes fast: slow, obvious, by enumeration."""

from itertools import pairwise, product
from math import exp, inf, log


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
                        seen.add((" & ".join(spelled), "tied" if family.tied else place))
            found.append(seen)
    return found


def labellings(nodes, transitions, start, end, masks):
    """Every labelling that the sets permit and that may stand, with its score."""
    steps, labels = len(nodes), len(start)
    found = []
    for path in product(range(labels), repeat=steps):
        if not all(masks[t][label] for t, label in enumerate(path)):
            continue
        score = sum(nodes[t][label] for t, label in enumerate(path))
        score += sum(transitions[a][b] for a, b in pairwise(path))
        if path:
            score += start[path[0]] + end[path[-1]]
        if score > -inf:
            found.append((path, score))
    return found


def log_sum(scores):
    """The logarithm of a sum of exponentials; -inf of nothing."""
    top = max(scores, default=-inf)
    return top + log(sum(exp(score - top) for score in scores)) if top > -inf else -inf


def chain_loss(nodes, transitions, start, end, masks, margin=0.0):
    """lnZ, every wrong label gaining ``margin``, less lnZ of what the sets permit."""
    everything = [[True] * len(start)] * len(nodes)
    raised = [
        [score + margin * (not masks[t][label]) for label, score in enumerate(row)]
        for t, row in enumerate(nodes)
    ]
    free = labellings(raised, transitions, start, end, everything)
    held = labellings(nodes, transitions, start, end, masks)
    return log_sum([score for _, score in free]) - log_sum([score for _, score in held])


# Scoring


def cut(text, places):
    """The words of a text cut before each of the places."""
    marks = [0, *sorted(p for p in places if p < len(text)), len(text)]
    return [text[a:b] for a, b in pairwise(marks) if a < b]


def ends(words):
    """Where each word ends."""
    return [sum(len(w) for w in words[: n + 1]) for n in range(len(words))]


def word_scores(pairs, vocabulary):
    """The scores of gold and predicted words by their definition, every word looked up in a list."""
    gold = [(n, e, w) for n, (g, _) in enumerate(pairs) for e, w in zip(ends(g), g, strict=True)]
    predicted = [(n, e, w) for n, (_, p) in enumerate(pairs) for e, w in zip(ends(p), p, strict=True)]
    cuts = [[(n, e) for n, pair in enumerate(pairs) for e in ends(pair[side])[:-1]] for side in (0, 1)]

    def share(items, among, empty=0.0):
        return 100 * sum(item in among for item in items) / len(items) if items else empty

    def f1(p, r):
        return 2 * p * r / (p + r) if p + r else 0.0

    p, r = share(predicted, gold), share(gold, predicted)
    cut_p, cut_r = share(cuts[1], cuts[0]), share(cuts[0], cuts[1])
    return {
        "precision": p,
        "recall": r,
        "f1": f1(p, r),
        "seen_recall": share([g for g in gold if g[2] in vocabulary], predicted, None),
        "unseen_recall": share([g for g in gold if g[2] not in vocabulary], predicted, None),
        "boundary_precision": cut_p,
        "boundary_recall": cut_r,
        "boundary_f1": f1(cut_p, cut_r),
        "words": len(gold),
        "sentences": len(pairs),
    }


def signed_rank_p_value(values, alternative):
    """Wilcoxon's test with every choice of signs written out."""
    values = [v for v in values if v]
    sizes = sorted(abs(v) for v in values)
    ranks = [1 + sizes.index(abs(v)) + (sizes.count(abs(v)) - 1) / 2 for v in values]
    observed = sum(r for r, v in zip(ranks, values, strict=True) if v > 0)
    sums = [
        sum(r * up for r, up in zip(ranks, ups, strict=True)) for ups in product([0, 1], repeat=len(ranks))
    ]
    below = sum(s <= observed for s in sums) / len(sums)
    above = sum(s >= observed for s in sums) / len(sums)
    return {"two-sided": min(1.0, 2 * min(below, above)), "greater": above, "less": below}[alternative]


def bootstrap(first, second, draws):
    """The difference of F and its p-value from lists of drawn sentences."""

    def f1(rows):
        return 200 * sum(r[2] for r in rows) / sum(r[0] + r[1] for r in rows)

    observed = f1(second) - f1(first)
    found = [f1([second[i] for i in draw]) - f1([first[i] for i in draw]) for draw in draws]
    beyond = sum(abs(d - observed) >= abs(observed) - 1e-9 for d in found)
    return observed, (beyond + 1) / (len(draws) + 1)


def segmentations(characters):
    """Every way to cut a text of so many characters: a cut (1) or none (0) for each place."""
    return list(product([0, 1], repeat=characters - 1)) if characters else []


def word_lengths(cuts):
    """The lengths of the words between the cuts."""
    lengths = [1]
    for cut in cuts:
        if cut:
            lengths.append(1)
        else:
            lengths[-1] += 1
    return lengths


def layouts(tokens, kinds, start=0):
    """Every set of spans on so many tokens, as lists of (start, end, kind)."""
    yield []
    for begin in range(start, tokens):
        for end in range(begin + 1, tokens + 1):
            for kind in kinds:
                for rest in layouts(tokens, kinds, end):
                    yield [(begin, end, kind), *rest]


# Segmenters


def occurrences(text, words):
    """Where each word occurs in a text, and its number: by place, then by length."""
    found = [
        (begin, len(word), number)
        for number, word in enumerate(words)
        for begin in range(len(text) - len(word) + 1)
        if word and text[begin : begin + len(word)] == word
    ]
    return [(begin, number) for begin, _, number in sorted(found)]


def ngrams_at(symbols, boundary, order, size, gap="#"):
    """The n-grams of one order within ``size`` symbols either side of the place before ``symbols[boundary]``.

    Each with its place, the number of its symbols before the boundary (less than 0 or more than the order
    where it does not touch it). Those of gaps alone are none.
    """
    padded = [gap] * size + list(symbols) + [gap] * size
    centre = boundary + size
    found = []
    for begin in range(centre - size, centre + size - order + 1):
        ngram = tuple(padded[begin : begin + order])
        if any(symbol != gap for symbol in ngram):
            found.append((ngram, centre - begin))
    return sorted(found)


def word_states(text, words, boundary, cap):
    """The longest word that ends, begins and lies across the place before ``text[boundary]``, capped."""
    spans = [(begin, begin + len(words[number])) for begin, number in occurrences(text, words)]
    ends = [b - a for a, b in spans if b == boundary]
    starts = [b - a for a, b in spans if a == boundary]
    across = [b - a for a, b in spans if a < boundary < b]
    return tuple(min(max(lengths, default=0), cap) for lengths in (ends, starts, across))
