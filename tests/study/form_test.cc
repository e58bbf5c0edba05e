#include "study/form.h"

#include "expr/ball.h"
#include "expr/count.h"
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

std::vector<Expr> all_formulas(const Equations& equations) {
  std::vector<Expr> all = equations.mass;
  for (const auto* part : {&equations.bias, &equations.forces, &equations.conservative})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

// Whatever the form, the values stay, to a hundred digits: on random machines with loads.
TEST_F(FormTest, ValuesStay) {
  std::mt19937_64 random(21);
  for (int round = 0; round < random_cases(12); ++round) {
    const Model model = random_massive_machine(random, 3);
    const Kinematics kinematics = compute_kinematics(model);
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
          EXPECT_LT(std::abs(difference.to_double()), 1e-100) << round << " " << static_cast<int>(form);
      } catch (const Error& error) {
        EXPECT_EQ(error.message, "the result would be too large");
        EXPECT_NE(form, Form::kSimplified);
      }
    }
  }
}

}  // namespace
}  // namespace kinemate
