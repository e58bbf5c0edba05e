// They run in julia_test.cc.
#include "codegen/julia/solver.h"

#include <gtest/gtest.h>

#include "codegen/julia/language.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

ModuleInterface solver_interface(const Program& program) {
  return make_module_interface(program, "m", julia_language());
}

TEST(JuliaSolver, ParametersAlone) {
  const Program program = pendulum_ode({.inputs = false});
  EXPECT_EQ(julia_solver_functions(program, solver_interface(program)),
            "\n# As solvers of SciML call it; p is as above.\nf!(dx, x, p, t) = ode!(dx, t, x, p)\n");
  EXPECT_EQ(julia_solver_parameters(solver_interface(program)), "m_ode.P0");
}

TEST(JuliaSolver, InputsAreNumbersOrFunctionsOfTime) {
  const Program program = pendulum_ode({});
  EXPECT_EQ(julia_solver_functions(program, solver_interface(program)),
            "\n_at(value, t) = value\n_at(value::Function, t) = value(t)\n"
            "\n# As solvers of SciML call it; p has the fields u, p: arrays, or functions of time.\n"
            "f!(dx, x, p, t) = ode!(dx, t, x, _at(p.u, t), _at(p.p, t))\n");
  EXPECT_EQ(julia_solver_parameters(solver_interface(program)), "(u = m_ode.U0, p = m_ode.P0,)");
}

TEST(JuliaSolver, DerivativesByTheInputsGoNowhere) {
  const Program program = pendulum_jacobian({.outputs = false});
  EXPECT_NE(julia_solver_functions(program, solver_interface(program))
                .find("\njac!(A, x, p, t) = jacobian!(A, similar(A, 2, 1), t, x, _at(p.u, t), _at(p.p, t))\n"),
            std::string::npos);
}

TEST(JuliaSolver, NothingButTheState) {
  Program like;
  like.name = "ode", like.inputs = {{"x", "", {{"a", ""}}}};
  Builder builder(like);
  const Program program = builder.finish({{"dx", "", {{"b", ""}}}}, {builder.input(0)});
  EXPECT_EQ(julia_solver_functions(program, solver_interface(program)),
            "\n# As solvers of SciML call it; p is not used.\nf!(dx, x, p, t) = ode!(dx, x)\n");
  EXPECT_EQ(julia_solver_parameters(solver_interface(program)), "nothing");
}

TEST(JuliaSolver, NotOfOtherPrograms) {
  const Program program = pendulum_outputs({});
  EXPECT_EQ(julia_solver_functions(program, solver_interface(program)), "");
}

TEST(JuliaSolver, WhetherParametersFit) {
  const Program ode = pendulum_ode({}), jacobian = pendulum_jacobian({}), plain = pendulum_jacobian({.inputs = false}),
                other = pendulum_outputs({.unspecified = true}), some = pendulum_ode({.unspecified = true});
  EXPECT_TRUE(julia_solver_parameters_fit(solver_interface(jacobian), solver_interface(ode)));
  EXPECT_TRUE(julia_solver_parameters_fit(solver_interface(jacobian), solver_interface(some)));
  EXPECT_FALSE(julia_solver_parameters_fit(solver_interface(plain),
                                           solver_interface(ode)));  // p itself, but there it is a field
  EXPECT_FALSE(julia_solver_parameters_fit(solver_interface(other), solver_interface(some)));  // other functions
}

}  // namespace
}  // namespace kinemate
