from __future__ import annotations

from tagshift.optimize.report import Report


def test_a_report_is_one_line_with_its_reason_first():
    report = Report(12.5, 0.01, 7, 9, "converged: gradient")
    expected = "converged: gradient after 7 iterations (9 evaluations): objective 12.5, gradient norm 0.01"
    assert str(report) == expected
    assert report.converged
    assert not Report(reason="iterations").converged
