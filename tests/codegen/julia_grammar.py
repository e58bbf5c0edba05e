"""The part of Julia that generated sources use: text to a tree. All else is refused.

Operators hold together as Julia's manual says (Mathematical Operations, precedence): from loose to tight ?:, ||, &&,
relations, ranges, + -, * /, signs, ^, then calls, indices, types' parameters and fields. Nodes are tuples whose first
entry is their kind; `parse` gives the statements of a file.
"""

import re

KEYWORDS = {"module", "function", "if", "elseif", "else", "for", "while", "begin", "end", "return", "const", "export",
            "in", "using", "import", "let", "struct", "mutable", "macro", "quote", "do", "try", "catch", "finally",
            "global", "local", "baremodule", "break", "continue", "true", "false"}
TOKEN = re.compile(r"""
    (?P<space>[ \t]+)
  | (?P<comment>\#(?!=)[^\n]*)
  | (?P<newline>\n)
  | (?P<number>(?:[0-9]+\.[0-9]+(?:e[+-]?[0-9]+)?|[0-9]+e[+-]?[0-9]+|[0-9]+)(?![A-Za-z_.0-9(]))
  | (?P<string>\"\"\"(?:[^"\\]|\\.)*\"\"\"|"(?:[^"\\\n]|\\.)*")
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?:!(?!=))?)
  | (?P<sign>&&|\|\||==|!=|<=|>=|::|[-+*/^<>=!?:,;.()\[\]{}@])
""", re.VERBOSE | re.DOTALL)
LOOSEST, RANGE, TIGHTEST = 1, 4, 6
BINARY = {"||": 1, "&&": 2, "<": 3, "<=": 3, ">": 3, ">=": 3, "==": 3, "!=": 3, ":": RANGE, "+": 5, "-": 5, "*": 6, "/": 6}


class JuliaSyntaxError(Exception):
    pass


def tokenize(text):
    """Lists of kinds and texts, and whether white space stands before each, with its line."""
    tokens, at, line, spaced = [], 0, 1, True
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise JuliaSyntaxError(f"line {line}: {text[at:at + 30]!r}")
        kind, word = match.lastgroup, match.group()
        if kind not in ("space", "comment"):
            if kind == "name" and word in KEYWORDS:
                kind = "keyword"
            tokens.append((kind, word, spaced, line))
        spaced = kind in ("space", "comment", "newline")
        line += word.count("\n")
        at = match.end()
    tokens.append(("end of file", "", True, line))
    return tokens


def string_value(literal):
    long = literal.startswith('"""')
    inside = literal[3:-3] if long else literal[1:-1]
    if re.search(r"(?<!\\)(?:\\\\)*\$", inside):
        raise JuliaSyntaxError(f"an interpolation in {literal[:40]}")
    for escape in re.findall(r"\\(.)", inside, re.DOTALL):
        if escape not in '"\\$n':
            raise JuliaSyntaxError(f"escape \\{escape} in {literal[:40]}")
    value = re.sub(r"\\(.)", lambda match: "\n" if match.group(1) == "n" else match.group(1), inside)
    return value[1:] if long and value.startswith("\n") else value


class Parser:
    def __init__(self, text):
        self.tokens, self.at, self.ranges = tokenize(text), 0, True

    def fail(self, expected):
        kind, word, _, line = self.tokens[self.at]
        raise JuliaSyntaxError(f"line {line}: expected {expected}, found {word or kind!r}")

    def word(self):
        return self.tokens[self.at][1]

    def is_word(self, *words):
        return self.tokens[self.at][0] in ("sign", "keyword") and self.word() in words

    def accept(self, word):
        if not self.is_word(word):
            return False
        self.at += 1
        return True

    def expect(self, word):
        if not self.accept(word):
            self.fail(word)

    def name(self):
        if self.tokens[self.at][0] != "name":
            self.fail("a name")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def newlines(self):
        while self.tokens[self.at][0] == "newline":
            self.at += 1

    def end_line(self):
        if self.tokens[self.at][0] == "end of file":
            return
        if self.tokens[self.at][0] != "newline":
            self.fail("the end of the line")
        self.newlines()

    def block(self, *ends):
        """Statements up to one of the words, which is left."""
        statements = []
        self.newlines()
        while not self.is_word(*ends) and not (not ends and self.tokens[self.at][0] == "end of file"):
            statements.append(self.statement())
            if not self.is_word(*ends):
                self.end_line()
        return statements

    def body(self):
        self.end_line()
        statements = self.block("end")
        self.expect("end")
        return statements

    def statement(self):
        kind, word, _, _ = self.tokens[self.at]
        if kind == "keyword" and word not in ("true", "false"):
            if not hasattr(self, "parse_" + word):
                self.fail("a statement")
            self.at += 1
            return getattr(self, "parse_" + word)()
        if self.accept("@"):
            if self.name() != "inbounds":
                self.fail("@inbounds")
            return self.statement()
        target = self.expression()
        if target[0] == "string":  # it documents what comes next
            self.end_line()
            if not self.is_word("module", "function"):
                self.fail("something that is documented")
            return self.statement()
        if not self.accept("="):
            return target
        value = self.expression()
        if target[0] == "call":
            return ("function", self.target_name(target[1]), self.parameters(target[2]), [("return", value)])
        if target[0] not in ("name", "index"):
            self.fail("something to assign to")
        return ("assign", target, value)

    def target_name(self, node):
        if node[0] != "name":
            self.fail("the name of a function")
        return node[1]

    def parameters(self, arguments):
        made = []
        for argument in arguments:
            typed = argument[0] == "typed"
            made.append((self.target_name(argument[1] if typed else argument), argument[2] if typed else None))
        return made

    def parse_module(self):
        return ("module", self.name(), self.body())

    def parse_function(self):
        head = self.postfix()
        if head[0] != "call":
            self.fail("the parameters of a function")
        return ("function", self.target_name(head[1]), self.parameters(head[2]), self.body())

    def parse_begin(self):
        return ("block", self.body())

    def parse_const(self):
        name = self.name()
        self.expect("=")
        return ("const", name, self.expression())

    def parse_export(self):
        names = [self.name()]
        while self.accept(","):
            names.append(self.name())
        return ("export", names)

    def parse_return(self):
        values = [self.expression()]
        while self.accept(","):
            values.append(self.expression())
        return ("return", values[0] if len(values) == 1 else ("tuple", values))

    def parse_if(self):
        cases = []
        condition = self.expression()
        self.end_line()
        while True:
            cases.append((condition, self.block("elseif", "else", "end")))
            if self.accept("elseif"):
                condition = self.expression()
                self.end_line()
                continue
            otherwise = self.body() if self.accept("else") else (self.expect("end") or [])
            return ("if", cases, otherwise)

    def parse_while(self):
        return ("while", self.expression(), self.body())

    def parse_for(self):
        names = [self.name()] if not self.is_word("(") else [self.target_name(node) for node in self.primary()[1]]
        self.expect("in")
        return ("for", names, self.expression(), self.body())

    def expression(self):
        condition = self.binary(LOOSEST)
        if not self.is_word("?"):
            return condition
        self.require_blanks("?")
        ranges, self.ranges = self.ranges, False
        first = self.expression()
        self.require_blanks(":")
        second = self.expression()
        self.ranges = ranges
        return ("choice", condition, first, second)

    def require_blanks(self, sign):
        """Julia reads x?y and a:b as something else."""
        if not self.is_word(sign) or not self.tokens[self.at][2] or not self.tokens[self.at + 1][2]:
            self.fail(f"{sign} with a blank on both sides")
        self.at += 1

    def binary(self, least):
        left = self.unary()
        while True:
            kind, sign, _, _ = self.tokens[self.at]
            level = BINARY.get(sign, 0) if kind == "sign" else 0
            if level < least or (sign == ":" and not self.ranges):
                return left
            self.at += 1
            right = self.binary(level + 1)
            left = ("binary", sign, left, right)
            if level in (3, RANGE) and BINARY.get(self.word(), 0) == level and (self.word() != ":" or self.ranges):
                self.fail("no chain of relations or ranges")

    def unary(self):
        for sign in "-!":
            if self.accept(sign):
                return ("unary", sign, self.unary())
        return self.power()

    def power(self):
        base = self.postfix()
        return ("binary", "^", base, self.unary()) if self.accept("^") else base

    def postfix(self):
        node = self.primary()
        while self.tokens[self.at][0] == "sign" and self.word() in ("(", "[", "{", "."):
            if self.tokens[self.at][2]:
                self.fail("no blank before " + self.word())
            if node[0] not in ("name", "call", "index", "field", "type"):
                self.fail("an operator")
            if self.accept("("):
                node = ("call", node, self.items(")"))
            elif self.accept("["):
                node = ("index", node, self.items("]"))
            elif self.accept("{"):
                node = ("type", node, self.items("}"))
            else:
                self.at += 1
                node = ("field", node, self.name())
        return node

    def items(self, end):
        """Expressions with commas between, a last comma allowed; lines may end behind commas."""
        ranges, self.ranges, items = self.ranges, True, []
        self.newlines()
        while not self.is_word(end):
            item = self.expression()
            if self.accept("::"):
                item = ("typed", item, self.name())
            elif self.is_word("=") and end == ")" and item[0] == "name":
                self.at += 1
                item = ("named", item[1], self.expression())
            items.append(item)
            if not self.accept(","):
                break
            self.newlines()
        self.expect(end)
        self.ranges = ranges
        return items

    def primary(self):
        kind, word, _, _ = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return ("number", float(word) if "." in word or "e" in word else int(word))
        if kind == "string":
            return ("string", string_value(word))
        if kind == "name":
            return ("name", word)
        if kind == "keyword" and word in ("true", "false"):
            return ("bool", word == "true")
        if kind == "sign" and word == "[":
            return ("array", self.items("]"))
        if kind == "sign" and word == "(":
            items = self.items(")")
            comma = self.tokens[self.at - 2][1] == ","
            if len(items) == 1 and not comma and items[0][0] != "named":
                return ("parentheses", items[0])
            return ("tuple", items)
        self.at -= 1
        self.fail("an expression")


def parse(text):
    return Parser(text).block()
