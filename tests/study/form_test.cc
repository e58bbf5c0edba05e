#include "study/form.h"

#include "expr/ball.h"
#include "expr/count.h"
#include "expr/normal/zero_test.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class FormTest : public StudyTest {
 protected:
  static Expr entry(Form form) {
    const Model model = machine(R"(
bodies: {a: {mass: m, center: [l, 0, 0]}, b: {mass: m, center: [l, 0, 0]}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [l, 0, 0]}, to: b, coordinate: q2}
)");
    DerivationRequest request;
    request.sections = {Section::kEquations};
    request.form = form;
    return derive(model, request, [](const std::string&) {}).equations.mass_at(0, 0);
  }
};

TEST_F(FormTest, TheSameEntryInEveryForm) {
  EXPECT_EQ(to_text(entry(Form::kSimplified)), "l^2*m*(2*cos(q2) + 3)");
  EXPECT_EQ(to_text(entry(Form::kExpanded)), "3*l^2*m + 2*l^2*m*cos(q2)");
  EXPECT_EQ(to_text(entry(Form::kFactored)), "l^2*m*(2*cos(q2) + 3)");
  EXPECT_TRUE(is_zero(entry(Form::kMultiangle) - entry(Form::kRecursive)));
  const Expr raw = entry(Form::kRecursive), simple = entry(Form::kSimplified);
  EXPECT_GT(cost({&raw, 1}), cost({&simple, 1}));
}

// A symmetric top with Euler parameters: what they are does not matter to its inertia.
TEST_F(FormTest, EulerParametersHaveLengthOne) {
  const Model model = machine(R"(
gravity: [0, 0, -g]
bodies: {top: {mass: m, center: [0, 0, l], inertia: {xx: A, yy: A, zz: C}}}
joints: {tip: {type: spherical, sequence: euler_parameters, from: world, to: top, coordinates: [p0, p1, p2, p3],
               speeds: [wx, wy, wz]}}
)");
  for (const char* formalism : {"kane", "dalembert"}) {
    DerivationRequest request;
    request.formalism = formalism;
    request.sections = {Section::kEquations};
    const Equations e = derive(model, request, [](const std::string&) {}).equations;
    EXPECT_EQ(to_text(e.mass_at(0, 0)), "A + l^2*m") << formalism;
    EXPECT_TRUE(e.mass_at(1, 0).is_zero()) << formalism;
    EXPECT_EQ(to_text(e.mass_at(2, 2)), "C") << formalism;
    EXPECT_LT(to_text(e.bias[0]).size(), 40u) << formalism;
    EXPECT_TRUE(test_zero(e.bias[0] + parse("(A + l^2*m - C)*wy*wz")).zero) << formalism;
    EXPECT_TRUE(e.bias[2].is_zero()) << formalism;
  }
}

std::vector<Expr> all_formulas(const Equations& equations) {
  std::vector<Expr> all = equations.mass;
  for (const auto* part : {&equations.bias, &equations.forces, &equations.conservative})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

// Whatever the form, the values stay, to a hundred digits: on random machines with loads. With Euler parameters, to the
// digits to which these have length one.
TEST_F(FormTest, ValuesStay) {
  std::mt19937_64 random(21);
  for (int round = 0; round < random_cases(10); ++round) {
    const Model model = random_massive_machine(random, 2);
    const Kinematics kinematics = compute_kinematics(model);
    const bool has_parameters = std::any_of(model.joints.begin(), model.joints.end(),
                                            [](const Joint& joint) { return joint.euler_parameters; });
    const double tolerance = has_parameters ? 1e-11 : 1e-100;
    BallValues values;
    for (const auto& [symbol, value] : random_state(model, kinematics, random)) values[symbol] = Ball::from(value);
    DerivationRequest request;
    request.sections = {Section::kEquations};
    request.form = Form::kRecursive;
    const std::vector<Expr> raw = all_formulas(derive(model, request, [](const std::string&) {}).equations);
    for (const Form form : {Form::kSimplified, Form::kExpanded, Form::kMultiangle, Form::kFactored}) {
      request.form = form;
      try {
        std::vector<Expr> differences = all_formulas(derive(model, request, [](const std::string&) {}).equations);
        for (std::size_t i = 0; i < raw.size(); ++i) differences[i] -= raw[i];
        for (const Ball& difference : evaluate_balls(with_sample_functions(differences), values, 1000))
          EXPECT_LT(std::abs(difference.to_double()), tolerance) << round << " " << static_cast<int>(form);
      } catch (const Error& error) {
        EXPECT_EQ(error.message, "this form would be too large");
        EXPECT_NE(form, Form::kSimplified);
      }
    }
  }
}

}  // namespace
}  // namespace kinemate
