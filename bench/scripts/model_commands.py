#!/usr/bin/env python3
"""The whole commands on the model files of chains, from start to end: model_commands.py KINEMATE WRITE_CHAIN

Prints JSON as Google Benchmark does, so that one table takes all: medians in ms.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPETITIONS = 3
CHECKED = [100, 1_000, 10_000]
MOVED = [3, 4, 10, 100, 1_000, 3_000]  # bodies; the motion of the last one
TIME_LIMIT = 120  # seconds of one run


def measure(name, bodies, command):
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, timeout=TIME_LIMIT)
        times.append(time.perf_counter() - start)
    return {"run_name": f"{name}/{bodies}", "real_time": 1e3 * statistics.median(times), "bodies": bodies}


def main(kinemate, write_chain):
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for bodies in sorted({*CHECKED, *MOVED}):
            file = Path(folder) / f"{bodies}.yaml"
            file.write_bytes(subprocess.run([write_chain, str(bodies)], stdout=subprocess.PIPE, check=True).stdout)
            if bodies in CHECKED:
                results.append(measure("command check", bodies, [kinemate, "check", file]))
            if bodies in MOVED:
                point = ["--point", f"b{bodies}"]
                results.append(measure("command kinematics", bodies, [kinemate, "kinematics", file, *point]))
    json.dump({"benchmarks": results}, sys.stdout, indent=2)


if __name__ == "__main__":
    main(*sys.argv[1:])
