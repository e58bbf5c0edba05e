// The text of modules; what they compute is compared in python_test.cc.
#include "codegen/python/module.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"
#include "codegen/python/language.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

std::string python_module_of(const Program& program, std::span<const double> example, std::size_t chunk = 1000) {
  return write_python_module(program, make_module_interface(program, program.machine, python_language()), example,
                             chunk);
}

std::string from(const std::string& text, std::string_view word) { return text.substr(text.find(word)); }

TEST(PythonModule, OfAPendulum) {
  const std::string text = python_module_of(pendulum_ode({}), pendulum_example());
  EXPECT_EQ(text.substr(0, text.find("class _One")), R"("""ode of pendulum: by hand

Made by Kinemate.

    dx = ode(t, x, u, p)

Entries stand along the first axis: an array of shape (n,) is one state, (n, k) are k states, and so are the
results. What is given for one state, as (n,), holds for all of them.

t: input, time
  t: t
x: input, the state
  x[0]: phi -- an angle
  x[1]: omega -- its rate
u: input, inputs
  u[0]: torque
p: input, parameters
  p[0]: m
  p[1]: l -- length
dx: result, rates of x
  dx[0]: phi'
  dx[1]: omega'
"""

import math

import numpy as np

T_NAMES = ("t",)
T0 = 0.0
X_NAMES = ("phi", "omega")
X0 = (0.5, -0.25)
U_NAMES = ("torque",)
U0 = (0.125,)
P_NAMES = ("m", "l")
P0 = (1.5, 0.75)
DX_NAMES = ("phi'", "omega'")


)");
  EXPECT_EQ(from(text, "def _compute"), R"(def _compute(m, t, x, u, p):
    dx = [0.0] * 2
    dx[1] = u[0] / (p[0] * (p[1] * p[1])) - m.sin(x[0]) * (9.81 / p[1])
    dx[0] = x[1]
    return dx


def ode(t, x, u, p):
    """What each entry is stands at the top of this file."""
    t = np.asarray(t, dtype=float)
    x = _numbers("x", x, 2)
    u = _numbers("u", u, 1)
    p = _numbers("p", p, 2)
    if t.ndim == 0 and x.ndim == 1 and u.ndim == 1 and p.ndim == 1:
        try:
            dx = _compute(_One, t.tolist(), x.tolist(), u.tolist(), p.tolist())
            return np.array(dx)
        except (ArithmeticError, ValueError):
            pass  # beyond the domain of a function, where arrays go on with inf and nan
    states = np.broadcast(t, x[0], u[0], p[0]).shape
    with np.errstate(all="ignore"):
        dx = _compute(_Many, t, list(x), list(u), list(p))
    return _stacked(dx, (2,), states)
)");
}

TEST(PythonModule, MatricesAndSeveralResults) {
  const std::string text = python_module_of(pendulum_jacobian({.outputs = false}), {});
  EXPECT_NE(text.find("  A[1, 0]: A(2,1)\n"), std::string::npos);
  EXPECT_NE(text.find("    return np.array(A).reshape(2, 2), np.array(B).reshape(2, 1)\n"), std::string::npos);
  EXPECT_NE(text.find("    return _stacked(A, (2, 2), states), _stacked(B, (2, 1), states)\n"), std::string::npos);
}

TEST(PythonModule, LongOnesAreCut) {
  const std::string text = python_module_of(random_program(3, {.operations = 150}), {}, 20);
  EXPECT_NE(text.find("\ndef _part_1(m, w, x):\n    "), std::string::npos);
  EXPECT_NE(text.find("    w = [0.0] * "), std::string::npos);
  EXPECT_NE(text.find("\n    _part_2(m, "), std::string::npos);
}

TEST(PythonModule, NoInputsNoOutputs) {
  Builder nothing(with_inputs(0));
  EXPECT_EQ(from(python_module_of(finish(nothing, {}), {}), "def _compute"), R"(def _compute(m):
    return ()


def test():
    """What each entry is stands at the top of this file."""
    if True:
        try:
            _compute(_One)
            return ()
        except (ArithmeticError, ValueError):
            pass  # beyond the domain of a function, where arrays go on with inf and nan
    states = ()
    with np.errstate(all="ignore"):
        _compute(_Many)
    return ()
)");
}

TEST(PythonModule, Docstrings) { EXPECT_EQ(python_docstring("a\"\"\"\\n\\"), "\"\"\"a\\\"\\\"\\\"\\\\n\\\\\"\"\"\n"); }

}  // namespace
}  // namespace kinemate
