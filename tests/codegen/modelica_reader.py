"""Reads generated Modelica packages and computes what they say: the tests' stand-in for a Modelica tool.

A tokenizer and a grammar by recursive descent after the Modelica Language Specification 3.5, appendix A, of what
generated packages are made of: functions with an algorithm of assignments, and models of Real variables. Everything
else is refused, with its line: names that are not declared, numbers for conditions, a*-b, assignments to inputs.

    modelica_reader.py FILE FUNCTION    arguments from standard input, a line each; prints the results, a line each
    modelica_reader.py FILE MODEL       prints the rates of the states and all variables where the simulation begins
"""
import math
import re
import sys

WORDS = set(
    "algorithm and annotation block break class connect connector constant constrainedby der discrete each else "
    "elseif elsewhen encapsulated end enumeration equation expandable extends external false final flow for function "
    "if import impure in initial inner input loop model not operator or outer output package parameter partial "
    "protected public pure record redeclare replaceable return stream then true type when while within".split())
TOKEN = re.compile(
    r'(?P<blank>[ \t\r\n]+|//[^\n]*)|(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)'
    r'|(?P<string>"(?:[^"\\]|\\.)*")|(?P<sign>:=|<=|>=|==|<>|[-+*/^()\[\]{},;:=<>.])', re.ASCII | re.DOTALL)


def beyond(function):
    """The function, NaN beyond its domain."""

    def safe(*arguments):
        try:
            return function(*arguments)
        except (ValueError, ZeroDivisionError):
            return math.nan
        except OverflowError:
            return math.inf

    return safe


def logarithm(x):
    return -math.inf if x == 0 else math.log(x)


def logarithm10(x):
    return -math.inf if x == 0 else math.log10(x)


def divide(a, b):
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)


BUILT_IN = {
    "sin": (1, math.sin), "cos": (1, math.cos), "tan": (1, math.tan), "asin": (1, math.asin), "acos": (1, math.acos),
    "atan": (1, math.atan), "atan2": (2, math.atan2), "sinh": (1, math.sinh), "cosh": (1, math.cosh),
    "tanh": (1, math.tanh), "exp": (1, math.exp), "log": (1, logarithm), "log10": (1, logarithm10),
    "sqrt": (1, math.sqrt), "abs": (1, abs), "floor": (1, lambda x: float(math.floor(x))), "sign": (1, lambda x: float((x > 0) - (x < 0))),
    "min": (2, lambda a, b: b if b < a else a), "max": (2, lambda a, b: b if a < b else a),
    "Modelica.Math.Special.erf": (1, math.erf),
}
RELATIONS = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b, "<>": lambda a, b: a != b,
}


class Refusal(Exception):
    pass


def tokenize(text):
    tokens, at, line = [], 0, 1
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise Refusal(f"line {line}: unexpected {text[at:at + 20]!r}")
        kind, word = found.lastgroup, found.group()
        if kind == "name" and word in WORDS:
            kind = "word"
        if kind != "blank":
            tokens.append((kind, word, line))
        line += word.count("\n")
        at = found.end()
    tokens.append(("end", "the end of the file", line))
    return tokens


class Variable:
    def __init__(self, name, sizes, role):
        self.name, self.sizes, self.role = name, sizes, role
        self.start = self.binding = None
        self.fixed = False


class Class:
    def __init__(self, kind, name):
        self.kind, self.name = kind, name
        self.variables = {}  # by name, in order
        self.statements, self.equations = [], []

    def roles(self, role):
        return [v for v in self.variables.values() if v.role == role]


def first(value):
    """A call of several results gives its first one within an expression."""
    return value[0] if type(value) is tuple else value


def number(value):
    value = first(value)
    if type(value) is not float:
        raise Refusal(f"a number is expected, found {value!r}")
    return value


def truth(value):
    if type(value) is not bool:
        raise Refusal(f"a condition is expected, found {value!r}")
    return value


def check_shape(value, sizes, what):
    if not sizes:
        number(value)
    elif type(value) is not list or len(value) != sizes[0]:
        raise Refusal(f"{what}: expected {sizes[0]} elements, found {value!r}")
    else:
        for element in value:
            check_shape(element, sizes[1:], what)


class Reader:
    """Expressions become functions of a dictionary: the values of variables."""

    def __init__(self, text):
        self.tokens, self.at = tokenize(text), 0
        self.classes = {}
        self.current = None
        self.indices = []  # of array constructors around

    # tokens

    def kind(self):
        return self.tokens[self.at][0]

    def here(self, *words):
        return self.tokens[self.at][0] in ("word", "sign") and self.tokens[self.at][1] in words

    def fail(self, expected):
        _, word, line = self.tokens[self.at]
        raise Refusal(f"line {line}: expected {expected}, found {word!r}")

    def accept(self, word):
        if not self.here(word):
            return False
        self.at += 1
        return True

    def expect(self, word):
        if not self.accept(word):
            self.fail(repr(word))

    def take(self, kind):
        if self.kind() != kind:
            self.fail(f"a {kind}")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def name(self):
        return self.take("name")

    def integer(self):
        text = self.take("number")
        if not text.isdigit():
            self.at -= 1
            self.fail("a whole number")
        return int(text)

    def remark(self):
        if self.kind() == "string":
            self.at += 1

    # classes

    def file(self):
        self.expect("package")
        name = self.name()
        self.remark()
        while not self.here("end", "annotation"):
            self.read_class()
        if self.accept("annotation"):
            self.annotation()
        self.finish(name)
        if self.kind() != "end":
            self.fail("the end of the file")
        return name

    def finish(self, name):
        self.expect("end")
        if self.name() != name:
            self.at -= 1
            self.fail(name)
        self.expect(";")

    def annotation(self):
        """uses(Modelica(version = "4.0.0"))"""
        for word in ("(", "uses", "(", "Modelica", "(", "version", "="):
            if self.tokens[self.at][1] != word:
                self.fail(word)
            self.at += 1
        self.take("string")
        for word in ")));":
            self.expect(word)

    def read_class(self):
        kind = "function" if self.accept("function") else "model"
        if kind == "model":
            self.expect("model")
        made = self.current = Class(kind, self.name())
        if made.name in self.classes or made.name in BUILT_IN:
            self.fail("a name that is not taken before this")
        self.remark()
        protected = False
        while not self.here("algorithm", "equation", "end"):
            if not protected and self.accept("protected"):
                protected = True
            else:
                self.declarations(protected)
        if self.accept("algorithm" if kind == "function" else "equation"):
            while not self.here("end"):
                (self.statement if kind == "function" else self.equation)()
        self.finish(made.name)
        self.classes[made.name] = made

    def declarations(self, protected):
        function = self.current.kind == "function"
        roles = ("input", "output") if function else ("input", "output", "parameter")
        role = next((word for word in roles if self.accept(word)), "variable")
        if function and (role == "variable") != protected:
            self.fail("Real" if protected else "input or output")
        if self.name() != "Real":
            self.at -= 1
            self.fail("Real")
        self.declare(role)
        while self.accept(","):
            self.declare(role)
        self.expect(";")

    def declare(self, role):
        name, sizes = self.name(), []
        if name in self.current.variables or name in BUILT_IN or name in ("Real", "time", "fill"):
            self.at -= 1
            self.fail("a name that is not taken")
        if self.accept("["):
            sizes.append(self.integer())
            while self.accept(","):
                sizes.append(self.integer())
            self.expect("]")
        variable = Variable(name, sizes, role)
        if self.current.kind == "model":
            self.settings(variable)
        self.remark()
        self.current.variables[name] = variable

    def settings(self, variable):
        """(start = 0.5, fixed = true) = x[1]"""
        if self.accept("("):
            while True:
                each = self.accept("each")
                name = self.name()
                self.expect("=")
                if name == "start" and not each:
                    variable.start = self.expression()
                elif name == "fixed" and each == bool(variable.sizes):
                    self.expect("true")
                    variable.fixed = True
                else:
                    self.fail("start or fixed before this")
                if not self.accept(","):
                    break
            self.expect(")")
        if self.accept("="):
            variable.binding = self.expression()

    # statements

    def statement(self):
        if self.here("("):
            statement = self.assignment_of_several()
        else:
            target = self.target()
            statement = self.assignment_of_element(target) if self.here("[") else self.assignment(target)
        self.expect(";")
        self.current.statements.append(statement)

    def target(self):
        variable = self.current.variables.get(self.name())
        if variable is None or variable.role not in ("output", "variable"):
            self.at -= 1
            self.fail("a variable or an output")
        return variable

    def assignment(self, target):
        self.expect(":=")
        value = self.expression()

        def assign(values):
            result = first(value(values))
            check_shape(result, target.sizes, target.name)
            values[target.name] = list(result) if target.sizes else result

        return assign

    def assignment_of_element(self, target):
        self.expect("[")
        index = self.constant_index(target)
        self.expect("]")
        self.expect(":=")
        value = self.expression()

        def assign(values):
            values.setdefault(target.name, [None] * target.sizes[0])[index - 1] = number(value(values))

        return assign

    def assignment_of_several(self):
        self.expect("(")
        targets = [self.target()]
        while self.accept(","):
            targets.append(self.target())
        self.expect(")")
        self.expect(":=")
        call = self.call(self.name())

        def assign(values):
            results = call(values)
            if type(results) is not tuple or len(results) != len(targets):
                raise Refusal(f"{len(targets)} results are expected")
            for target, result in zip(targets, results):
                check_shape(result, target.sizes, target.name)
                values[target.name] = result

        return assign

    def equation(self):
        rate = self.accept("der")
        if rate:
            self.expect("(")
        name = self.name()
        if name not in self.current.variables:
            self.at -= 1
            self.fail("a variable")
        if rate:
            self.expect(")")
        self.expect("=")
        right = self.expression()
        self.expect(";")
        self.current.equations.append((rate, name, right))

    # expressions

    def expression(self):
        if not self.accept("if"):
            return self.disjunction()
        condition = self.expression()
        self.expect("then")
        then = self.expression()
        self.expect("else")
        otherwise = self.expression()
        return lambda v: then(v) if truth(condition(v)) else otherwise(v)

    def disjunction(self):
        left = self.conjunction()
        while self.accept("or"):
            left = self.join(left, self.conjunction(), truth, lambda a, b: a or b)
        return left

    def conjunction(self):
        left = self.relation()
        while self.accept("and"):
            left = self.join(left, self.relation(), truth, lambda a, b: a and b)
        return left

    def relation(self):
        left = self.sum()
        for sign, holds in RELATIONS.items():
            if self.accept(sign):
                return self.join(left, self.sum(), number, holds)
        return left

    def sum(self):
        minus = self.accept("-")
        if not minus:
            self.accept("+")
        left = self.product()
        if minus:
            positive = left
            left = lambda v: -number(positive(v))
        while self.here("+", "-"):
            add = self.accept("+") or not self.accept("-")
            left = self.join(left, self.product(), number, (lambda a, b: a + b) if add else (lambda a, b: a - b))
        return left

    def product(self):
        left = self.power()
        while self.here("*", "/"):
            multiply = self.accept("*") or not self.accept("/")
            left = self.join(left, self.power(), number, (lambda a, b: a * b) if multiply else divide)
        return left

    def power(self):
        base = self.primary()
        if not self.accept("^"):
            return base
        exponent = self.primary()
        if self.here("^"):
            self.fail("no second power")
        return self.join(base, exponent, number, beyond(math.pow))

    @staticmethod
    def join(left, right, kind, compute):
        return lambda v: compute(kind(left(v)), kind(right(v)))

    def primary(self):
        if self.kind() == "number":
            value = float(self.take("number"))
            return lambda v: value
        if self.accept("("):
            inside = self.expression()
            self.expect(")")
            return inside
        if self.accept("{"):
            return self.array()
        name = self.name()
        while self.accept("."):
            name += "." + self.name()
        return self.call(name) if self.here("(") else self.variable(name)

    def variable(self, name):
        if name == "time" and self.current.kind == "model":
            return lambda v: 0.0
        if name in self.indices:
            return lambda v: v[name]
        variable = self.current.variables.get(name)
        if variable is None:
            self.at -= 1
            self.fail("a name that is declared")
        if not self.accept("["):
            return lambda v: v[name]
        if self.indices:
            index = self.sum()
        else:
            constant = self.constant_index(variable)
            index = lambda v: float(constant)
        self.expect("]")
        return lambda v: self.element(v[name], index(v), name)

    def constant_index(self, variable):
        index = self.integer()
        if len(variable.sizes) != 1 or not 1 <= index <= variable.sizes[0]:
            self.fail(f"an index of {variable.name} before this")
        return index

    @staticmethod
    def element(values, index, name):
        if index != int(index) or not 1 <= index <= len(values) or values[int(index) - 1] is None:
            raise Refusal(f"{name}[{index}] has no value")
        return values[int(index) - 1]

    def array(self):
        """{a, b} or {f(i) for i in 1:3}"""
        index = self.find_index()
        if index is None:
            elements = [self.expression()]
            while self.accept(","):
                elements.append(self.expression())
            self.expect("}")
            return lambda v: [first(element(v)) for element in elements]
        self.indices.append(index)
        inside = self.expression()
        self.expect("for")
        self.name()
        self.expect("in")
        low = self.integer()
        self.expect(":")
        high = self.integer()
        self.expect("}")
        self.indices.pop()
        return lambda v: [first(inside({**v, index: float(k)})) for k in range(low, high + 1)]

    def find_index(self):
        """The index of the array that begins here, which is used before it is declared; None where it has none."""
        depth = 0
        for i in range(self.at, len(self.tokens) - 1):
            word = self.tokens[i][1]
            depth += (word == "{") - (word == "}")
            if depth < 0:
                return None
            if word == "for" and depth == 0:
                return self.tokens[i + 1][1]
        return None

    def call(self, name):
        line = self.tokens[self.at][2]
        self.expect("(")
        arguments = []
        if not self.here(")"):
            arguments.append(self.expression())
            while self.accept(","):
                arguments.append(self.expression())
        self.expect(")")
        if name in self.current.variables:
            raise Refusal(f"line {line}: {name} is no function here")
        if name == "fill" and len(arguments) == 2:
            return lambda v: [number(arguments[0](v))] * int(arguments[1](v))
        if name not in BUILT_IN:
            return lambda v: self.run(name, [first(argument(v)) for argument in arguments])
        count, function = BUILT_IN[name]
        if len(arguments) != count:
            raise Refusal(f"line {line}: {name} takes {count} arguments, found {len(arguments)}")
        safe = beyond(function)
        return lambda v: safe(*(number(argument(v)) for argument in arguments))

    # values

    def run(self, name, arguments):
        """All results of a function, or the one."""
        function = self.classes.get(name)
        if function is None or function.kind != "function":
            raise Refusal(f"there is no function {name}")
        inputs, outputs = function.roles("input"), function.roles("output")
        if len(arguments) != len(inputs):
            raise Refusal(f"{name} takes {len(inputs)} arguments, found {len(arguments)}")
        values = {}
        for variable, argument in zip(inputs, arguments):
            check_shape(argument, variable.sizes, f"{variable.name} of {name}")
            values[variable.name] = argument
        for statement in function.statements:
            statement(values)
        for variable in outputs:
            check_shape(values.get(variable.name), variable.sizes, f"{variable.name} of {name}")
        results = tuple(values[variable.name] for variable in outputs)
        return results[0] if len(results) == 1 else results

    def begin(self, name):
        """Rates and variables of a model where it begins, as pairs of name and value."""
        model = self.classes[name]
        states = {state for rate, state, _ in model.equations if rate}
        equations = {variable: right for rate, variable, right in model.equations if not rate}
        for variable in model.variables.values():
            if (variable.name in states) != variable.fixed:
                raise Refusal(f"{variable.name}: states begin with fixed values, and they alone")
        values, waiting = {}, list(model.variables.values())
        while waiting:
            rest = [variable for variable in waiting if not self.settle(variable, equations, values)]
            if len(rest) == len(waiting):
                raise Refusal(f"{rest[0].name} has no value")
            waiting = rest
        pairs = []
        for rate, state, right in model.equations:
            if rate:
                rates = first(right(values))
                check_shape(rates, model.variables[state].sizes, f"der({state})")
                pairs.append((f"der({state})", rates))
        return pairs + list(values.items())

    @staticmethod
    def settle(variable, equations, values):
        """Whether the variable has a value by now."""
        source = variable.binding or equations.get(variable.name) or variable.start
        if source is None:
            raise Refusal(f"{variable.name} has neither equation nor start")
        try:
            value = first(source(values))
        except KeyError:
            return False
        check_shape(value, variable.sizes, variable.name)
        values[variable.name] = value
        return True


def flat(value):
    return [value] if type(value) is float else [element for part in value for element in flat(part)]


def main(path, name):
    with open(path, encoding="utf-8") as file:
        reader = Reader(file.read())
    package = reader.file()
    if path.rsplit("/", 1)[-1] != package + ".mo":
        raise Refusal(f"{path} holds package {package}")
    chosen = reader.classes.get(name)
    if chosen is None:
        raise Refusal(f"{package} has no {name}")
    if chosen.kind == "model":
        for variable, value in reader.begin(name):
            print(variable, *map(repr, flat(value)))
        return
    arguments = []
    for variable, line in zip(chosen.roles("input"), sys.stdin.read().splitlines()):
        numbers = [float(word) for word in line.split()]
        arguments.append(numbers if variable.sizes else numbers[0])
    results = reader.run(name, arguments)
    for result in results if type(results) is tuple else (results,):
        print(*map(repr, flat(result)))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Refusal as refusal:
        sys.exit(f"{sys.argv[1]}: {refusal}")
