// The text of modules; what they compute is compared in julia_test.cc.
#include "codegen/julia/module.h"

#include <gtest/gtest.h>

#include "codegen/julia/language.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

std::string julia_module_of(const Program& program, std::span<const double> example, std::size_t chunk = 1000) {
  return write_julia_module(program, make_module_interface(program, program.machine, julia_language()), example, chunk);
}

TEST(JuliaModule, OfAPendulum) {
  EXPECT_EQ(julia_module_of(pendulum_ode({.inputs = false}), pendulum_example({.inputs = false})), R"("""
    dx = ode(t, x, p)
    ode!(dx, t, x, p)

ode of pendulum: by hand

Made by Kinemate. The second form writes into arrays that it is given.

    t: input, time
      t: t
    x: input, the state
      x[1]: phi -- an angle
      x[2]: omega -- its rate
    p: input, parameters
      p[1]: m
      p[2]: l -- length
    dx: result, rates of x
      dx[1]: phi'
      dx[2]: omega'
"""
module pendulum_ode

export ode, ode!

const T_NAMES = ("t",)
const T0 = 0.0
const X_NAMES = ("phi", "omega")
const X0 = [0.5, -0.25]
const P_NAMES = ("m", "l")
const P0 = [1.5, 0.75]
const DX_NAMES = ("phi'", "omega'")

# Beyond their domain, functions are NaN here; those of Julia would throw.
sin(x) = isfinite(x) ? Base.sin(x) : NaN * x

function _require(name, array, shape)
  if axes(array) != shape
    throw(DimensionMismatch(string(name, " must have indices ", shape, ", but has ", axes(array))))
  end
end

function ode!(dx, t, x, p)
  _require("x", x, (1:2,))
  _require("p", p, (1:2,))
  _require("dx", dx, (1:2,))
  @inbounds begin
    dx[2] = -(sin(x[1]) * (9.81 / p[2]))
    dx[1] = x[2]
  end
  return dx
end

function ode(t, x, p)
  T = promote_type(Float64, typeof(t), eltype(x), eltype(p))
  dx = Vector{T}(undef, 2)
  return ode!(dx, t, x, p)
end

# As solvers of SciML call it; p is as above.
f!(dx, x, p, t) = ode!(dx, t, x, p)

end
)");
}

TEST(JuliaModule, MatricesAndSeveralResults) {
  const std::string text = julia_module_of(pendulum_jacobian({.outputs = false}), {});
  for (const char* part : {"      A[2, 1]: A(2,1)\n", "    A[2, 1] = ", "  _require(\"A\", A, (1:2, 1:2))\n",
                           "  B = Matrix{T}(undef, 2, 1)\n", "  return A, B\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

// The numbers between parts are of the type that comes of the inputs.
TEST(JuliaModule, LongOnesAreCut) {
  const std::string text = julia_module_of(random_program(3, {.operations = 150}), {}, 20);
  EXPECT_NE(text.find("\nfunction _part_1(w, x)\n  @inbounds begin\n    "), std::string::npos);
  EXPECT_NE(text.find("  w = Vector{promote_type(Float64, eltype(x))}(undef, "), std::string::npos);
  EXPECT_NE(text.find("\n  _part_2("), std::string::npos);
}

// A parameter that is called T.
TEST(JuliaModule, TypesHaveANameOfTheirOwn) {
  Program like;
  like.name = "test", like.machine = "m", like.inputs = {{"T", "", {{"a", ""}}}};
  Builder builder(like);
  const std::string text = julia_module_of(finish(builder, {builder.input(0)}), {});
  EXPECT_NE(text.find("  T_2 = promote_type(Float64, eltype(T))\n  y = Vector{T_2}(undef, 1)\n"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
