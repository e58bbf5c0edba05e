#!/usr/bin/env python3
"""Flat equations of a planar pendulum chain, solved as formulas and by rivals (figure 4.4 of Schubert 2014):
flat_equations.py KINEMATE FLAT_EQUATIONS PICTURE.svg [N...]

Equations are shuffled, with names that say nothing. Prints a table of microseconds of a call by each method
(bench/flat/flat_methods.h), draws it, and fails where methods disagree or a limit is missed. Without N also other machines.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from algorithms_over_n import chain, crossover, picture

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ["quadruped", "puma_560", "concrete_pump_mast", "excavator_arm", "andrews_squeezer", "bricard"]
SIZES = [2, 4, 8, 12, 18, 30, 50, 80, 100, 150, 200]
AGREEMENT = 1e-9  # of the largest unknown
UMFPACK_RATIO = 100, 3  # at so many links so many times faster
TEARING_FROM = 18  # links from which on tearing is slower
GROWTH = 50, 200, 1.5  # time by the link, of the long chain against the short one
SOLVE_SECONDS = 100, 10  # the command at so many links


def measure(kinemate, program, model):
    """The line of the program on the machine of a model file's text, and the seconds that the command takes."""
    with tempfile.TemporaryDirectory() as name:
        machine, equations = Path(name) / "model.yaml", Path(name) / "equations.yaml"
        machine.write_text(model)
        subprocess.run([kinemate, "convert", machine, "--to", "equations", "--seed", "1", "-o", equations], check=True)
        begin = time.perf_counter()
        subprocess.run([kinemate, "solve", equations, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - begin
        run = subprocess.run([program, equations], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout) | {"command": seconds}


def other_machines():
    """Texts of model files by name."""
    run = subprocess.run([ROOT / "bench/machines/generate", "keppler", "50"], check=True, stdout=subprocess.PIPE, text=True)
    return {"spatial chain of 50 links": run.stdout} | {
        name: (ROOT / "examples" / name / "model.yaml").read_text() for name in EXAMPLES}


def print_table(first, results):
    methods = list(next(iter(results.values()))["ns"])
    counts = ["unknowns", "columns", "entries", "fill_in", "tears", "operations"]
    names = [first, *counts, *methods, "UMFPACK / solve", "tearing / solve", "`kinemate solve`"]
    print("\n| " + " | ".join(names).replace("_", "-") + " |\n|" + "---|" * len(names))
    for name, result in results.items():
        ns = result["ns"]
        cells = [f"{result[count]:,}" for count in counts] + [f"{ns[method] / 1e3:.3g}" for method in methods]
        cells += [f"{ns[rival] / ns['solve']:.3g}" for rival in ("UMFPACK", "tearing")] + [f"{result['command']:.2f} s"]
        print(f"| {name} | " + " | ".join(cells) + " |")


def disagreements(results):
    """A line for each machine."""
    return [f"methods disagree by {result['difference']:.1g} on {name}" for name, result in results.items()
            if not result["difference"] <= AGREEMENT]


def missed_limits(results, rows):
    """A line for each."""
    n, least = UMFPACK_RATIO
    if n in rows and rows[n]["UMFPACK"] < least * rows[n]["solve"]:
        yield f"less than {least} times faster than UMFPACK at n = {n}"
    for n in rows:
        if n >= TEARING_FROM and rows[n]["tearing"] <= rows[n]["solve"]:
            yield f"tearing is faster at n = {n}"
    short, long, limit = GROWTH
    if short in rows and long in rows:
        growth = rows[long]["solve"] / long / (rows[short]["solve"] / short)
        print(f"time by the link, n = {long} to n = {short}: {growth:.2f}, limit {limit}")
        if not growth < limit:
            yield "not linear"
    n, most = SOLVE_SECONDS
    if n in results and not results[n]["command"] < most:
        yield f"kinemate solve takes longer than {most} s at n = {n}"


def main(kinemate, program, svg, sizes):
    results = {n: measure(kinemate, program, chain(n)) for n in sizes or SIZES}
    rows = {n: {method: ns / 1e3 for method, ns in result["ns"].items()} for n, result in results.items()}
    print_table("links", results)
    Path(svg).write_text(picture(rows))
    print(f"faster than tearing: {crossover(rows, 'tearing', 'solve')}")
    missed = disagreements(results) + list(missed_limits(results, rows))
    if not sizes:
        others = {name: measure(kinemate, program, model) for name, model in other_machines().items()}
        print_table("machine", others)
        missed += disagreements(others)
        results |= others
    print(f"\nlargest difference: {max(result['difference'] for result in results.values()):.1g}")
    for line in missed:
        print(f"MISSED: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: flat_equations.py KINEMATE FLAT_EQUATIONS PICTURE.svg [N...]")
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], [int(n) for n in sys.argv[4:]]))
