#!/usr/bin/env python3
"""SymPy as a peer: its `cse` on the equations of motion that write_programs writes: programs_sympy.py FILE...

cse/MACHINE/VALUES/default    M, k and tau by sympy.cse as it comes; VALUES is numbers or symbols
cse/MACHINE/VALUES/basic      with optimizations='basic'

Prints JSON as Google Benchmark does. `operations` counts those of the result: additions and subtractions,
multiplications, divisions, roots, calls, powers by the multiplications of repeated squaring; signs are free. What does
not finish has "finished": false and the limit as its time. The values of every result are checked.
"""

import argparse
import json
import math
import signal
import sys
from pathlib import Path

import sympy
from equations_sympy import run_once, stop

OPTIMIZATIONS = {"default": None, "basic": "basic"}
FUNCTIONS = {sympy.sin: math.sin, sympy.cos: math.cos}


def read_formulas(file):
    """The formulas, their values at a point, and the point."""
    known = {"sin": sympy.sin, "cos": sympy.cos, "sqrt": sympy.sqrt}
    formulas, values, point = [], [], {}
    for line in file.read_text().splitlines():
        kind, *rest = line.split()
        if kind == "input":
            known[rest[0]] = sympy.Symbol(rest[0], real=True)
            point[known[rest[0]]] = float(rest[1])
        elif kind == "result":
            formulas.append(sympy.sympify(eval(rest[0], {}, known)))
            values.append(float(rest[1]))
        else:  # a definition becomes an object at once, so that shared parts stay shared
            known[kind] = eval(rest[1], {}, known)
    return formulas, values, point


def power_operations(exponent):
    """Of x^|exponent|: multiplications, and perhaps a root."""
    if exponent.is_Integer:
        n = abs(int(exponent))
        return n.bit_length() - 2 + n.bit_count()
    if exponent.is_Rational and exponent.q == 2:
        return 1 + power_operations(sympy.Integer(exponent.p))
    return 1


def count_operations(formula):
    if formula.is_Symbol or formula.is_number:
        return 0
    if formula.is_Pow and formula.exp.is_number:
        return count_operations(formula.base) + power_operations(formula.exp) + bool(formula.exp.is_negative)
    operations = sum(map(count_operations, formula.args))
    if formula.is_Add:
        return operations + len(formula.args) - 1
    if formula.is_Mul:  # a division is counted where the reciprocal stands; x*y/(z*w) has as many as x*y*z*w
        above = [factor for factor in formula.args
                 if factor not in (1, -1) and not (factor.is_Pow and factor.exp.is_negative)]
        return operations + max(len(above) - 1, 0)
    return operations + 1


def evaluate(formula, values):
    if formula.is_Symbol:
        return values[formula]
    if formula.is_number:
        return float(formula)
    arguments = [evaluate(argument, values) for argument in formula.args]
    if formula.is_Add:
        return math.fsum(arguments)
    if formula.is_Mul:
        return math.prod(arguments)
    if formula.is_Pow:
        return arguments[0] ** arguments[1]
    return FUNCTIONS[formula.func](*arguments)


def agrees(definitions, results, values, point):
    known = dict(point)
    for symbol, formula in definitions:
        known[symbol] = evaluate(formula, known)
    errors = [abs(evaluate(result, known) - value) for result, value in zip(results, values, strict=True)]
    return max(errors) <= 1e-9 * max(map(abs, values))


def measure(name, formulas, values, point, optimizations, limit):
    timed = run_once(lambda: sympy.cse(formulas, optimizations=optimizations), limit) if formulas else None
    if not timed:
        return {"run_name": name, "real_time": 1e3 * limit, "finished": False}
    real, cpu, (definitions, results) = timed
    if not agrees(definitions, results, values, point):
        sys.exit(f"programs_sympy.py: {name} has other values than Kinemate")
    operations = sum(map(count_operations, [*(formula for _, formula in definitions), *results]))
    return {"run_name": name, "real_time": 1e3 * real, "cpu_time": 1e3 * cpu, "finished": True,
            "operations": operations}


def report(run):
    print(f"  {run['run_name']}: {'' if run['finished'] else 'more than '}{run['real_time'] / 1e3:.3g} s"
          + (f", {run['operations']} operations" if run["finished"] else ""), file=sys.stderr)


def main(settings):
    signal.signal(signal.SIGALRM, stop)
    runs = []
    for file in settings.files:
        machine, _, kind = file.stem.rpartition("-")
        built = run_once(lambda: read_formulas(file), settings.limit)
        formulas, values, point = built[2] if built else (None, None, None)
        for name, optimizations in OPTIMIZATIONS.items():
            runs.append(measure(f"cse/{machine}/{kind}/{name}", formulas, values, point, optimizations, settings.limit))
            report(runs[-1])
    json.dump({"benchmarks": runs}, sys.stdout, indent=2)


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--limit", type=float, default=60, help="seconds of one run")
    main(parser.parse_args())
