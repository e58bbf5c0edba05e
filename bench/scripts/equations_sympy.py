#!/usr/bin/env python3
"""SymPy as a peer: equations of motion of the machines of bench/machines: equations_sympy.py KINEMATE FOLDER

equations/MACHINE/METHOD        from the description of the machine to mass matrix and forcing, by KanesMethod and
                                LagrangesMethod; larger machines follow until one takes longer than the limit
short/MACHINE/METHOD/FUNCTION   trigsimp or simplify on every entry of these, the derivation not timed; `derived` is the
                                result as the method gives it

Prints JSON as Google Benchmark does, so that one table takes all: times in ms, medians of three where one takes less
than REPEATED seconds. What does not finish has "finished": false and the limit as its time. The formulas of `short` are
written to FOLDER, one a line: the upper triangle of the mass matrix by rows, then the forcing. The command KINEMATE
counts their operations, all entries of a machine as one formula, so that shared parts count once.
"""

import argparse
import json
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import sympy
from equations_machines import METHODS, check_sum, formula_text, named_entries
from sympy.core.cache import clear_cache

REPETITIONS = 3
REPEATED = 3  # seconds: longer runs are not repeated
GROWING = {"keppler": list(range(1, 20)), "cart": [1, 2, 4, 8, 16, 32, 64]}
SHORTENED = ["cart/1", "cart/2", "cart/3", "keppler/1", "keppler/2", "keppler/3", "planar/2", "planar/3", "cardan",
             "lagr"]
FUNCTIONS = {"derived": lambda entry: entry, "trigsimp": sympy.trigsimp, "simplify": sympy.simplify}
# what kinemate::cost weighs (src/expr/count.h), by the names that `formula count` prints
WEIGHTS = {"additions": 1, "negations": 1, "multiplications": 1, "divisions": 4, "square roots": 6, "powers": 15,
           "function calls": 15, "selections": 15, "comparisons": 1}


class OutOfTime(BaseException):
    """No Exception, since SymPy catches those."""


def stop(_signal, _frame):
    raise OutOfTime


def run_once(work, limit):
    """Seconds by the clock, seconds of the processor, result; nothing where it takes longer than the limit."""
    clear_cache()
    signal.setitimer(signal.ITIMER_REAL, limit, 1)  # again every second: a callback may swallow the first
    clock, processor = time.perf_counter(), time.process_time()
    try:
        result = work()
        times = time.perf_counter() - clock, time.process_time() - processor
        signal.setitimer(signal.ITIMER_REAL, 0)
        return *times, result
    except OutOfTime:
        signal.setitimer(signal.ITIMER_REAL, 0)
        return None


def measure(name, work, limit):
    """The run as Google Benchmark tells it, and the result of `work` or None."""
    first = run_once(work, limit)
    if not first:
        return {"run_name": name, "real_time": 1e3 * limit, "finished": False}, None
    repeated = first[0] < REPEATED
    runs = [first, *(run_once(work, limit) for _ in range(REPETITIONS - 1 if repeated else 0))]
    real, cpu, results = zip(*runs)
    return {"run_name": name, "real_time": 1e3 * statistics.median(real), "cpu_time": 1e3 * statistics.median(cpu),
            "finished": True, "runs": len(runs)}, results[0]


def count_operations(kinemate, texts):
    """The operations and their cost, without the call that joins the formulas."""
    joined = f"entries({', '.join(texts)})"
    printed = subprocess.run([kinemate, "formula", "count", "--json"], input=joined, stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    counts = json.loads(printed)["shared"]
    counts["function calls"] -= 1
    return {"operations": sum(counts.values()), "cost": sum(WEIGHTS[name] * count for name, count in counts.items())}


def measure_growing(family, method, limit, wanted):
    """The machines of a family until one takes too long."""
    runs = []
    for size in GROWING[family]:
        name = f"equations/{family}/{size}/{method}"
        if not wanted(name):
            continue
        run, equations = measure(name, lambda: METHODS[method](f"{family}/{size}"), limit)
        runs.append(run)
        report(run)
        if not equations:
            break
        run["freedoms"] = len(equations.coordinates)
        run["check_sum"] = check_sum(named_entries(equations))
    return runs


def measure_short(machine, method, function, settings):
    derived = named_entries(METHODS[method](machine))
    run, entries = measure(f"short/{machine}/{method}/{function}",
                           lambda: [FUNCTIONS[function](entry) for entry in derived], settings.limit)
    if entries:
        run["check_sum"] = check_sum(entries)
        if abs(run["check_sum"] - check_sum(derived)) > 1e-9 * abs(run["check_sum"]):
            sys.exit(f"equations_sympy.py: {function} changes the equations of {machine} by {method}")
        texts = [formula_text(entry) for entry in entries]
        file = settings.folder / f"{machine.replace('/', '-')}-{method}-{function}.txt"
        file.write_text("\n".join(texts) + "\n")
        run.update(count_operations(settings.kinemate, texts))
    report(run)
    return run


def report(run):
    cost = f", cost {run['cost']:.0f}" if "cost" in run else ""
    more = "" if run["finished"] else "more than "
    print(f"  {run['run_name']}: {more}{run['real_time'] / 1e3:.3g} s{cost}", file=sys.stderr)


def main(settings):
    signal.signal(signal.SIGALRM, stop)
    settings.folder.mkdir(parents=True, exist_ok=True)
    wanted = re.compile(settings.only).search
    runs = []
    for family in GROWING:
        for method in METHODS:
            runs += measure_growing(family, method, settings.limit, wanted)
    for machine in SHORTENED:
        for method in METHODS:
            runs += [measure_short(machine, method, function, settings) for function in FUNCTIONS
                     if wanted(f"short/{machine}/{method}/{function}")]
    json.dump({"benchmarks": runs}, sys.stdout, indent=2)


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinemate", help="the command that counts operations")
    parser.add_argument("folder", type=Path, help="where the formulas go")
    parser.add_argument("--limit", type=float, default=60, help="seconds of one run")
    parser.add_argument("--only", default="", help="runs whose name has this regular expression in it")
    main(parser.parse_args())
