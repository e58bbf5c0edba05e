#!/usr/bin/env python3
"""Decks of LAGR from the file to the printed result, best of five runs: decks.py KINEMATE

    the worked example 6.2 of Habelt 1978, with its five specifications
    chains of 20 bodies, relative motions: all hinges parallel, and about two axes in turn

Fails where a limit is missed.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 5
EXAMPLE_LIMIT, CHAIN_LIMIT = 0.1, 2.0  # s
UNIT = "'1' '0' '0' '0' '1' '0' '0' '0' '1'"
ZERO = "'0' '0' '0'"


def chain_deck(count, axes):
    """Bodies of any inertia, hung on each other at distances A, with weights."""
    lines = ["1", f"{count} {count} '1'B", UNIT, ZERO]
    for body in range(1, count + 1):
        sine, cosine = f"SIN(Q({body}))", f"COS(Q({body}))"
        about = {"z": f"'{cosine}' '{sine}' '0' '-{sine}' '{cosine}' '0' '0' '0' '1'",
                 "x": f"'1' '0' '0' '0' '{cosine}' '{sine}' '0' '-{sine}' '{cosine}'"}
        lines += [str(body - 1), about[axes[body % len(axes)]], ZERO, ZERO if body == 1 else "'0' '-A' '0'", "'0' 'A' '0'",
                  "'1'B", f"'0' '-GE*M({body})' '0'", ZERO]
    return "\n".join([*lines, "0", "0", "0", "0"]) + "\n"


def best_time(command, deck):
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        done = subprocess.run([command, "derive", deck, "--quiet"], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    return min(times), len(done.stdout)


def main():
    command = sys.argv[1]
    example = Path(__file__).parent.parent.parent / "examples/lagr_pendulum/model.lagr"
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        decks = [("example 6.2", example, EXAMPLE_LIMIT)]
        for name, axes in (("chain of 20, parallel hinges", "z"), ("chain of 20, hinges about x and z in turn", "xz")):
            decks.append((name, Path(folder) / f"{axes}.lagr", CHAIN_LIMIT))
            decks[-1][1].write_text(chain_deck(20, axes))
        for name, deck, limit in decks:
            seconds, size = best_time(command, deck)
            missed = missed or seconds >= limit
            print(f"{name}: {seconds:.3f} s (limit {limit} s), {size:,} bytes")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
