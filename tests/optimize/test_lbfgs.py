from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import rosen, rosen_der

from tagshift.optimize.lbfgs import LBFGS, Interrupted
from tagshift.optimize.pieces import Workers

STRICT = LBFGS(gradient_tolerance=1e-9, objective_tolerance=0.0)


def valley(theta, gradient):
    gradient[:] = rosen_der(theta)
    return float(rosen(theta))


def least_squares(rng, rows=30, columns=12, l2=0.1):
    design, target = rng.normal(size=(rows, columns)), rng.normal(size=rows)

    def objective(theta, gradient):
        missing = design @ theta - target
        gradient[:] = design.T @ missing + l2 * theta
        return float(missing @ missing / 2 + l2 / 2 * theta @ theta)

    return objective, design, target


def test_a_curved_valley_is_followed_to_its_bottom():
    theta, report = STRICT.minimise(valley, np.zeros(10))
    np.testing.assert_allclose(theta, 1, atol=1e-6)
    assert report.reason == "converged: gradient"
    assert report.evaluations < 200
    assert report.objectives == sorted(report.objectives, reverse=True)


def test_a_linear_system_is_solved(rng):
    objective, design, target = least_squares(rng)
    theta, _ = STRICT.minimise(objective, np.zeros(12))
    expected = np.linalg.solve(design.T @ design + 0.1 * np.eye(12), design.T @ target)
    np.testing.assert_allclose(theta, expected, atol=1e-7)


def test_a_scale_changes_the_way_and_not_the_end(rng):
    stretch = 10.0 ** rng.uniform(-3, 3, 20)

    def objective(theta, gradient):
        gradient[:] = stretch * (theta - 1)
        return float(0.5 * stretch @ (theta - 1) ** 2)

    _, before = STRICT.minimise(objective, np.zeros(20))
    scaled, after = STRICT.minimise(objective, np.zeros(20), scale=stretch**-0.5)
    np.testing.assert_allclose(scaled, 1, atol=1e-4)
    assert after.iterations * 3 < before.iterations


@pytest.mark.parametrize("scaled", [False, True])
def test_with_l1_the_optimum_meets_its_conditions(scaled, rng):
    objective, _, _ = least_squares(rng)
    scale = rng.uniform(0.3, 3, 12) if scaled else None
    settings = LBFGS(gradient_tolerance=1e-10, objective_tolerance=0.0, l1=3.0)
    theta, _ = settings.minimise(objective, np.zeros(12), scale=scale)
    gradient = np.zeros(12)
    objective(theta, gradient)
    assert 0 < (theta == 0).sum() < 12
    np.testing.assert_allclose(gradient[theta != 0], -3 * np.sign(theta[theta != 0]), atol=1e-5)
    assert (np.abs(gradient[theta == 0]) <= 3 + 1e-5).all()


def test_kinks_are_stood(rng):
    def objective(theta, gradient):
        gradient[:] = np.sign(theta - 2) + 0.01 * theta
        return float(np.abs(theta - 2).sum() + 0.005 * theta @ theta)

    _, report = LBFGS(max_iterations=300).minimise(objective, np.zeros(5))
    assert report.objective < 0.12


def test_threads_change_no_bit(rng):
    n = 300_000
    stretch = rng.uniform(0.1, 10, n)

    def objective(theta, gradient):
        gradient[:] = stretch * (theta - 1)
        return float(0.5 * stretch @ (theta - 1) ** 2)

    settings, found = LBFGS(max_iterations=5), []
    for threads in (1, 2):
        with Workers(threads) as workers:
            found.append(settings.minimise(objective, np.zeros(n), workers=workers)[0])
    assert np.array_equal(*found)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("l1", [0.0, 0.5])
def test_an_interrupted_run_goes_on_to_the_same_bits(scaled, l1, rng):
    scale = rng.uniform(0.3, 3, 10) if scaled else None
    settings = LBFGS(max_iterations=25, memory=4, objective_tolerance=0, gradient_tolerance=0, l1=l1)

    def interrupt(report):
        if report.iterations == 9:
            raise KeyboardInterrupt

    whole, report = settings.minimise(valley, np.zeros(10), scale=scale)
    with pytest.raises(Interrupted) as stopped:
        settings.minimise(valley, np.zeros(10), scale=scale, callback=interrupt)
    resumed, after = settings.minimise(valley, stopped.value.state, scale=scale)
    assert stopped.value.state.iteration == 9
    assert np.array_equal(resumed, whole)
    assert after.objectives == report.objectives
    assert after.iterations == report.iterations


def test_a_callback_stops_with_true():
    _, report = STRICT.minimise(valley, np.zeros(4), callback=lambda report: report.iterations == 3)
    assert (report.iterations, report.reason) == (3, "stopped")


def test_little_progress_over_a_period_is_the_end():
    _, report = LBFGS(objective_tolerance=0.5, period=2, gradient_tolerance=0).minimise(
        valley, np.full(50, 3.0)
    )
    assert report.reason == "converged: objective"
    assert report.converged


def test_no_way_down_is_said():
    def wrong(theta, gradient):
        gradient[:] = -1.0  # uphill
        return float(theta.sum())

    theta, report = LBFGS().minimise(wrong, np.zeros(3))
    assert report.reason == "no descent"
    assert not report.converged
    assert not theta.any()


def test_no_iterations_leave_the_start():
    theta, report = LBFGS(max_iterations=0).minimise(valley, np.zeros(3))
    assert report.reason == "iterations"
    assert not theta.any()
