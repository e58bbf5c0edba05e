#!/usr/bin/env python3
"""Time of a simulation against its error, ours and of peers: work_precision.py KINEMATE PICTURE.svg PROGRAM...

PROGRAM are integrate_kinemate and those of its peers that are there (bench/runs/integration_program.h); SciPy on generated
Python is taken where it is installed. Prints every run, and for some errors how many times longer peers take than
Kinemate; draws error against time. An error is the largest of any coordinate at the end, rad. Fails where engines do not
simulate the same machine, or a peer takes less than LIMIT times as long.
"""

import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from simulated_machines import write_machines
from work_precision_picture import picture

LIMIT = 3  # times less than peers at equal error
ERRORS = [1e-4, 1e-6, 1e-8]
SAME_MACHINE = 1e-9  # of the largest acceleration at the start
SAME_MOTION = 1e-10  # rad: our two methods at their smallest tolerances
REFERENCE = "dop853", 1e-13
CHECK = "adams", 1e-12


def tolerances(first, last):
    return [10.0 ** -power for power in range(first, last + 1)]


def steps(first, last):
    return [2 ** power for power in range(first, last + 1)]


# engine and settings by method; as far as runs take less than a second
METHODS = {
    "integrate_kinemate": ("Kinemate", {"dop853": tolerances(1, 12), "adams": tolerances(1, 12)}),
    "integrate_simbody": ("Simbody", {"merson": tolerances(1, 9), "rk3": tolerances(1, 7), "cpodes": tolerances(1, 9)}),
    "integrate_mujoco": ("MuJoCo", {"rk4": steps(5, 15), "euler": steps(7, 17), "implicit": steps(7, 16)}),
    "integrate_scipy.py": ("SciPy", {"DOP853": tolerances(1, 12), "LSODA": tolerances(1, 12)}),
}


def integrate(program, machine, folder, method, settings):
    """A line of the program for each setting."""
    interpreter = [sys.executable, "-B"] if program.suffix == ".py" else []
    command = [*interpreter, program, folder / machine.name, repr(machine.end), method, *map(repr, settings)]
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=one_thread)
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]  # MuJoCo warns between them


def apart(a, b):
    largest = max(abs(x - y) for x, y in zip(a, b, strict=True))
    return largest if all(map(math.isfinite, a + b)) else math.inf


def measure(programs, machine, folder):
    """Lines by engine and method, each with its error."""
    ours = next(program for program in programs if program.name == "integrate_kinemate")
    reference, check = (integrate(ours, machine, folder, method, [tolerance])[0] for method, tolerance in (REFERENCE, CHECK))
    doubt = apart(reference["coordinates"], check["coordinates"])
    print(f"\n{machine.title}: {REFERENCE[0]} and {CHECK[0]} differ by {doubt:.1g} rad at the end")
    if doubt > SAME_MOTION:
        sys.exit(f"work_precision.py: no reference for {machine.name}")
    scale = max(map(abs, reference["accelerations"]))
    results = {}
    for program in programs:
        engine, methods = METHODS[program.name]
        for method, settings in methods.items():
            lines = integrate(program, machine, folder, method, settings)
            if apart(reference["accelerations"], lines[0]["accelerations"]) > SAME_MACHINE * scale:
                sys.exit(f"work_precision.py: {engine} has other accelerations of {machine.name}")
            for line in lines:
                line["error"] = apart(reference["coordinates"], line["coordinates"])
            results[engine, method] = lines
    return results


def best_points(lines):
    """(seconds, error) of the runs that no faster one is better than, the fastest first."""
    best = []
    for seconds, error in sorted((line["seconds"], line["error"]) for line in lines if line["error"] > 0):
        if not best or error < best[-1][1]:
            best.append((seconds, error))
    return best


def seconds_at(lines, error):
    """By interpolation between logarithms; none where it is not reached."""
    points = best_points(lines)
    if points[0][1] <= error:  # the coarsest setting does
        return points[0][0]
    for (slow, rough), (fast, fine) in zip(points, points[1:]):
        if fine <= error:
            share = math.log(rough / error) / math.log(rough / fine)
            return slow * (fast / slow) ** share
    return None


def print_runs(results):
    print(f"{'':20} {'setting':>10} {'error, rad':>11} {'time, us':>12}")
    for (engine, method), lines in results.items():
        for line in lines:
            setting = f"{line['setting']:.0e}" if line["setting"] < 1 else f"{line['setting']:,}"
            print(f"{engine + ' ' + method:20} {setting:>10} {line['error']:>11.1e} {1e6 * line['seconds']:>12,.1f}")


def print_ratios(results):
    """Whether all are above the limit."""
    good = True
    for error in ERRORS:
        ours = {method: seconds_at(lines, error) for (engine, method), lines in results.items() if engine == "Kinemate"}
        method, best = min(((method, time) for method, time in ours.items() if time), key=lambda pair: pair[1])
        cells = []
        for (engine, peer), lines in results.items():
            if engine == "Kinemate":
                continue
            seconds = seconds_at(lines, error)
            good = good and (seconds is None or seconds >= LIMIT * best)
            cells.append("not reached" if seconds is None else f"{seconds / best:,.0f}")
        print(f"| {error:.0e} | {method} {1e6 * best:.0f} | " + " | ".join(cells) + " |")
    return good


def generate_python(kinemate, machine, folder):
    subprocess.run([kinemate, "generate", folder / f"{machine.name}.yaml", "--what", "ode", "--to", "python", "-o", folder,
                    "--quiet"], check=True)


def main(kinemate, svg, programs):
    good, panels = True, {}
    if importlib.util.find_spec("scipy"):
        programs = [*programs, Path(__file__).parent / "integrate_scipy.py"]
    for name, (engine, _) in METHODS.items():
        if name not in [program.name for program in programs]:
            print(f"work_precision.py: {engine} is not installed, going on without it", file=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for machine in write_machines(folder):
            generate_python(kinemate, machine, folder)
            results = measure(programs, machine, folder)
            print_runs(results)
            peers = [f"{engine} {method}" for engine, method in results if engine != "Kinemate"]
            print("\n| error, rad | Kinemate, us | " + " | ".join(peers) + " |\n|" + "---|" * (len(peers) + 2))
            good = print_ratios(results) and good
            panels[machine.title] = {method: best_points(lines) for method, lines in results.items()}
    Path(svg).write_text(picture(panels))
    print(f"\nat least {LIMIT} times faster than every peer at equal error: " + ("yes" if good else "no  MISSED"))
    return 0 if good else 1


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: work_precision.py KINEMATE PICTURE.svg PROGRAM...")
    sys.exit(main(sys.argv[1], sys.argv[2], [Path(program).resolve() for program in sys.argv[3:]]))
