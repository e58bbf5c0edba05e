#!/usr/bin/env python3
"""How far a machine without its weak terms strays: reduced_motion.py KINEMATE

Simulates machines for a second with `--reduce mu`, with and without `--energy`, and prints the largest deviation of any
coordinate from the full machine's motion, by how much the full machine's energy drifts, and the operations of a
right-hand side.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
THRESHOLDS = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3]
RUN = ["--to", "1", "--every", "0.01", "--method", "dop853", "--rtol", "1e-10", "--atol", "1e-10"]
# coordinates and options of each
PUMA = [f"theta{i}" for i in range(1, 7)], []
RODS = [f"q{i}" for i in range(1, 4)], [
    *(word for name in ("x0", "y0", "z0", "a0", "b0", "c0") for word in ("--set", f"{name}(t) = 0")),
    "--at", "q1 = 0.3, q2 = -0.2, q3 = 0.25, q1' = 1, q2' = -1, q3' = 1"]


def simulate(kinemate, model, machine, options, folder):
    """Coordinates at every time, and the drift of energy beside the largest kinetic one."""
    names, own = machine
    result = folder / "result.json"
    subprocess.run([kinemate, "simulate", model, *RUN, *own, *options, "--record", "energies", "-o", result, "--quiet"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    table = json.loads(result.read_text())
    columns = [column["name"] for column in table["columns"]]
    places, kinetic, potential = [columns.index(name) for name in names], columns.index("T"), columns.index("V")
    total = [row[kinetic] + row[potential] for row in table["rows"]]  # nothing adds to it: simulate has no balance of reduced equations
    drift = max(abs(energy - total[0]) for energy in total) / max(row[kinetic] for row in table["rows"])
    return [[row[place] for place in places] for row in table["rows"]], drift


def count_operations(kinemate, model, machine, options):
    """Of a right-hand side, after all passes."""
    sets = [word for word in machine[1] if word == "--set" or word.endswith("(t) = 0")]
    run = subprocess.run([kinemate, "count", model, "--what", "ode", *sets, *options, "--json", "--quiet"], check=True,
                         stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout)["stages"][-1]["total"]


def deviation(full, reduced):
    return max(abs(a - b) for rows in zip(full, reduced, strict=True) for a, b in zip(*rows, strict=True))


def main(kinemate):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rods = folder / "rods.yaml"
        with rods.open("w") as file:
            subprocess.run([ROOT / "bench/machines/generate", "rods", "3"], check=True, stdout=file)
        machines = {"Puma 560, falling": (ROOT / "examples/puma_560/model.yaml", PUMA), "three rods, spinning": (rods, RODS)}
        variants = "", " with `--energy`"
        cells = [f"{what}{variant}" for variant in variants for what in ("operations", "deviation, rad", "drift of energy")]
        print("| machine | mu | " + " | ".join(cells) + " |\n" + "|---" * 8 + "|")
        for title, (model, machine) in machines.items():
            full, _ = simulate(kinemate, model, machine, [], folder)
            print(f"| {title} | full | {count_operations(kinemate, model, machine, []):.0f} | 0 | | | | |")
            for mu in THRESHOLDS:
                cells = []
                for energy in ([], ["--energy"]):
                    options = ["--reduce", repr(mu), *energy]
                    motion, drift = simulate(kinemate, model, machine, options, folder)
                    operations = count_operations(kinemate, model, machine, options)
                    cells += [f"{operations:.0f}", f"{deviation(full, motion):.2g}", f"{drift:.1g}"]
                print(f"| {title} | {mu} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: reduced_motion.py KINEMATE")
    main(sys.argv[1])
