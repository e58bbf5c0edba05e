#!/usr/bin/env python3
"""The Whipple bicycle from formulas to a right-hand side: nonholonomic.py KINEMATE

Prints how long deriving and linearising it with all parameters as symbols take, the whole command, how many operations its
right-hand side has, and how long one takes. Fails where a limit is missed. 2,176 operations are published for this
right-hand side.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import yaml

MODEL = Path(__file__).parent.parent.parent / "examples/whipple_bicycle/model.yaml"
DERIVE, LINEARISE, RIGHT_SIDE, PUBLISHED = 1.0, 2.0, 1e-6, 2176
CALLS = 5


def best(command):
    """Least wall time of several calls, s, and what the last one printed."""
    times = []
    for _ in range(CALLS):
        start = time.perf_counter()
        run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        times.append(time.perf_counter() - start)
    return min(times), run.stdout


def main():
    kinemate = sys.argv[1]
    parameters = ",".join(yaml.safe_load(MODEL.read_text())["parameters"])
    derived, _ = best([kinemate, "derive", MODEL, "--form", "recursive", "--quiet"])
    written, text = best([kinemate, "derive", MODEL, "--quiet"])
    linear, _ = best([kinemate, "linearize", MODEL, "--at", "thetaR' = -v/rR", "--only", "formulas", "--quiet"])
    print("| Whipple bicycle, all parameters as symbols | s | limit |\n|---|---|---|")
    print(f"| derived, as it comes | {derived:.2f} | {DERIVE} |")
    print(f"| derived, simplified for reading ({len(text):,} characters) | {written:.2f} | |")
    print(f"| linearised about riding straight ahead, M, D, G, K, N | {linear:.2f} | {LINEARISE} |")
    print("\n| right-hand side: accelerations and rates | operations | published |\n|---|---|---|")
    for title, keep in (("parameters as inputs", parameters), ("parameters as numbers", "none")):
        counted = json.loads(best([kinemate, "count", MODEL, "--what", "ode", "--keep", keep, "--json", "--quiet"])[1])
        operations = counted["stages"][-1]["total"]
        print(f"| {title} | {operations:,.0f} | {PUBLISHED:,} |")
    times = json.loads(best([kinemate, "bench", MODEL, "--json", "--quiet"])[1])["times"]
    fastest = 1e-9 * min(row["ns"] for row in times if row.get("ns") and row["algorithm"] != "program of 8")
    print(f"\nOne right-hand side takes {1e9 * fastest:.0f} ns (limit {1e9 * RIGHT_SIDE:.0f}).")
    if derived > DERIVE or linear > LINEARISE or fastest > RIGHT_SIDE:
        sys.exit("nonholonomic.py: a limit is missed")


main()
