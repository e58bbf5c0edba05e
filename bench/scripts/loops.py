#!/usr/bin/env python3
"""Machines with closed loops beside Simbody: loops.py KINEMATE [LOOPS_SIMBODY]

Prints the time of one right-hand side, every run with its error, and for some errors how many times longer Simbody
takes. An error is the largest of any coordinate at the end, rad or m, turns left out, against the motion by multipliers
that bench/scripts/loop_machines.py has from SciPy. Fails where engines have other accelerations at the start, where Kinemate
has none, or where Simbody takes less than LIMIT times as long.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from loop_machines import accelerations, examples, gaps, loop_machines, motion_to_end, peer_text
from work_precision import print_runs, seconds_at, tolerances

LIMIT = 5  # times less than Simbody, of a right-hand side and of runs at equal error
ERRORS = [1e-2, 1e-4, 1e-6]
SAME_MACHINE = 1e-9  # of the largest acceleration at the start
REFERENCE, CHECK = 1e-13, 1e-12  # tolerances
DOUBT = 1e-9  # of the reference
# by a published number: beta'' of Andrews' squeezing mechanism at the start (Mazzia, Magherini 2008)
KNOWN = {"andrews_squeezer": 14222.4439199541}
CLOSINGS = ["line", "ball"]
# as far as runs take seconds
PEER_METHODS = {"merson": tolerances(2, 9), "fehlberg": tolerances(2, 11), "bdf": tolerances(2, 11)}
OUR_METHODS = {"dop853": tolerances(2, 11), "adams": tolerances(2, 11)}
CALLS = 3


def lines_of(command):
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=one_thread)
    return run.stdout


def apart(machine, a, b):
    """Explicit formulas of dependent angles do not count turns."""
    differences = []
    for body, x, y in zip(machine.bodies, a, b, strict=True):
        turns = round((x - y) / (2 * math.pi)) if body.kind == "pin" and math.isfinite(x - y) else 0
        differences.append(abs(x - y - 2 * math.pi * turns))
    return max(differences) if all(map(math.isfinite, differences)) else math.inf


def check_same(engine, machine, expected, found):
    scale = max(map(abs, expected.values()))
    for name, value in found.items():
        if abs(value - expected[name]) > SAME_MACHINE * scale:
            sys.exit(f"loops.py: {engine} has other accelerations of {machine.name}: {name} {value!r}, not {expected[name]!r}")


def by_coordinate(machine, values):
    return dict(zip((body.coordinate for body in machine.bodies), map(float, values), strict=True))


class Simbody:
    def __init__(self, program):
        self.program = program

    def call(self, machine, folder, closing, method, *settings):
        command = [self.program, folder / f"{machine.name}.planar", repr(machine.end), closing, method, *map(repr, settings)]
        return [json.loads(line) for line in lines_of(command).splitlines()]

    def rates(self, machine, folder, expected):
        """Seconds by closing."""
        seconds = {}
        for closing in CLOSINGS:
            line = self.call(machine, folder, closing, "rates")[0]
            check_same("Simbody", machine, expected, by_coordinate(machine, line["accelerations"]))
            seconds[closing] = line["seconds"]
        return seconds

    def runs(self, machine, folder, closing):
        return {("Simbody", method): self.call(machine, folder, closing, method, *settings)
                for method, settings in PEER_METHODS.items()}


class Kinemate:
    def __init__(self, program):
        self.program = program

    def write(self, machine, folder):
        settings = [part for name, value in machine.settings.items() for part in ("--set", f"{name} = {value}")]
        lines_of([self.program, "convert", examples() / machine.name / "model.yaml", *settings, "-o", self.path(machine, folder)])

    def path(self, machine, folder):
        return folder / f"{machine.name}.yaml"

    def json(self, verb, machine, folder, *options):
        return json.loads(lines_of([self.program, verb, self.path(machine, folder), *options, "--json"]))

    def rates(self, machine, folder, expected):
        """Seconds of the fastest algorithm, and its name."""
        state = self.json("evaluate", machine, folder, "--what", "acceleration")
        found = {speed.rstrip("'"): value for speed, value in zip(state["speeds"], state["acceleration"], strict=True)}
        check_same("Kinemate", machine, expected, found)
        times = self.json("bench", machine, folder, "--quiet")["times"]
        best = min((time for time in times if " of " not in time["algorithm"]), key=lambda time: time["ns"])  # no batches
        return 1e-9 * best["ns"], best["algorithm"]

    def run(self, machine, folder, method, tolerance):
        end, tolerance_text = repr(machine.end), repr(tolerance)
        options = ["--to", end, "--every", end, "--method", method, "--rtol", tolerance_text, "--atol", tolerance_text, "--quiet"]
        calls = [self.json("simulate", machine, folder, *options) for _ in range(CALLS)]
        return {"setting": tolerance, "seconds": min(call["seconds"] for call in calls),
                "coordinates": [calls[0]["end"][body.coordinate] for body in machine.bodies]}

    def runs(self, machine, folder):
        return {("Kinemate", method): [self.run(machine, folder, method, tolerance) for tolerance in settings]
                for method, settings in OUR_METHODS.items()}


def reference_of(machine):
    """Coordinates at the end, accelerations at the start."""
    expected = by_coordinate(machine, accelerations(machine, machine.coordinates, [0.0] * len(machine.bodies)))
    known = KNOWN.get(machine.name)
    if known and abs(next(iter(expected.values())) - known) > SAME_MACHINE * abs(known):
        sys.exit(f"loops.py: the reference of {machine.name} has other accelerations than published")
    reference, check = (motion_to_end(machine, tolerance) for tolerance in (REFERENCE, CHECK))
    doubt = max(apart(machine, reference, check), *gaps(machine, reference))
    print(f"\n{machine.name}, {machine.end:g} s: reference good to {doubt:.1g}")
    if doubt > DOUBT:
        sys.exit(f"loops.py: no reference for {machine.name}")
    return reference, expected


def ours_or_none(measure, machine):
    """What Kinemate gives; none where it refuses the machine."""
    try:
        return measure()
    except subprocess.CalledProcessError as error:
        print(f"loops.py: Kinemate goes on without {machine.name}: {error.stderr.strip().splitlines()[0]}", file=sys.stderr)
        return None


def print_ratios(results):
    """Whether all are above the limit."""
    good = True
    for error in ERRORS:
        times = {}
        for (engine, method), lines in results.items():
            seconds = seconds_at(lines, error)
            if seconds and seconds < times.get(engine, ("", math.inf))[1]:
                times[engine] = method, seconds
        cells = [f"{engine} {method} {1e6 * seconds:,.0f} us" for engine, (method, seconds) in times.items()]
        if {"Kinemate", "Simbody"} <= times.keys():
            ratio = times["Simbody"][1] / times["Kinemate"][1]
            good = good and ratio >= LIMIT
            cells.append(f"{ratio:,.0f} times")
        print(f"  error {error:.0e}: " + (", ".join(cells) or "not reached"))
    return good


def compare(machine, folder, kinemate, simbody):
    reference, expected = reference_of(machine)
    kinemate.write(machine, folder)
    (folder / f"{machine.name}.planar").write_text(peer_text(machine))
    results, good = {}, True
    ours = ours_or_none(lambda: kinemate.rates(machine, folder, expected), machine)
    if ours:
        print(f"  right-hand side: Kinemate {1e6 * ours[0]:.2f} us ({ours[1]})")
        results |= ours_or_none(lambda: kinemate.runs(machine, folder), machine) or {}
    if simbody:
        theirs = simbody.rates(machine, folder, expected)
        closing = min(theirs, key=theirs.get)
        print("  right-hand side: " + ", ".join(f"Simbody {way} {1e6 * time:.1f} us" for way, time in theirs.items())
              + (f": {theirs[closing] / ours[0]:,.0f} times" if ours else ""))
        good = not ours or theirs[closing] >= LIMIT * ours[0]
        results |= simbody.runs(machine, folder, closing)
    for lines in results.values():
        for line in lines:
            line["error"] = apart(machine, reference, line["coordinates"])
    print_runs(results)
    return print_ratios(results) and good and any(engine == "Kinemate" for engine, _ in results)


def main(kinemate, simbody):
    if not simbody:
        print("loops.py: Simbody is not installed, going on without it", file=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        good = [compare(machine, Path(name), kinemate, simbody) for machine in loop_machines()]
    print(f"\nat least {LIMIT} times faster than Simbody: " + ("yes" if all(good) else "no  MISSED"))
    return 0 if all(good) else 1


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: loops.py KINEMATE [LOOPS_SIMBODY]")
    sys.exit(main(Kinemate(Path(sys.argv[1]).resolve()), Simbody(Path(sys.argv[2]).resolve()) if len(sys.argv) == 3 else None))
