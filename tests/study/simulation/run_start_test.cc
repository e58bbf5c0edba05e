#include "study/simulation/run_start.h"

#include <gtest/gtest.h>

#include "expr/text/print.h"
#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class RunStartTest : public StudyTest {
 protected:
  RunStart::Numbers start(const Model& model, const std::vector<std::string>& varied, const std::vector<double>& values,
                          const std::vector<Expr>& x, const std::vector<Expr>& parameters,
                          const std::vector<Given>& initial = {}) {
    const StartFormulas formulas =
        make_start_formulas(model, compute_kinematics(model), initial, varied, x, parameters);
    program_ = make_start_program(model, formulas, x, {});
    run_.emplace(program_);
    return (*run_)(values);
  }

 private:
  StartProgram program_;
  std::optional<RunStart> run_;
};

const char* const kTwoLengths = R"(
name: two-lengths
parameters: {l: 2, start: l/4, g: 9.81}
gravity: [0, 0, -g]
inputs: {force: {unit: N}}
bodies: {bob: {mass: 1, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}}
loads: {push: {type: joint, joint: hinge, effort: force}}
initial: {phi: start, phi': 3}
)";

TEST_F(RunStartTest, FormulasFollowWhatIsVaried) {
  const Model model = machine(kTwoLengths);
  const std::vector<Expr> x = {make_symbol("phi"), make_symbol("phi", 1)}, p = {make_symbol("l"), make_symbol("start")};
  const RunStart::Numbers numbers = start(model, {"l", "force"}, {6, -2}, x, p);
  EXPECT_DOUBLE_EQ(numbers.x[0], 1.5);
  EXPECT_DOUBLE_EQ(numbers.x[1], 3);
  EXPECT_DOUBLE_EQ(numbers.parameters[0], 6);
  EXPECT_DOUBLE_EQ(numbers.parameters[1], 1.5);
  EXPECT_DOUBLE_EQ(numbers.inputs[0], -2);
}

TEST_F(RunStartTest, WhatIsVariedComesBeforeWhatIsGiven) {
  const Model model = machine(kTwoLengths);
  const std::vector<Expr> x = {make_symbol("phi"), make_symbol("phi", 1)};
  const RunStart::Numbers numbers = start(model, {"phi'"}, {7}, x, {}, given({"phi = 1", "phi' = 2"}));
  EXPECT_DOUBLE_EQ(numbers.x[0], 1);
  EXPECT_DOUBLE_EQ(numbers.x[1], 7);
}

TEST_F(RunStartTest, EulerParametersStayOnTheirSphere) {
  const Model model = machine(R"(
name: floating
bodies: {b: {mass: 1, inertia: {xx: 1, yy: 2, zz: 3}}}
joints: {j: {type: spherical, sequence: euler_parameters, from: world, to: b, coordinates: [e0, e1, e2, e3]}}
)");
  const std::vector<Expr> x = {make_symbol("e0"), make_symbol("e1"), make_symbol("e2"), make_symbol("e3")};
  const RunStart::Numbers numbers = start(model, {"e0", "e1"}, {0.6, 0.8000001}, x, {});
  EXPECT_NEAR(numbers.x[0] * numbers.x[0] + numbers.x[1] * numbers.x[1], 1, 1e-15);
  EXPECT_TRUE(contains(refusal([&] { start(model, {"e0", "e1"}, {0.6, 0.7}, x, {}); }), "have the length 0.92"));
}

TEST_F(RunStartTest, Refusals) {
  const Model model = machine(kTwoLengths);
  const Kinematics kinematics = compute_kinematics(model);
  auto refused = [&](const std::string& name) {
    return refusal([&] { varied_parameters(model, kinematics, {name}); });
  };
  EXPECT_EQ(varied_parameters(model, kinematics, {"phi", "l", "force"}), std::vector<std::string>{"l"});
  EXPECT_TRUE(contains(refused("lenght"), "lenght"));
  EXPECT_TRUE(contains(refused("t"), "time"));
  const std::vector<Expr> x = {make_symbol("phi")};
  EXPECT_TRUE(contains(refusal([&] { start(model, {"phi"}, {std::nan("")}, x, {}); }), "initial value of phi"));
  Model open = model;
  open.parameters[0].value.reset();
  EXPECT_TRUE(contains(refusal([&] { start(open, {}, {}, x, {}); }), "parameter without a value: l"));
}

TEST_F(RunStartTest, NamesHavePrimes) {
  EXPECT_EQ(to_text(symbol_named("phi''")), "phi''");
  EXPECT_EQ(symbol_named("phi").primes(), 0);
}

}  // namespace
}  // namespace kinemate
