#!/usr/bin/env python3
"""Linearisation in formulas beside SymPy's: linearisation.py KINEMATE LINEAR_STAGES [--limit SECONDS] [MACHINE...]

cardan        the Cardan double pendulum, symbols for all parameters
rods          five uniform rods on hinges about x and y in turn (Keppler, Barthels, Seemann 2005, with bodies of our own),
              numbers for all but gravity
rods-symbols  the same with symbols for all parameters
rods-shifted  rods on a base that is shifted by functions of time

all about the equilibrium in which they hang. Ours, the least of RUNS: `linearising`, from the derivatives at the
reference to shortened formulas (bench/linear/linear_stages.cc), with the state space and without; the whole command
`kinemate linearize --only formulas`. SymPy, the least of the runs that fit into REPEATED seconds: KanesMethod to its
equations; `linearize` of these to M, A, B; the same with A_and_B=True, to the state space; by hand, Jacobians of
`forcing`, then the operating point.

M, P, Q agree at random values of all symbols. SymPy's `linearize` counts accelerations of the base twice in A, since they
stand in two of its terms: there its Jacobians are compared, and the difference is told. Fails where our matrices differ,
and where `linearize` takes less than LIMIT times as long as linearising does here.
"""

import argparse
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import sympy
from equations_machines import TIME, add_body, dynamicsymbols, fix, form_kane, start, turn, use_symbols
from equations_sympy import run_once, stop
from sympy.physics.mechanics import msubs

LIMIT = 100  # times our linearising
RUNS = 5
REPEATED = 20  # seconds
RODS = 5
BASE = ["x0", "y0", "z0"]
NUMBERS = {"m": "1", "l": "1", "a": "1/2", "Ixx": "1/12", "Iyy": "1/12", "Izz": "1/200"}
SYMBOLS = {name: name for name in NUMBERS}

CARDAN = """name: cardan
parameters: {g: , m1: , l1: , m2: , l2: , Ixx1: , Ixx2: , Iyy2: }
gravity: [0, 0, g]
bodies:
  rod1: {mass: m1, center: [0, 0, l1/2], inertia: {xx: Ixx1, yy: Ixx1, zz: 0}}
  rod2: {mass: m2, center: [0, 0, l2/2], inertia: {xx: Ixx2, yy: Iyy2, zz: 0}}
joints:
  pivot: {type: revolute, axis: x, from: world, to: rod1, coordinate: alpha1}
  cardan:
    type: motion
    from: {body: rod1, at: [0, 0, l1], axes: world}
    to: rod2
    coordinates: [alpha2, beta2]
    rotation: [[x, alpha2], [y, beta2]]
"""


def make_cardan():
    g, m1, l1, m2, l2, xx1, xx2, yy2 = sympy.symbols("g m1 l1 m2 l2 Ixx1 Ixx2 Iyy2")
    machine = start(["alpha1", "alpha2", "beta2"], use_symbols)
    world = machine.world
    machine.gravity = g * world.z
    alpha1, alpha2, beta2 = zip(machine.coordinates, machine.speeds)
    rod1 = turn(world, world.x, *alpha1)
    add_body(machine, rod1, fix(machine, rod1, machine.origin, l1 / 2 * rod1.z), m1, xx1, xx1)
    tip = fix(machine, rod1, machine.origin, l1 * rod1.z)
    cross = turn(world, world.x, *alpha2)  # against the world, not against rod 1
    rod2 = turn(cross, cross.y, *beta2)
    add_body(machine, rod2, fix(machine, rod2, tip, l2 / 2 * rod2.z), m2, xx2, yy2)
    return machine


def rods_text(values, base):
    lines = ["name: rods", f"parameters: {{g: {''.join(f', {name}: ' for name in values if values is SYMBOLS)}}}",
             "gravity: [0, 0, g]"]
    if base:
        lines.append(f"base: {{position: [{', '.join(f'{name}(t)' for name in BASE)}]}}")
    lines.append("bodies:")
    for k in range(RODS):
        lines.append("  b%d: {mass: %s, center: [0, 0, %s], inertia: {xx: %s, yy: %s, zz: %s}}"
                     % (k + 1, *(values[name] for name in ("m", "a", "Ixx", "Iyy", "Izz"))))
    lines.append("joints:")
    for k in range(RODS):
        before = f"{{body: b{k}, at: [0, 0, {values['l']}]}}" if k else "world"
        lines.append(f"  j{k + 1}: {{type: revolute, axis: {'xy'[k % 2]}, from: {before}, to: b{k + 1}, "
                     f"coordinate: q{k + 1}}}")
    return "\n".join(lines) + "\n"


def make_rods(values, base):
    m, l, a, xx, yy, zz = (sympy.sympify(values[name]) for name in ("m", "l", "a", "Ixx", "Iyy", "Izz"))
    machine = start([f"q{k + 1}" for k in range(RODS)], use_symbols)
    frame, hinge = machine.world, machine.origin
    machine.gravity = sympy.Symbol("g") * frame.z
    if base:
        shift = sum((dynamicsymbols(name) * axis for name, axis in zip(BASE, frame)), 0 * frame.x)
        hinge = hinge.locatenew("base", shift)
        hinge.set_vel(frame, shift.dt(frame))
    for k, (angle, rate) in enumerate(zip(machine.coordinates, machine.speeds)):
        frame = turn(frame, frame.y if k % 2 else frame.x, angle, rate)
        add_body(machine, frame, fix(machine, frame, hinge, a * frame.z), m, xx, yy, zz)
        hinge = fix(machine, frame, hinge, l * frame.z)
    return machine


@dataclass
class Case:
    title: str
    text: str  # of the model
    make: object  # the machine of SymPy
    base_moves: bool = False


CASES = {
    "cardan": Case("Cardan double pendulum, symbols", CARDAN, make_cardan),
    "rods": Case("keppler, n = 5, numbers", rods_text(NUMBERS, False), lambda: make_rods(NUMBERS, False)),
    "rods-symbols": Case("keppler, n = 5, symbols", rods_text(SYMBOLS, False), lambda: make_rods(SYMBOLS, False)),
    "rods-shifted": Case("keppler, n = 5, numbers, the base is shifted", rods_text(NUMBERS, True),
                         lambda: make_rods(NUMBERS, True), True),
}


def least(work, limit):
    """The least seconds of runs by the clock and their result; nothing where the first takes longer than the limit."""
    begin, best = time.perf_counter(), None
    while best is None or time.perf_counter() - begin + best[0] < REPEATED:
        run = run_once(work, limit)
        if not run:
            return None
        if best is None or run[0] < best[0]:
            best = run[0], run[2]
    return best


def resting(machine):
    zero = {}
    for q, u in zip(machine.coordinates, machine.speeds):
        zero.update({q: 0, u: 0, q.diff(TIME): 0, u.diff(TIME): 0})
    return zero


def by_jacobians(method, machine, zero):
    """M, P, Q of M q'' + P q' + Q q."""
    return [msubs(method.mass_matrix, zero), *(-msubs(method.forcing.jacobian(symbols), zero)
                                               for symbols in (machine.speeds, machine.coordinates))]


def of_linearize(result, n):
    """The same of what `linearize` gives: its rows are -M u' = Q q + P u."""
    mass, state = result[:2]
    return [-mass[n:, n:], state[n:, n:], state[n:, :n]]


def numbers_of(matrices, values):
    """SymPy's matrices at a point; z0''(t) is z0_2 there."""
    known = {derivative: sympy.Float(values[f"{derivative.expr.name}_{derivative.derivative_count}"])
             for matrix in matrices for derivative in matrix.atoms(sympy.Derivative)}
    known.update({sympy.Symbol(name): sympy.Float(value) for name, value in values.items()})
    return [[float(entry.xreplace(known)) for entry in matrix] for matrix in matrices]


def our_numbers(formulas, values):
    def number(text):
        text = re.sub(r"(\w+)('+)\(t\)", lambda call: f"{call[1]}_{len(call[2])}", text.replace("^", "**"))
        return float(eval(text, {"__builtins__": {}}, dict(values)))  # formulas of our own command
    return [[number(text) for row in formulas[name] for text in row] for name in "MPQ"]


def apart(ours, theirs):
    """The largest difference, beside the largest entry of its matrix."""
    return max(max(abs(a - b) for a, b in zip(one, other)) / max([1e-300, *map(abs, one), *map(abs, other)])
               for one, other in zip(ours, theirs))


def measure_ours(kinemate, stages, file):
    """Seconds: linearising, the same with the state space, all from the model on, the command; the formulas as JSON."""
    def run_stages(*more):
        printed = subprocess.run([stages, file, str(RUNS), *more], check=True, capture_output=True, text=True).stdout
        return [float(word) for word in printed.split()]
    command, whole = [kinemate, "linearize", file, "--only", "formulas", "--quiet"], []
    for _ in range(RUNS):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        whole.append(time.perf_counter() - begin)
    printed = subprocess.run([*command, "--json"], check=True, capture_output=True, text=True).stdout
    linearising, from_model = run_stages()
    return linearising, run_stages("state-space")[0], from_model, min(whole), json.loads(printed)["formulas"]


def milliseconds(run, limit):
    return f"{1e3 * run[0]:,.0f}" if run else f"more than {1e3 * limit:,.0f}"


def ratio(run, seconds, limit):
    return f"{run[0] / seconds:,.0f}" if run else f"more than {limit / seconds:,.0f}"


def check(case, formulas, method_results, n):
    """Whether our matrices are those of SymPy."""
    names = [*SYMBOLS, "g", "m1", "l1", "m2", "l2", "Ixx1", "Ixx2", "Iyy2", *(f"{name}_2" for name in BASE)]
    values = {name: random.Random(name).uniform(0.5, 2) for name in names}
    ours, good = our_numbers(formulas, values), True
    by_hand, linearized = method_results
    for title, matrices in (("Jacobians", by_hand and by_hand[1]),
                            ("linearize", linearized and of_linearize(linearized[1], n))):
        if not matrices:
            continue
        off = apart(ours, numbers_of(matrices, values))
        print(f"  {case.title}: M, P, Q differ from SymPy's {title} by {off:.0e}", file=sys.stderr)
        good = good and (off < 1e-12 or (case.base_moves and title == "linearize"))
    return good and bool(by_hand or linearized)


def print_case(case, settings, folder):
    """Whether nothing is amiss."""
    file = folder / "model.yaml"
    file.write_text(case.text)
    linearising, state_space, from_model, whole, formulas = measure_ours(settings.kinemate, settings.stages, file)

    def derive():
        machine = case.make()
        return machine, form_kane(machine)

    limit = settings.limit
    derived = least(derive, limit)
    if not derived:
        print(f"| {case.title} | SymPy does not derive the equations in {limit:g} s |")
        return True
    machine, method = derived[1]
    zero = resting(machine)
    by_hand = least(lambda: by_jacobians(method, machine, zero), limit)
    linearized = least(lambda: method.linearize(A_and_B=False, op_point=zero), limit)
    solved = least(lambda: method.linearize(A_and_B=True, op_point=zero), limit)
    print(f"| {case.title} | {1e3 * linearising:.2f} | {1e3 * state_space:.2f} | {1e3 * from_model:.2f} | "
          f"{1e3 * whole:.1f} | {1e3 * derived[0]:,.0f} | {milliseconds(linearized, limit)} | "
          f"{milliseconds(solved, limit)} | {milliseconds(by_hand, limit)} | {ratio(linearized, linearising, limit)} | "
          f"{ratio(solved, state_space, limit)} | {ratio(by_hand, linearising, limit)} | {ratio(linearized, whole, limit)} |",
          flush=True)
    fast = (linearized[0] if linearized else limit) >= LIMIT * linearising
    return check(case, formulas, (by_hand, linearized), len(machine.coordinates)) and fast


def main(settings):
    signal.signal(signal.SIGALRM, stop)
    good = True
    print("| machine, times in ms | linearising | with state space | from the model on | whole command | SymPy: Kane | "
          "`linearize` | with state space | Jacobians by hand | `linearize` / linearising | with state space | "
          "by hand / linearising | `linearize` / whole command |\n" + "|---" * 13 + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name in settings.machines or CASES:
            good = print_case(CASES[name], settings, Path(folder)) and good
    if not good:
        sys.exit(f"linearisation.py: matrices differ, or SymPy takes less than {LIMIT} times as long")


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinemate", type=lambda path: Path(path).resolve())
    parser.add_argument("stages", type=lambda path: Path(path).resolve(), help="the program linear_stages")
    # argparse holds the empty list against the choices too
    parser.add_argument("machines", nargs="*", choices=[[], *CASES], help="all if left out")
    parser.add_argument("--limit", type=float, default=1200, help="seconds of one run of SymPy")
    main(parser.parse_args())
