from __future__ import annotations

import json
import math

import pytest

from tagshift.optimize.report import Report


def test_a_report_is_one_line_with_its_reason_first():
    report = Report(12.5, 0.01, 7, 9, "converged: gradient")
    expected = "converged: gradient after 7 iterations (9 evaluations): objective 12.5, gradient norm 0.01"
    assert str(report) == expected
    assert report.converged
    assert not Report(reason="iterations").converged


def test_a_report_goes_through_json_and_back():
    report = Report(math.inf, math.nan, 2, 3, "stopped", [math.inf, 4.0])
    said = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert (said["objective"], said["gradient_norm"], said["objectives"]) == (None, None, [None, 4.0])
    assert said["converged"] is False
    again = Report.from_json(said)
    assert again.to_json() == report.to_json()
    assert math.isnan(again.gradient_norm)
    with pytest.raises(TypeError, match="depth"):
        Report.from_json({"depth": 1})
