#!/usr/bin/env python3
"""SymPy as a peer: normal forms of the same formulas: normal_forms_sympy.py TAPE...

The tapes are multiplied out. The rotations are those of bench/formulas/rotations.h, in three ways that SymPy offers.
Prints JSON as Google Benchmark does, so that one table takes all: medians in ms.
"""

import json
import statistics
import sys
import time
from pathlib import Path

import sympy
from formulas_sympy import REPETITIONS, read_tape, value
from sympy.core.cache import clear_cache


def make_rotation(axis, angle):
    i, j = (axis + 1) % 3, (axis + 2) % 3
    rotation = sympy.eye(3)
    rotation[i, i] = rotation[j, j] = sympy.cos(angle)
    rotation[i, j], rotation[j, i] = -sympy.sin(angle), sympy.sin(angle)
    return rotation


def make_rotation_square(angles):
    product = make_rotation(0, angles[0])
    for k, angle in enumerate(angles[1:], start=1):
        product = product * make_rotation(k % 3, angle)
    return product * product.T


def by_expand(matrix, angles):
    """Multiplied out, and sin² replaced angle by angle. xreplace is faster than subs."""
    matrix = matrix.applyfunc(sympy.expand)
    for angle in angles:
        square = {sympy.sin(angle) ** 2: 1 - sympy.cos(angle) ** 2}
        matrix = matrix.applyfunc(lambda entry: sympy.expand(entry.xreplace(square)))
    return matrix


def by_division(matrix, angles):
    """The remainder of division by s² + c² - 1, as polynomials in sines and cosines."""
    variables = [function(angle) for angle in angles for function in (sympy.sin, sympy.cos)]
    relations = [sympy.Poly(sympy.sin(angle) ** 2 + sympy.cos(angle) ** 2 - 1, *variables) for angle in angles]
    return matrix.applyfunc(
        lambda entry: sympy.reduced(sympy.Poly(entry, *variables), relations, *variables)[1].as_expr())


def by_simplify(matrix, _):
    return matrix.applyfunc(sympy.simplify)


def measure(prepare, run):
    """The median time in ms of `run` on what `prepare` gives, and the last result."""
    times = []
    for _ in range(REPETITIONS):
        clear_cache()
        given = prepare()
        start = time.perf_counter()
        result = run(given)
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times), result


def measure_expand(path):
    milliseconds, result = measure(lambda: read_tape(path)[1], sympy.expand)
    values = {symbol: 0.5 + k * 37 % 100 / 100 for k, symbol in enumerate(read_tape(path)[0])}
    return {"run_name": f"expand/{path.stem}", "real_time": milliseconds, "terms": len(result.args),
            "check_sum": value(result, values)}


def measure_rotations(count, name, way):
    angles = sympy.symbols(f"q1:{count + 1}")
    milliseconds, result = measure(lambda: angles, lambda given: way(make_rotation_square(given), given))
    if result != sympy.eye(3):
        sys.exit(f"normal_forms_sympy.py: {count} rotations by {name} do not make the identity")
    return {"run_name": f"rotations/{count}/{name}", "real_time": milliseconds}


def main(paths):
    runs = [measure_expand(path) for path in paths]
    runs.append(measure_rotations(8, "division", by_division))
    runs.append(measure_rotations(8, "expand", by_expand))
    runs.append(measure_rotations(4, "simplify", by_simplify))  # eight do not finish in five minutes
    json.dump({"benchmarks": runs}, sys.stdout, indent=2)


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    main([Path(name) for name in sys.argv[1:]])
