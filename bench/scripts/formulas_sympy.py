#!/usr/bin/env python3
"""SymPy as a peer: the gradient of the same formulas, symbol by symbol: formulas_sympy.py TAPE...

Prints JSON as Google Benchmark does, so that one table takes all: medians in ms.
"""

import json
import math
import statistics
import sys
import time
from pathlib import Path

import sympy
from sympy.core.cache import clear_cache

REPETITIONS = 3

APPLY = {
    "number": lambda made, first, _: sympy.Integer(first),
    "sum": lambda made, first, second: made[first] + made[second],
    "product": lambda made, first, second: made[first] * made[second],
    "power": lambda made, first, second: made[first] ** second,
    "sin": lambda made, first, _: sympy.sin(made[first]),
    "cos": lambda made, first, _: sympy.cos(made[first]),
}


def read_tape(path):
    """The symbols and the formula of a tape (bench/formulas/tape.h)."""
    count, *lines = path.read_text().splitlines()
    symbols = [sympy.Symbol(f"x{k}") for k in range(int(count))]
    made = []
    for name, first, second in (line.split() for line in lines):
        made.append(symbols[int(first)] if name == "symbol" else APPLY[name](made, int(first), int(second)))
    return symbols, made[-1]


def value(formula, values):
    """The value at a point. `values` keeps that of every part: evalf would compute shared parts again and again."""
    if formula not in values:
        if formula.is_Number:
            values[formula] = float(formula)
        else:
            operands = [value(operand, values) for operand in formula.args]
            combine = {sympy.Add: sum, sympy.Mul: math.prod, sympy.Pow: lambda x: math.pow(*x),
                       sympy.sin: lambda x: math.sin(*x), sympy.cos: lambda x: math.cos(*x)}
            values[formula] = combine[formula.func](operands)
    return values[formula]


def measure(path):
    times = []
    for _ in range(REPETITIONS):
        clear_cache()
        symbols, formula = read_tape(path)
        start = time.perf_counter()
        gradient = [formula.diff(symbol) for symbol in symbols]
        times.append(time.perf_counter() - start)
    values = {symbol: 0.5 + k * 37 % 100 / 100 for k, symbol in enumerate(symbols)}
    check_sum = sum(value(derivative, values) for derivative in gradient)
    return {"run_name": f"peers/{path.stem}", "real_time": 1e3 * statistics.median(times), "check_sum": check_sum}


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    json.dump({"benchmarks": [measure(Path(name)) for name in sys.argv[1:]]}, sys.stdout, indent=2)
