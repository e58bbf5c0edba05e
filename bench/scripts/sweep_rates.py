#!/usr/bin/env python3
"""Runs per second and core of a parameter study: sweep_rates.py KINEMATE [INTEGRATE_KINEMATE INTEGRATE_MUJOCO]

A pendulum, a seven-axis arm and a chain of 20 rods, each from many starts, one thread; beside them as many calls of
`kinemate simulate`, each a process of its own. With the two programs of bench/runs/integration_program.h the arm also by
MuJoCo, at the error of our runs: the largest of any coordinate at the end. Fails where a study is less than LIMIT times
as fast as single calls.
"""

import math
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from simulated_machines import Link, SimulatedMachine, mjcf_text, model_text, tree_text
from work_precision import apart, integrate, seconds_at

LIMIT = 20  # times single calls
CALLS = 5
TOLERANCE = 1e-8


def rod(axis, place):
    return Link(axis, (0, 0, -0.3 * (place > 0)), 0.5, (0, 0, -0.15), (0.5 * 0.09 / 12, 0.5 * 0.09 / 12, 1e-4))


def pendulum():
    return SimulatedMachine("pendulum", "pendulum, 5 s", (0, 0, -9.81), [rod("y", 0)], [1.0], [0.0], 5.0)


def arm():
    """Inertia and lengths of examples/seven_axis_arm, the gripper fixed to its hand."""
    masses, lengths = [3.6, 3.2, 2.9, 2.4, 1.7, 1.4, 1.1], [0.33, 0, 0.42, 0, 0.38, 0, 0]
    centres = [-0.1, 0.105, -0.105, 0.095, -0.095, 0.01, 0.11]
    across = [0.009, 0.0118, 0.0107, 0.0072, 0.0051, 0.00175, 0.00164]
    links = [Link("zy"[i % 2], (0, 0, lengths[i]), masses[i], (0, 0.02 if i == 1 else 0, centres[i]),
                  (across[i], across[i], masses[i] * 0.00125)) for i in range(7)]
    return SimulatedMachine("arm", "seven-axis arm, 1 s", (0, 0, -9.81), links,
                            [math.radians(q) for q in (20, 35, -15, 80, 10, 50, -30)], [0.0] * 7, 1.0)


def chain():
    links = [rod("xy"[i % 2], i) for i in range(20)]
    return SimulatedMachine("chain", "chain of 20 rods, 1 s", (0, 0, -9.81), links, [0.1] * 20, [0.0] * 20, 1.0)


def sweep(kinemate, folder, machine, runs):
    """Runs per second, compiling not counted."""
    varied = [arg for i, q in enumerate(machine.coordinates[:3], 1)
              for arg in ("--vary", f"q{i} = {q - 0.2!r} .. {q + 0.2!r}")]
    command = [kinemate, "sweep", folder / f"{machine.name}.yaml", *varied, "--samples", str(runs), "--threads", "1",
               "--rtol", str(TOLERANCE), "--to", repr(machine.end)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return float(re.search(r"([0-9.e+]+) per second", said)[1])


def single(kinemate, folder, machine):
    command = [kinemate, "simulate", folder / f"{machine.name}.yaml", "--rtol", str(TOLERANCE), "--to", repr(machine.end),
               "--every", repr(machine.end), "--quiet"]
    begin = time.perf_counter()
    for _ in range(CALLS):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return CALLS / (time.perf_counter() - begin)


def error_of_sweep(kinemate, folder, machine, reference):
    (folder / "start.csv").write_text("q1\n" + repr(machine.coordinates[0]) + "\n")
    summaries = [arg for i in range(len(machine.links)) for arg in ("--summary", f"end(q{i + 1})")]
    subprocess.run([kinemate, "sweep", folder / f"{machine.name}.yaml", "--table", folder / "start.csv", "--rtol",
                    str(TOLERANCE), "--to", repr(machine.end), "--quiet", "-o", folder / "end.csv", *summaries],
                   check=True, stdout=subprocess.DEVNULL)
    row = (folder / "end.csv").read_text().splitlines()[-1].split(",")
    return apart(reference, [float(x) for x in row[3:3 + len(machine.links)]])


def beside_mujoco(kinemate, ours, mujoco, folder, machine, rate):
    reference = integrate(ours, machine, folder, "dop853", [1e-13])[0]["coordinates"]
    error = error_of_sweep(kinemate, folder, machine, reference)
    lines = integrate(mujoco, machine, folder, "rk4", [2 ** power for power in range(7, 17)])
    for line in lines:
        line["error"] = apart(reference, line["coordinates"])
    seconds = seconds_at(lines, error)
    if seconds is None:
        best = min(lines, key=lambda line: line["error"])
        print(f"MuJoCo rk4 does not reach the error {error:.1e} rad of our runs: at best {best['error']:.1e} rad, "
              f"with {1 / best['seconds']:,.0f} runs per second")
        return
    print(f"MuJoCo rk4 at our error of {error:.1e} rad: {1 / seconds:,.0f} runs per second; ours are {rate * seconds:,.1f} "
          "times as fast")


def main(kinemate, programs):
    good = True
    print("| machine | runs | sweep, runs per second and core | `simulate`, calls per second | ratio |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder, rates = Path(name), {}
        for machine, runs in ((pendulum(), 20000), (arm(), 4000), (chain(), 400)):
            for ending, text in (("tree", tree_text), ("yaml", model_text), ("xml", mjcf_text)):
                (folder / f"{machine.name}.{ending}").write_text(text(machine))
            rates[machine.name], calls = sweep(kinemate, folder, machine, runs), single(kinemate, folder, machine)
            ratio = rates[machine.name] / calls
            good = good and ratio >= LIMIT
            print(f"| {machine.title} | {runs:,} | {rates[machine.name]:,.0f} | {calls:.1f} | {ratio:,.0f} |", flush=True)
        if len(programs) == 2:
            beside_mujoco(kinemate, *programs, folder, arm(), rates["arm"])
    if not good:
        sys.exit(f"sweep_rates.py: less than {LIMIT} times as fast as single calls")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), [Path(path).resolve() for path in sys.argv[2:]])
