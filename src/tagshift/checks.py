"""What every learner keeps: a list of small checks that find each of them.

A check takes a fresh learner and an encoded corpus of whole annotation, and asserts. ``ALL`` has them by
name; a learner of one's own can be put through them too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import LabelError, NotFittedError, ParameterError
from tagshift.features.encoded import Block, Encoded, Legal
from tagshift.learners.base import Learner
from tagshift.learners.by_gradient import GradientLearner
from tagshift.optimize.pieces import Workers

Floats = NDArray[np.float64]
Check = Callable[[Learner, Encoded], None]


def fresh(learner: Learner, **changes: Any) -> Learner:
    """A learner of the same kind and parameters."""
    return type(learner)(**{**learner.get_params(), **changes})


def select(encoded: Encoded, sentences: Sequence[int]) -> Encoded:
    """The corpus of some sentences, each as often as it is named, with the events around them."""
    gap = 2 + max((abs(block.shift) + block.width for block in encoded.blocks), default=0)
    lengths = encoded.lengths[list(sentences)]
    starts = gap + np.concatenate([[0], np.cumsum(lengths + gap)[:-1]]).astype(np.int64)
    size = int(lengths.sum()) + gap * (len(lengths) + 1)
    allowed = np.zeros(size, np.int32)
    for to, number in zip(starts, sentences, strict=True):
        begin, length = int(encoded.starts[number]), int(encoded.lengths[number])
        allowed[to : to + length] = encoded.allowed[begin : begin + length]
    blocks = tuple(_select_events(block, encoded, sentences, starts) for block in encoded.blocks)
    weights = encoded.weights[list(sentences)]
    return replace(
        encoded, blocks=blocks, size=size, starts=starts, lengths=lengths, allowed=allowed, weights=weights
    )


def _select_events(
    block: Block, encoded: Encoded, sentences: Sequence[int], starts: NDArray[np.int64]
) -> Block:
    chosen: list[NDArray[np.int64]] = [np.empty(0, np.int64)]
    anchors: list[NDArray[np.int64]] = [np.empty(0, np.int64)]
    for to, number in zip(starts, sentences, strict=True):
        begin, length = int(encoded.starts[number]), int(encoded.lengths[number])
        low = np.searchsorted(block.anchors, begin - block.shift - block.width + 1)
        high = np.searchsorted(block.anchors, begin + length - block.shift)
        events = np.arange(low, max(low, high))
        chosen.append(events)
        anchors.append(block.anchors[events] + (to - begin))
    events = np.concatenate(chosen)
    values = None if block.values is None else block.values[events]
    return replace(
        block, anchors=np.concatenate(anchors).astype(np.int32), ids=block.ids[events], values=values
    )


def relabel(encoded: Encoded, order: Sequence[int]) -> Encoded:
    """The same corpus with its labels numbered otherwise: new label n is old label ``order[n]``."""
    new = list(order)
    legal = encoded.legal
    return replace(
        encoded,
        labels=tuple(encoded.labels[n] for n in new),
        masks=encoded.masks[:, new],
        legal=Legal(legal.first[new], legal.follow[np.ix_(new, new)], legal.last[new]),
    )


def scores(learner: Learner, encoded: Encoded) -> tuple[Floats, Floats]:
    """A learner's node scores (size, K), centred so that only differences count, and its transitions."""
    from tagshift.learners.potentials import Potentials

    found = Potentials.of(learner.model_, encoded)
    return found.nodes - found.nodes.mean(axis=1, keepdims=True), learner.model_.transitions


def check_parameters_are_stored_untouched(learner: Learner, encoded: Encoded) -> None:
    names = learner.get_params()
    assert fresh(learner).get_params() == names
    assert learner.set_params(**names) is learner
    assert all(getattr(learner, name) is value for name, value in names.items())


def check_fit_returns_itself_a_model_and_a_report(learner: Learner, encoded: Encoded) -> None:
    assert learner.fit(encoded) is learner
    assert learner.theta_.shape == (encoded.n_parameters,)
    assert np.isfinite(learner.theta_).all()
    assert learner.model_.labels == encoded.labels
    assert learner.report_.reason
    assert learner.report_.iterations >= 1


def check_nothing_learned_is_there_before_fit(learner: Learner, encoded: Encoded) -> None:
    raises(NotFittedError, lambda: learner.check_fitted("model_"))


def check_the_training_sentences_are_learned(learner: Learner, encoded: Encoded) -> None:
    """Few sentences with many attributes are separable: every learner should label most of them."""
    from tagshift.learners.potentials import Potentials

    learner.fit(encoded)
    found, _ = Potentials.of(learner.model_, encoded).best()
    inside = encoded.masks.sum(axis=1)[encoded.allowed] == 1
    right = encoded.masks.argmax(axis=1)[encoded.allowed]
    assert (found == right)[inside].mean() > 0.8


def check_gradient_equals_central_differences(learner: Learner, encoded: Encoded) -> None:
    if not isinstance(learner, GradientLearner):
        return
    weighted = replace(encoded, weights=np.linspace(0.5, 2.0, len(encoded.weights)))
    with Workers() as workers:
        objective = learner.objective(weighted, workers)
        theta = np.random.default_rng(0).normal(size=encoded.n_parameters)
        gradient, other, size = np.zeros_like(theta), np.zeros_like(theta), 1e-6
        objective(theta, gradient)
        for place in np.random.default_rng(1).permutation(len(theta))[:60]:
            moved = theta.copy()
            moved[place] += size
            high = objective(moved, other)
            moved[place] -= 2 * size
            difference = (high - objective(moved, other)) / (2 * size)
            assert abs(difference - gradient[place]) <= 2e-5 * max(1.0, abs(gradient[place]))


def check_a_weight_is_so_many_copies(learner: Learner, encoded: Encoded) -> None:
    if not learner.uses_weights:
        heavy = replace(encoded, weights=np.full(len(encoded.weights), 2.0))
        raises(ParameterError, lambda: learner.fit(heavy))
        return
    counts = [1 + number % 3 for number in range(len(encoded.starts))]
    weighted = replace(encoded, weights=np.array(counts, np.float64))
    copied = select(encoded, [n for n, count in enumerate(counts) for _ in range(count)])
    one, other = tight(learner).fit(weighted), tight(learner).fit(copied)
    assert_same_objective(one, other, weighted)


def check_unlabelled_sentences_change_nothing(learner: Learner, encoded: Encoded) -> None:
    first = range(len(encoded.starts))
    with_more = select(encoded, [*first, *first])
    half = int(with_more.starts[len(encoded.starts)])
    allowed = with_more.allowed.copy()
    allowed[half:] = 0
    one = tight(learner).fit(select(encoded, first))
    other = tight(learner).fit(replace(with_more, allowed=allowed))
    assert_same_objective(one, other, encoded)


def check_the_order_of_labels_is_irrelevant(learner: Learner, encoded: Encoded) -> None:
    if not isinstance(learner, GradientLearner) and not hasattr(learner, "tolerance"):
        return  # an online learner breaks its first ties by the order of labels
    turned = list(range(len(encoded.labels)))[::-1]
    one, other = tight(learner).fit(encoded), tight(learner).fit(relabel(encoded, turned))
    values = one.report_.objective, other.report_.objective
    assert abs(values[0] - values[1]) <= 0.01 * abs(values[0])
    if one.report_.reason != "converged: gradient" or other.report_.reason != one.report_.reason:
        return  # a loss with kinks ends near its optimum, not on it
    (nodes, transitions), (turned_nodes, turned_transitions) = scores(one, encoded), scores(other, encoded)
    np.testing.assert_allclose(nodes, turned_nodes[:, turned], atol=1e-3)
    np.testing.assert_allclose(transitions, turned_transitions[np.ix_(turned, turned)], atol=1e-3)


def check_threads_change_no_bit(learner: Learner, encoded: Encoded) -> None:
    one, two = fresh(learner).fit(encoded), fresh(learner).fit(encoded, threads=2)
    assert np.array_equal(one.theta_, two.theta_)


def check_the_same_seed_gives_the_same_bits(learner: Learner, encoded: Encoded) -> None:
    assert np.array_equal(fresh(learner).fit(encoded).theta_, fresh(learner).fit(encoded).theta_)


def check_empty_sentences_and_corpora_are_fine(learner: Learner, encoded: Encoded) -> None:
    empty = replace(
        encoded,
        blocks=tuple(
            replace(
                block,
                anchors=block.anchors[:0],
                ids=block.ids[:0],
                values=None if block.values is None else block.values[:0],
            )
            for block in encoded.blocks
        ),
        size=0,
        starts=np.empty(0, np.int64),
        lengths=np.empty(0, np.int64),
        allowed=np.empty(0, np.int32),
        weights=np.empty(0),
    )
    assert not fresh(learner).fit(empty).theta_.any()


def check_impossible_label_sets_name_the_sentence(learner: Learner, encoded: Encoded) -> None:
    labels = len(encoded.labels)
    nowhere = Legal(np.zeros(labels, bool), np.ones((labels, labels), bool), np.ones(labels, bool))
    first = int(np.flatnonzero(encoded.lengths)[0]) + 1
    message = raises(LabelError, lambda: learner.fit(replace(encoded, legal=nowhere)))
    assert f"sentence {first} " in message


def check_a_callback_stops_it(learner: Learner, encoded: Encoded) -> None:
    seen: list[int] = []

    def stop(report: Any) -> bool:
        seen.append(report.iterations)
        return True

    learner.fit(encoded, callback=stop)
    assert seen == [1]


def check_broken_blocks_and_starts_are_refused(learner: Learner, encoded: Encoded) -> None:
    block = encoded.blocks[0]
    for broken in (
        replace(block, ids=np.full_like(block.ids, block.rows)),
        replace(block, shift=-(encoded.size + 1)),
        replace(block, anchors=block.anchors[::-1].copy()),
        replace(block, ids=block.ids[:-1]),
    ):
        changed = replace(encoded, blocks=(broken, *encoded.blocks[1:]))
        raises(ParameterError, lambda changed=changed: fresh(learner).fit(changed))  # type: ignore[misc]
    raises(ParameterError, lambda: fresh(learner).fit(encoded, start=np.zeros(1)))


def tight(learner: Learner) -> Learner:
    """The same learner, not stopping before the end."""
    names = learner.get_params()
    strict = {
        "gradient_tolerance": 1e-7,
        "objective_tolerance": 0.0,
        "tolerance": 1e-7,
        "max_iterations": 3000 if isinstance(learner, GradientLearner) or "tolerance" in names else 5,
    }
    return fresh(learner, **{name: value for name, value in strict.items() if name in names})


def assert_same_objective(one: Learner, other: Learner, encoded: Encoded) -> None:
    """Two fits found as good an optimum; online learners, which have none, the same parameters."""
    reports = one.report_, other.report_
    if not np.isnan(reports[0].gradient_norm):
        smooth = all(report.reason == "converged: gradient" for report in reports)
        limit = (1e-4 if smooth else 0.01) * abs(reports[0].objective)
        assert abs(reports[0].objective - reports[1].objective) <= limit
    else:
        np.testing.assert_allclose(one.theta_, other.theta_, atol=1e-9)


def raises(kind: type[Exception], act: Callable[[], object]) -> str:
    """The message of the error that ``act`` must raise."""
    try:
        act()
    except kind as error:
        return str(error)
    raise AssertionError(f"expected {kind.__name__}")


ALL: dict[str, Check] = {
    name: check for name, check in sorted(globals().items()) if name.startswith("check_")
}
