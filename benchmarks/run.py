"""Measure, and write the table: ``python -m benchmarks.run [SECTION...]``.

The corpora are looked for in TAGSHIFT_DATA, else in ``../shared/data``; their text goes nowhere but to a
temporary folder.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from benchmarks import labelling, learner, memory, starting, taggers, training
from benchmarks.measure import ROOT, Settings, machine
from benchmarks.table import Section, keep

SECTIONS: dict[str, ModuleType] = {
    "training": training,
    "learner": learner,
    "labelling": labelling,
    "tagging": taggers,
    "starting": starting,
    "memory": memory,
}


def main() -> None:
    options = parse()
    if not (options.data / "README.md").is_file():
        sys.exit(f"no corpora in {options.data}; set TAGSHIFT_DATA to their folder, or give --data")
    with tempfile.TemporaryDirectory() as folder:
        place = options.folder or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        settings = Settings(options.data.resolve(), place.resolve(), options.repeats, options.long)
        for name in options.sections or SECTIONS:
            measure(name, settings, options.note)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__.partition("\n")[0])
    default = Path(os.environ.get("TAGSHIFT_DATA") or ROOT.parent / "shared" / "data")
    parser.add_argument(
        "sections", nargs="*", choices=[*SECTIONS, []], metavar="SECTION", help=", ".join(SECTIONS)
    )
    parser.add_argument("--data", type=Path, default=default, help="folder of the corpora")
    parser.add_argument(
        "--folder", type=Path, help="keep models and texts here, and use those that are there"
    )
    parser.add_argument(
        "--repeats", type=int, default=3, help="pairs of ours and a peer; fast ones are repeated more"
    )
    parser.add_argument("--long", action="store_true", help="crfsuite to its own stop; label a gigabyte")
    parser.add_argument("--note", default="", help="a remark on the machine, kept with the results")
    return parser.parse_args()


def measure(name: str, settings: Settings, note: str) -> None:
    """One section: print its rows as they come, then keep them."""
    module = SECTIONS[name]
    print(f"\n{module.TITLE}", flush=True)
    where, rows = machine(note), []
    for row in module.rows(settings):
        print(row.line(), flush=True)
        rows.append(row)
    keep(Section(name, module.TITLE, where, rows), list(SECTIONS))


if __name__ == "__main__":
    main()
