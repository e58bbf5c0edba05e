#!/usr/bin/env python3
"""Whether SymPy derives the same equations: equations_sympy.py FILE MACHINE

FILE is what `kinemate derive --json` prints of a machine of bench/machines, MACHINE its name in
bench/scripts/equations_machines.py, such as cart/2. SymPy reads all formulas. At random rational points the entries of the
mass matrix and of bias - forces agree with those of SymPy's LagrangesMethod to 30 digits, and so do the energies, the
potential but for a constant. Returns 1 where they do not.
"""

import ast
import functools
import json
import random
import re
import sys
from pathlib import Path

import mpmath
import sympy
from sympy.core.function import AppliedUndef

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/scripts"))
import equations_machines  # noqa: E402

POINTS = 5
DIGITS = 30

# number, or name with derivative and perhaps the parenthesis of a call; everything else is as in Python
TOKEN = re.compile(r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
                   r"|(?P<name>\$\d+|[^\W\d]\w*)(?P<order>'*(?:\[[\d,\s]*\])?)(?P<call>\s*\()?"
                   r"|\^")
NOT_FORMULAS = {"machine", "formalism", "form", "notes", "joint", "on", "kind"}  # keys of the file
LOGIC = re.compile(r"[<>=!]|\b(?:and|or|not)\b")


def truth(condition):
    return sympy.Piecewise((1, condition), (0, True))


def step(*values):
    if len(values) == 1:
        return truth(values[0] >= 0)
    low, x, high = values
    inside = sympy.And(low <= x, x < high)
    return truth(sympy.Or(inside, sympy.And(sympy.Eq(low, x), sympy.Eq(x, high))))


def comb(n, *parts):
    rest = sympy.factorial(n - sum(parts))
    return sympy.factorial(n) / sympy.prod(sympy.factorial(part) for part in parts) / rest


SAME_IN_SYMPY = "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log erf sqrt sign factorial floor"
FUNCTIONS = {name: getattr(sympy, name) for name in SAME_IN_SYMPY.split()}
FUNCTIONS.update({
    "abs": sympy.Abs, "min": sympy.Min, "max": sympy.Max, "cbrt": lambda x: sympy.sign(x) * sympy.cbrt(sympy.Abs(x)),
    "log2": lambda x: sympy.log(x) / sympy.log(2), "log10": lambda x: sympy.log(x) / sympy.log(10),
    "mod": sympy.Mod, "noEvent": lambda x: x, "ceil": sympy.ceiling,
    "step": step, "comb": comb, "real": lambda x: sympy.Rational(float(x)),
    "if": lambda condition, a, b: sympy.Piecewise((a, sympy.Ne(condition, 0)), (b, True)),
})
CONNECTIVES = {
    "less": lambda a, b: truth(a < b), "less_or_equal": lambda a, b: truth(a <= b),
    "equal": lambda a, b: truth(sympy.Eq(a, b)),
    "both": lambda *values: truth(sympy.And(*(sympy.Ne(value, 0) for value in values))),
    "either": lambda *values: truth(sympy.Or(*(sympy.Ne(value, 0) for value in values))),
    "neither": lambda value: truth(sympy.Eq(value, 0)),
}


def make_function(name, order):
    """Unspecified: f, f'' or f'[1,0]."""
    function = sympy.Function(name)

    def derivative(*values):
        orders = [int(text) for text in re.findall(r"\d+", order)] or [order.count("'")]
        places = values if len(values) == 1 and values[0].is_Symbol else sympy.symbols(f"$1:{len(values) + 1}")
        pairs = [pair for pair in zip(places, orders) if pair[1] > 0]
        return function(*places).diff(*pairs).subs(dict(zip(places, values)), simultaneous=True)

    return derivative if order else function


class LogicAsCalls(ast.NodeTransformer):
    """a < b and the like become calls: comparisons are 1 or 0."""

    def call(self, name, *operands):
        return ast.Call(ast.Name(f"logic_{name}"), list(operands), [])

    def visit_Compare(self, node):
        self.generic_visit(node)
        a, b = node.left, node.comparators[0]
        match node.ops[0]:
            case ast.Lt(): return self.call("less", a, b)
            case ast.LtE(): return self.call("less_or_equal", a, b)
            case ast.Gt(): return self.call("less", b, a)
            case ast.GtE(): return self.call("less_or_equal", b, a)
            case ast.Eq(): return self.call("equal", a, b)
            case _: return self.call("neither", self.call("equal", a, b))

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        return self.call("both" if isinstance(node.op, ast.And) else "either", *node.values)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self.call("neither", node.operand) if isinstance(node.op, ast.Not) else node


@functools.cache
def read_formula(text):
    """docs/formulas.md to SymPy. Every name becomes one that means nothing to SymPy, since I, E, S and lambda do."""
    meanings = {f"known_{name}": function for name, function in FUNCTIONS.items()}
    meanings.update({f"logic_{name}": function for name, function in CONNECTIVES.items()})
    made = {}  # what is written → the name that stands for it

    def rename(written, meaning):
        if written not in made:
            made[written] = f"name_{len(made)}"
            meanings[made[written]] = meaning
        return made[written]

    def translate(match):
        name, order, call = match["name"], match["order"], match["call"]
        if match["number"]:
            return match[0]
        if match[0] == "^":
            return "**"
        if name in ("and", "or", "not"):
            return match[0]
        if not call:
            return rename(name + order, sympy.pi if name == "pi" else sympy.Symbol(name + order))
        return (f"known_{name}" if name in FUNCTIONS and not order else
                rename(f"{name}{order}(", make_function(name, order))) + "("

    mapped = " ".join(TOKEN.sub(translate, text).split())
    if LOGIC.search(mapped):
        mapped = ast.unparse(LogicAsCalls().visit(ast.parse(mapped, mode="eval")))
    return sympy.sympify(mapped, locals=meanings, rational=True)


class Point:
    """A random value for every symbol, the same for the same seed; `place` changes those of `moved` only."""

    def __init__(self, seed, moved=(), place=0):
        self.seed, self.moved, self.place = seed, moved, place
        self.values = {}  # of abbreviations

    def value_of(self, symbol):
        if symbol in self.values:
            return self.values[symbol]
        chosen = random.Random(f"{self.seed} {self.place if symbol.name in self.moved else 0} {symbol.name}")
        return mpmath.mpf(chosen.randint(100, 300)) / chosen.randint(100, 300)

    def evaluate(self, formula):
        symbols, call = compile_formula(formula)
        return mpmath.mpf(call(*(self.value_of(symbol) for symbol in symbols)))


@functools.cache
def compile_formula(formula):
    """Its symbols and a function of their values; unspecified functions and their derivatives count as symbols."""
    unspecified = formula.atoms(sympy.Subs, sympy.Derivative, AppliedUndef)
    formula = formula.xreplace({atom: sympy.Symbol(str(atom)) for atom in unspecified})
    symbols = sorted(formula.free_symbols, key=str)
    arguments = sympy.symbols(f"x:{len(symbols)}", cls=sympy.Dummy)
    return symbols, sympy.lambdify(arguments, formula.xreplace(dict(zip(symbols, arguments))), "mpmath")


def read_all(given, key=""):
    """How many formulas stand in a part of the file, all of which SymPy can read."""
    if isinstance(given, dict):
        return sum(read_all(part, name) for name, part in given.items())
    if isinstance(given, list):
        return sum(read_all(part, key) for part in given)
    if not isinstance(given, str) or key in NOT_FORMULAS:
        return 0
    read_formula(given)
    return 1


def read_plainly(given, key=""):
    """Every formula as any program would read it, without knowing of rates; sympify raises where it cannot."""
    for part_key, part in given.items() if isinstance(given, dict) else ((key, part) for part in given):
        if isinstance(part, (dict, list)):
            read_plainly(part, part_key)
        elif isinstance(part, str) and part_key not in NOT_FORMULAS:
            sympy.sympify(part)


def with_primes(given, names):
    """The same with phi' for phi_dot, as `names` says."""
    if isinstance(given, dict):
        return {key: with_primes(part, names) for key, part in given.items()}
    if isinstance(given, list):
        return [with_primes(part, names) for part in given]
    if not isinstance(given, str):
        return given
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), given)


def read_equations(given):
    """The coordinates, the abbreviations in order, and what is to be compared: name → formula."""
    entries = {f"mass[{i}][{j}]": text for i, row in enumerate(given["mass"]) for j, text in enumerate(row)}
    for i, (bias, force) in enumerate(zip(given["bias"], given["forces"], strict=True)):
        entries[f"bias[{i}] - forces[{i}]"] = f"({bias}) - ({force})"
    energies = given.get("energies") or {}
    entries.update({name: energies[name] for name in ("kinetic", "potential") if energies.get(name)})
    abbreviations = [(sympy.Symbol(name), read_formula(text)) for name, text in given.get("abbreviations", [])]
    return given["coordinates"], abbreviations, {name: read_formula(text) for name, text in entries.items()}


def derive_entries(machine_name):
    """The coordinates and what is to be compared, derived by SymPy."""
    equations = equations_machines.derive_by_lagrange(machine_name)
    kinetic, potential = equations_machines.energies(
        equations_machines.make_machine(machine_name, equations_machines.use_derivatives))
    size = len(equations.coordinates)
    entries = {f"mass[{i}][{j}]": equations.mass[i, j] for i in range(size) for j in range(size)}
    entries.update({f"bias[{i}] - forces[{i}]": -equations.forcing[i] for i in range(size)})
    entries.update({"kinetic": kinetic, "potential": potential})
    names = equations_machines.names_of(equations)
    return [q.name for q in equations.coordinates], {name: entry.xreplace(names) for name, entry in entries.items()}


def evaluate_all(abbreviations, entries, point):
    for symbol, formula in abbreviations:
        point.values[symbol] = point.evaluate(formula)
    return {name: point.evaluate(formula) for name, formula in entries.items()}


def find_different(abbreviations, ours, theirs, coordinates):
    """The names of the entries that differ at one of the points."""
    tolerance = mpmath.mpf(10) ** -DIGITS
    different = set()
    for seed in range(POINTS):
        zero = None  # of the potential: may depend on parameters, not on coordinates
        for place in range(2):
            our_values = evaluate_all(abbreviations, ours, Point(seed, coordinates, place))
            their_values = evaluate_all([], theirs, Point(seed, coordinates, place))
            if "potential" in ours:
                zero = our_values["potential"] - their_values["potential"] if zero is None else zero
                their_values["potential"] += zero
            different |= {name for name, value in our_values.items()
                          if not abs(value - their_values[name]) <= tolerance * max(abs(value), 1)}
    return sorted(different)


def main(path, machine_name):
    mpmath.mp.dps = 2 * DIGITS
    given = json.loads(path.read_text())
    names = given.pop("symbols")
    read_plainly(given)
    given = with_primes(given, names)
    read = read_all(given)
    coordinates, abbreviations, ours = read_equations(given)
    their_coordinates, theirs = derive_entries(machine_name)
    if coordinates != their_coordinates or (ours.keys() ^ theirs.keys()) - {"kinetic", "potential"}:
        sys.exit(f"{path}: equations in {coordinates}, expected {their_coordinates}")
    different = find_different(abbreviations, ours, theirs, coordinates)
    for name in different:
        print(f"{path}: {name} differs:\n  Kinemate {ours[name]}\n  SymPy    {theirs[name]}")
    if not different:
        print(f"{path}: SymPy reads {read} formulas of {machine_name} and agrees on {len(ours)}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
