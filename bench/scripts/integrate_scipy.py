#!/usr/bin/env python3
"""SciPy's integrators on generated Python, as a peer: integrate_scipy.py MACHINE END DOP853|LSODA|RK45 TOLERANCE...

Takes MACHINE_ode.py, as `kinemate generate --to python --what ode` writes it, and the state of MACHINE.tree; prints as
bench/runs/integration_program.h says.
"""

import importlib
import json
import sys
import time
from pathlib import Path

from scipy.integrate import solve_ivp

LEAST_RUNS, TOTAL = 3, 0.15  # s


def read_start(path):
    """Coordinates, then speeds."""
    lines = [line.split() for line in path.read_text().splitlines()]
    return [float(word) for name in ("q", "s") for line in lines if line[0] == name for word in line[1:]]


def least_processor_seconds(run):
    times = []
    while len(times) < LEAST_RUNS or sum(times) < TOTAL:
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return min(times)


def main(machine, end, method, tolerances):
    sys.path.insert(0, str(machine.parent))
    ode = importlib.import_module(machine.name + "_ode").ode
    start = read_start(machine.with_suffix(".tree"))
    speeds = len(start) // 2
    for tolerance in tolerances:
        def run():
            return solve_ivp(ode, (0, end), start, method=method, rtol=tolerance, atol=tolerance)

        print(json.dumps({"setting": tolerance, "seconds": least_processor_seconds(run),
                          "coordinates": list(run().y[:speeds, -1]),
                          "accelerations": [float(rate) for rate in ode(0.0, start)[speeds:]]}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit("usage: integrate_scipy.py MACHINE END METHOD TOLERANCE...")
    main(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3], [float(word) for word in sys.argv[4:]])
