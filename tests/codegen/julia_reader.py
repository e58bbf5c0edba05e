"""Runs generated Julia as far as julia_grammar.py reads it: the tests' stand-in for Julia.

    julia_reader.py FILE [ARGUMENT ...]    runs the script; what it prints comes on standard output

As strict as Julia is where generated code could go wrong: conditions are Bool, functions throw beyond their domain,
indices begin at 1 and are checked, numbers that were never set cannot be read, names must be there, and a variable
that a loop makes ends with the loop.
"""

import math
import os
import sys

from julia_grammar import parse


class JuliaError(Exception):
    pass


class Array:
    """A Vector or a Matrix, column by column."""

    def __init__(self, shape, numbers=None):
        self.shape = shape
        self.numbers = [None] * math.prod(shape) if numbers is None else numbers

    def place(self, indices):
        if len(indices) != len(self.shape) or not all(
                type(i) is int and 1 <= i <= n for i, n in zip(indices, self.shape)):
            raise JuliaError(f"BoundsError: {indices} of {self.shape}")
        return indices[0] - 1 + (self.shape[0] * (indices[1] - 1) if len(indices) == 2 else 0)

    def __iter__(self):
        return iter(self.numbers)


class Type:
    def __init__(self, name, make=None):
        self.name, self.make = name, make


class Function:
    def __init__(self, scope):
        self.methods, self.scope = {}, scope


class Module:
    def __init__(self, name, names):
        self.name, self.names = name, names


class Return(Exception):
    def __init__(self, value):
        super().__init__()
        self.value = value


class Scope:
    """Names of a module, a function or a loop; those of Base are behind a module's."""

    def __init__(self, outer=None, names=None):
        self.outer, self.names = outer, {} if names is None else names

    def find(self, name):
        scope = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        raise JuliaError(f"UndefVarError: {name}")

    def set(self, name, value):
        scope = self  # a variable of the function around, unless it is new
        while scope is not None and not isinstance(scope, ModuleScope):
            if name in scope.names:
                scope.names[name] = value
                return
            scope = scope.outer
        self.names[name] = value


class ModuleScope(Scope):
    pass


def boolean(value):
    if type(value) is not bool:
        raise JuliaError(f"TypeError: non-boolean ({value!r}) used in boolean context")
    return value


def number(value):
    if type(value) not in (int, float):
        raise JuliaError(f"no number: {value!r}")
    return value


def divide(a, b):
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)


def power(x, y):
    x, y = float(x), float(y)
    odd = y == math.floor(y) and y % 2 == 1 if math.isfinite(y) else False
    if x < 0 and math.isfinite(y) and y != math.floor(y):
        raise JuliaError(f"DomainError of {x}^{y}")
    try:
        return math.pow(x, y)
    except (OverflowError, ValueError):  # what is left is beyond the range, or a power of zero
        return math.copysign(math.inf, x) if odd else math.inf


ARITHMETIC = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": divide, "^": power}
RELATIONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


def binary(sign, a, b):
    if sign in ("==", "!="):
        return (a == b) == (sign == "==")
    if sign in RELATIONS:
        return RELATIONS[sign](number(a), number(b))
    if sign == ":":
        return range(a, b + 1)
    if isinstance(a, Array) and isinstance(b, Array) and sign in "+-" and a.shape == b.shape:
        return Array(a.shape, [ARITHMETIC[sign](x, y) for x, y in zip(a, b)])
    if isinstance(b, Array) and sign == "*":
        return Array(b.shape, [number(a) * y for y in b])
    return ARITHMETIC[sign](number(a), number(b))


def within(name, function, holds, beyond=math.inf):
    """A function of Base that throws where its argument does not lie in its domain."""

    def call(x):
        x = float(number(x))
        if x == x and not holds(x):
            raise JuliaError(f"DomainError of {name}({x})")
        try:
            return function(x)
        except (OverflowError, ValueError):
            return math.copysign(beyond, x) if name in ("sinh", "atanh") else beyond

    return call


def everywhere(_):
    return True


def call_show(*values):
    names = {True: "true", False: "false"}
    print("".join(names[v] if type(v) is bool else repr(v) if type(v) in (int, float) else v for v in values))


def call_throw(error):
    raise JuliaError(error)


def call_parse(kind, text):
    return float(text) if kind.name == "Float64" else int(text)


def call_round(x):
    return x if not math.isfinite(x) else float(round(x))


def call_permuted(a):
    rows, columns = a.shape
    return Array((columns, rows), [a.numbers[i + rows * j] for i in range(rows) for j in range(columns)])


FLOAT = Type("Float64")
BASE = {
    "sin": within("sin", math.sin, math.isfinite), "cos": within("cos", math.cos, math.isfinite),
    "tan": within("tan", math.tan, math.isfinite), "asin": within("asin", math.asin, lambda x: abs(x) <= 1),
    "acos": within("acos", math.acos, lambda x: abs(x) <= 1),
    "sinh": within("sinh", math.sinh, everywhere), "cosh": within("cosh", math.cosh, everywhere),
    "tanh": within("tanh", math.tanh, everywhere), "asinh": within("asinh", math.asinh, everywhere),
    "acosh": within("acosh", math.acosh, lambda x: x >= 1),
    "atanh": within("atanh", math.atanh, lambda x: abs(x) <= 1), "exp": within("exp", math.exp, everywhere),
    "log": within("log", math.log, lambda x: x >= 0, -math.inf),
    "log10": within("log10", math.log10, lambda x: x >= 0, -math.inf),
    "log2": within("log2", math.log2, lambda x: x >= 0, -math.inf),
    "sqrt": within("sqrt", math.sqrt, lambda x: x >= 0), "cbrt": math.cbrt, "abs": lambda x: abs(number(x)),
    "atan": lambda y, *x: math.atan2(y, *x) if x else math.atan(y),
    "floor": lambda x: x if not math.isfinite(x) else float(math.floor(x)), "round": call_round,
    "isfinite": math.isfinite, "isinf": math.isinf, "ifelse": lambda c, a, b: a if boolean(c) else b,
    "one": lambda x: type(x)(1), "axes": lambda a: tuple(range(1, n + 1) for n in a.shape),
    "string": lambda *words: "".join(map(str, words)), "throw": call_throw, "DimensionMismatch": str,
    "promote_type": lambda *kinds: kinds[0], "typeof": lambda x: FLOAT, "eltype": lambda x: FLOAT,
    "similar": lambda a, *shape: Array(shape), "zip": lambda a, b: list(zip(a, b)), "println": call_show,
    "parse": call_parse, "length": len, "permutedims": call_permuted,
    "Inf": math.inf, "NaN": math.nan, "nothing": None, "undef": "undef", "Float64": FLOAT, "Int": Type("Int"),
    "Vector": Type("Vector"), "Matrix": Type("Matrix"), "Function": Type("Function"),
}
BASE["Base"] = Module("Base", BASE)


class Runner:
    def __init__(self, folder, arguments):
        self.folder = folder
        self.main = ModuleScope(Scope(names=BASE), {"ARGS": arguments})

    def file(self, name, scope):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            self.block(parse(file.read()), scope)

    def block(self, statements, scope):
        for statement in statements:
            self.run(statement, scope)

    def run(self, node, scope):
        kind = node[0]
        if kind == "assign":
            value = self.value(node[2], scope)
            if node[1][0] == "name":
                scope.set(node[1][1], value)
            else:
                array = self.value(node[1][1], scope)
                array.numbers[array.place([self.value(i, scope) for i in node[1][2]])] = float(number(value))
        elif kind == "block":
            self.block(node[1], scope)
        elif kind == "return":
            raise Return(self.value(node[1], scope))
        elif kind == "if":
            for condition, body in node[1]:
                if boolean(self.value(condition, scope)):
                    return self.block(body, scope)
            self.block(node[2], scope)
        elif kind == "while":
            while boolean(self.value(node[1], scope)):
                self.block(node[2], Scope(scope))
        elif kind == "for":
            for item in self.value(node[2], scope):
                names = dict(zip(node[1], item if len(node[1]) > 1 else [item]))
                self.block(node[3], Scope(scope, names))
        elif kind == "const":
            scope.names[node[1]] = self.value(node[2], scope)
        elif kind == "function":
            self.define(node, scope)
        elif kind == "module":
            inside = ModuleScope(Scope(names=BASE))
            self.block(node[2], inside)
            scope.names[node[1]] = Module(node[1], inside.names)
        elif kind == "export":
            scope.names.setdefault("exports", []).extend(node[1])
        else:
            self.value(node, scope)

    def define(self, node, scope):
        _, name, parameters, body = node
        known = scope.names.get(name)
        function = known if isinstance(known, Function) else scope.names.setdefault(name, Function(scope))
        kinds = tuple(kind for _, kind in parameters)
        function.methods[kinds] = ([name for name, _ in parameters], body)

    def call(self, function, arguments):
        if isinstance(function, Type):
            if arguments[0] != "undef" or len(arguments) != (2 if function.name == "Vector" else 3):
                raise JuliaError(f"no method of {function.name}")
            return Array(tuple(arguments[1:]))
        if not isinstance(function, Function):
            return function(*arguments)
        fitting = [kinds for kinds in function.methods if len(kinds) == len(arguments) and all(
            kind is None or isinstance(argument, Function) for kind, argument in zip(kinds, arguments))]
        if not fitting:
            raise JuliaError(f"MethodError: {len(arguments)} arguments")
        names, body = function.methods[max(fitting, key=lambda kinds: sum(kind is not None for kind in kinds))]
        try:
            self.block(body, Scope(function.scope, dict(zip(names, arguments))))
        except Return as result:
            return result.value
        return None

    def value(self, node, scope):
        kind = node[0]
        if kind in ("number", "string", "bool"):
            return node[1]
        if kind == "name":
            return scope.find(node[1])
        if kind == "binary":
            if node[1] == "&&":
                return boolean(self.value(node[2], scope)) and boolean(self.value(node[3], scope))
            if node[1] == "||":
                return boolean(self.value(node[2], scope)) or boolean(self.value(node[3], scope))
            return binary(node[1], self.value(node[2], scope), self.value(node[3], scope))
        if kind == "index":
            array = self.value(node[1], scope)
            indices = [self.value(index, scope) for index in node[2]]
            found = array.numbers[array.place(indices)] if isinstance(array, Array) else array[indices[0] - 1]
            if found is None:
                raise JuliaError("a number that was never set is read")
            return found
        if kind == "call":
            if node[1] == ("name", "include"):
                return self.file(self.value(node[2][0], scope), scope)
            arguments = [self.value(argument, scope) for argument in node[2]]
            return self.call(self.value(node[1], scope), arguments)
        return self.rare_value(node, scope)

    def rare_value(self, node, scope):
        kind = node[0]
        if kind == "parentheses":
            return self.value(node[1], scope)
        if kind == "unary":
            operand = self.value(node[2], scope)
            return not boolean(operand) if node[1] == "!" else -number(operand)
        if kind == "choice":
            return self.value(node[2] if boolean(self.value(node[1], scope)) else node[3], scope)
        if kind == "field":
            owner = self.value(node[1], scope)
            names = owner if isinstance(owner, dict) else owner.names
            if node[2] not in names:
                raise JuliaError(f"no field {node[2]}")
            return names[node[2]]
        if kind == "tuple" and node[1] and node[1][0][0] == "named":
            return {name: self.value(item, scope) for _, name, item in node[1]}
        if kind == "tuple":
            return tuple(self.value(item, scope) for item in node[1])
        if kind == "array":
            return Array((len(node[1]),), [float(self.value(item, scope)) for item in node[1]])
        if kind == "type":
            return self.value(node[1], scope)
        raise JuliaError(f"no value: {kind}")


def main():
    folder, name = os.path.split(sys.argv[1])
    runner = Runner(folder, sys.argv[2:])
    runner.file(name, runner.main)


if __name__ == "__main__":
    main()
