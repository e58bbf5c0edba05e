#!/usr/bin/env python3
"""Calls of the right-hand side where coordinates are exchanged during a run: switching.py KINEMATE

Fifty revolutions of a pendulum and of double-cranks: the integrator's past carried over, forgotten at each change, and
the same coordinates all the time, where the machine gets through with them. Fails where machines in Cartesian
coordinates, which no set of coordinates leads through, need with the past carried over more than half of the calls,
where the order of the Adams method changes, or where energy is not kept.
"""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

REVOLUTIONS = 50
TOLERANCES = ["1e-8", "1e-10"]
METHODS = ["adams", "dop853", "cvode"]
LIMIT = 2  # times fewer calls with the past carried over, Adams method
ATOL = 0.01  # of rtol, as the command has it by itself
DRIFT = 1e4  # tolerances that energy may be off by, of the largest kinetic energy

PENDULUM = Path(__file__).parent.parent.parent / "examples/cartesian_pendulum/model.yaml"
CRANKS = """
name: double-crank
parameters: {{d: {d}, a: 1, b: 1.1, c: 0.9, g: 9.81}}
gravity: [0, -g, 0]
bodies:
  crank: {{mass: 1, center: [a/2, 0, 0], inertia: {{yy: 0.1, zz: 0.1}}}}
  coupler: {{mass: 1, center: [b/2, 0, 0], inertia: {{yy: 0.1, zz: 0.1}}}}
  follower: {{mass: 4, center: [c/2, 0, 0], inertia: {{yy: 0.1, zz: 0.1}}}}
joints:
  A: {{type: revolute, axis: z, from: world, to: crank, coordinate: phi}}
  B: {{type: revolute, axis: z, from: {{body: crank, at: [a, 0, 0]}}, to: coupler, coordinate: alpha}}
  D: {{type: revolute, axis: z, from: {{body: world, at: [d, 0, 0]}}, to: follower, coordinate: psi}}
  C: {{type: revolute, axis: z, from: {{body: coupler, at: [b, 0, 0]}}, to: {{body: follower, at: [c, 0, 0]}}, coordinate: gamma}}
initial: {{phi: 0.3, alpha: 1, psi: 1, phi': 12}}
"""
POINTS = """
name: double-crank of points
parameters: {d: 0.3, a: 1, b: 1.1, c: 0.9, m: 1, g: 9.81}
gravity: [0, -g, 0]
bodies: {s1: {mass: 0}, p1: {mass: m}, s2: {mass: 0}, p2: {mass: m}}
joints:
  A: {type: prismatic, axis: x, from: world, to: s1, coordinate: x1}
  B: {type: prismatic, axis: y, from: s1, to: p1, coordinate: y1}
  C: {type: prismatic, axis: x, from: world, to: s2, coordinate: x2}
  D: {type: prismatic, axis: y, from: s2, to: p2, coordinate: y2}
constraints:
  crank: {type: holonomic, equation: x1^2 + y1^2 = a^2}
  follower: {type: holonomic, equation: (x2 - d)^2 + y2^2 = c^2}
  coupler: {type: holonomic, equation: (x1 - x2)^2 + (y1 - y2)^2 = b^2}
initial: {x1: 1, y1: 0, x2: 0.3, y2: 0.9, y1': 12}
"""


def run(kinemate, machine, end, method, tolerance, switching, *options):
    """The report of a run; none where it does not get to its end."""
    command = [kinemate, "simulate", machine, "--to", repr(end), "--method", method, "--rtol", tolerance]
    command += ["--atol", repr(float(tolerance) * ATOL)]
    command += ["--switching", switching, "--json", "--quiet", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def time_of_revolutions(kinemate, machine, x, y, folder):
    """When the point (x, y) has gone round REVOLUTIONS times, by its recorded way."""
    end = 5.0
    while end < 1000:
        rows = folder / "way.csv"
        command = [kinemate, "simulate", machine, "--to", repr(end), "--rtol", "1e-10", "--each-step", "--max-step", "0.02"]
        subprocess.run([*command, "-o", rows, "--quiet"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = [line for line in rows.read_text().splitlines() if not line.startswith("#")]
        names = [name.strip('"').split(" ")[0] for name in lines[0].split(",")]
        turned, last = 0.0, None
        for line in lines[1:]:
            values = [float(text) for text in line.split(",")]
            angle = math.atan2(values[names.index(y)], values[names.index(x)]) if y else values[names.index(x)]
            if last is not None:
                turned += math.remainder(angle - last, 2 * math.pi) if y else angle - last
            last = angle
            if abs(turned) >= 2 * math.pi * REVOLUTIONS:
                return values[0]
        end *= 2
    sys.exit(f"switching.py: {machine} does not go round")


def main():
    kinemate = sys.argv[1]
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        machines = [("pendulum in x, y", PENDULUM, ("x", "y"), [], True)]
        points = folder / "points.yaml"
        points.write_text(POINTS)
        machines.append(("double-crank in x, y", points, ("x1", "y1"), [], True))
        for d in [0.3, 0.5]:
            file = folder / f"cranks_{d}.yaml"
            file.write_text(CRANKS.format(d=d))
            machines.append((f"double-crank, d = {d}, switch below 0.9", file, ("phi", ""), ["--switch-below", "0.9"], False))
        print("| machine | method | rtol | changes | carried over | forgotten | ratio | the same coordinates |")
        print("|---|---|---|---|---|---|---|---|")
        for title, file, (x, y), options, binding in machines:
            end = time_of_revolutions(kinemate, file, x, y, folder)
            for method in METHODS:
                for tolerance in TOLERANCES:
                    runs = [run(kinemate, file, end, method, tolerance, how, *options) for how in ["on", "restart", "off"]]
                    if runs[0] is None or runs[1] is None:
                        sys.exit(f"switching.py: {title} does not get through by {method}")
                    ratio = runs[1]["rhs_calls"] / runs[0]["rhs_calls"]
                    alone = f"{runs[2]['rhs_calls']:,}" if runs[2] else "ends at a dead centre"
                    print(f"| {title} | {method} | {tolerance} | {len(runs[0]['switches'])} | {runs[0]['rhs_calls']:,} |"
                          f" {runs[1]['rhs_calls']:,} | {ratio:.2f} | {alone} |", flush=True)
                    if binding and method == "adams" and ratio < LIMIT:
                        print(f"switching.py: {title}: less than {LIMIT} times fewer calls", file=sys.stderr)
                        failed = True
                    drift = runs[0]["audit"]["energy_drift"] / runs[0]["audit"]["largest_kinetic"]
                    if drift > DRIFT * float(tolerance):
                        print(f"switching.py: {title}, {method}: energy is off by {drift:.1e}", file=sys.stderr)
                        failed = True
                    orders = [(one["order_before"], one["order_after"]) for one in runs[0]["switches"]]
                    if any(before != after for before, after in orders):
                        print(f"switching.py: {title}, {method}: the order has changed", file=sys.stderr)
                        failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
