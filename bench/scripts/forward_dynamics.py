#!/usr/bin/env python3
"""Forward dynamics of tree machines by ours and by peers: forward_dynamics.py TREES PROGRAM...

TREES is a folder of tree files (bench/machines/trees.py) or one of them, PROGRAM any that prints as
bench/forward/forward_program.h says. Prints the time of one call in ns, and fails where accelerations differ.
"""

import itertools
import json
import math
import re
import subprocess
import sys
from pathlib import Path

AGREEMENT = 1e-9  # of the largest acceleration of the machine
# engines that solve with the mass matrix, whose condition grows with a chain: MuJoCo is 1e-8 off at a thousand links,
# where the others agree to 3e-13
AGREEMENT_OF_MASS_MATRIX = 1e-7
MASS_MATRIX = {"MuJoCo"}
LONG = 300  # speeds
TIME_LIMIT = 300  # seconds of a program on one machine


def by_size(path):
    """alternating-10 after alternating-7."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path.stem)]


def measure(program, tree):
    """The lines of the program: one, or none where it has no such machine."""
    try:
        run = subprocess.run([program, tree], stdout=subprocess.PIPE, text=True, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        print(f"{program.name} takes longer than {TIME_LIMIT} s on {tree.stem}", file=sys.stderr)
        return []
    if run.returncode != 0:
        sys.exit(f"forward_dynamics.py: {program.name} fails on {tree.stem}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def difference(a, b):
    """The largest between two engines, relative to the largest acceleration; infinite where one is no number."""
    a, b = a["accelerations"], b["accelerations"]
    scale = max(map(abs, a + b))
    apart = max(abs(x - y) for x, y in zip(a, b, strict=True)) / scale
    return apart if all(map(math.isfinite, a + b)) else math.inf


def allowed_difference(a, b):
    long = len(a["accelerations"]) > LONG
    return AGREEMENT_OF_MASS_MATRIX if long and {a["engine"], b["engine"]} & MASS_MATRIX else AGREEMENT


def cell(results, engine):
    return next((f"{result['ns']:,.0f}" for result in results if result["engine"] == engine), "-")


def main(trees, programs):
    files = sorted(trees.glob("*.tree"), key=by_size) if trees.is_dir() else [trees]
    rows = {file.stem: [line for program in programs for line in measure(program, file)] for file in files}
    engines = list(dict.fromkeys(result["engine"] for results in rows.values() for result in results))
    print(f"{'ns by the call':18}" + "".join(f" {engine:>14}" for engine in engines) + f" {'difference':>11}")
    agreed = True
    for machine, results in rows.items():
        if not results:
            continue
        pairs = list(itertools.combinations(results, 2))
        apart = max((difference(*pair) for pair in pairs), default=0)
        missed = any(difference(*pair) > allowed_difference(*pair) for pair in pairs)
        agreed = agreed and not missed
        print(f"{machine:18}" + "".join(f" {cell(results, engine):>14}" for engine in engines) + f" {apart:>11.1g}"
              + ("  MISSED" if missed else ""))
    return 0 if agreed else 1


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: forward_dynamics.py TREES PROGRAM...")
    sys.exit(main(Path(sys.argv[1]), [Path(program) for program in sys.argv[2:]]))
