#include "study/linear/linear_formulas.h"

#include <gtest/gtest.h>

#include "expr/normal/zero_test.h"
#include "expr/text/print.h"
#include "model/specialise.h"
#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class LinearFormulasTest : public StudyTest {
 protected:
  static void expect_matrix(const FormulaMatrix& matrix, const std::vector<std::string>& entries) {
    ASSERT_EQ(matrix.entries.size(), entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i)
      EXPECT_TRUE(test_zero(matrix.entries[i] - parse(entries[i])).zero)
          << to_text(matrix.entries[i]) << " is not " << entries[i];
  }
  static std::vector<std::string> texts(const FormulaMatrix& matrix) {
    std::vector<std::string> result;
    for (Expr e : matrix.entries) result.push_back(to_text(e));
    return result;
  }
};

// Source B, (2.138), as printed; κ I is the moment of inertia about the centre.
TEST_F(LinearFormulasTest, CardanDoublePendulum) {
  const Linearisation linear = linearise_at(machine(kCardanPendulum), {});
  ASSERT_TRUE(linear.formulas);
  const LinearFormulas& formulas = *linear.formulas;
  EXPECT_EQ(formulas.deviations, (std::vector<std::string>{"alpha1", "alpha2", "beta2"}));
  expect_matrix(formulas.M, {"Ixx1 + m1*l1^2/4 + l1^2*m2", "l1*l2*m2/2", "0", "l1*l2*m2/2", "Ixx2 + l2^2*m2/4", "0",
                             "0", "0", "Iyy2 + l2^2*m2/4"});
  expect_matrix(formulas.K, {"l1*(m1 + 2*m2)*g/2", "0", "0", "0", "l2*m2*g/2", "0", "0", "0", "l2*m2*g/2"});
  EXPECT_EQ(texts(formulas.M)[1], "l1*l2*m2/2");
  EXPECT_EQ(texts(formulas.K)[0], "g*l1*(m1 + 2*m2)/2");
  for (const FormulaMatrix* zero : {&formulas.D, &formulas.G, &formulas.N}) EXPECT_TRUE(zero->is_zero());
  EXPECT_FALSE(linear.numbers);
  ASSERT_EQ(linear.notes.size(), 1u);
  EXPECT_TRUE(contains(linear.notes[0], "without a value: Ixx1, Ixx2, Iyy2, g"));
}

// Source B, (2.164) and (2.165).
TEST_F(LinearFormulasTest, RotatingDisc) {
  Model model = example("disc_guided_mass");
  model.initial.clear();  // R0 is found
  const Linearisation linear = linearise_at(model, {});
  const LinearFormulas& formulas = *linear.formulas;
  ASSERT_EQ(formulas.reference.kept.size(), 1u);
  EXPECT_EQ(formulas.reference.kept[0].name, "R");
  EXPECT_TRUE(test_zero(formulas.reference.kept[0].formula - parse("(k*L0 - a*m*Omega^2)/(k - m*Omega^2)")).zero);
  expect_matrix(formulas.M, {"((R - a)^2 + e^2)*m + Iz", "-m*e", "-m*e", "m"});
  expect_matrix(formulas.D, {"dw", "0", "0", "d"});
  expect_matrix(formulas.G, {"0", "2*m*Omega*(R - a)", "-2*m*Omega*(R - a)", "0"});
  expect_matrix(formulas.K, {"kw", "0", "0", "k - m*Omega^2"});
  EXPECT_TRUE(formulas.N.is_zero());
  EXPECT_TRUE(test_zero(formulas.excitation[0] - parse("Phi0*(kw*cos(Omega*t) - dw*Omega*sin(Omega*t))")).zero);
  EXPECT_EQ(formulas.excitation[1], Expr(0));
  EXPECT_EQ(formulas.residual, std::vector<Expr>(2, Expr(0)));
}

// A pendulum whose pivot moves as a function of time: what depends on the angle makes Q change with time.
TEST_F(LinearFormulasTest, MovingPivot) {
  const Model model = machine(R"(
name: pivot
parameters: {g: , m: , l: , A: , w: }
gravity: [0, 0, -g]
base: {position: [A*cos(2*w*t), 0, A*cos(w*t)]}
bodies: {bob: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}}
)");
  const LinearFormulas formulas = *linearise_at(model, {}).formulas;
  expect_matrix(formulas.M, {"m*l^2"});
  expect_matrix(formulas.K, {"m*l*(g - A*w^2*cos(w*t))"});
  expect_matrix({1, 1, formulas.excitation}, {"-4*m*l*A*w^2*cos(2*w*t)"});
}

// q0(t) stays: M(q0), P(q0, q0'), Q(q0, q0', q0'') of a bead that slides on a turning rod, and of the rod.
TEST_F(LinearFormulasTest, AlongAnyMotion) {
  const Model model = machine(R"(
name: rod
parameters: {J: , m: }
bodies: {rod: {mass: 0, inertia: {xx: J, yy: J, zz: J}}, bead: {mass: m}}
joints:
  turn: {type: revolute, axis: z, from: world, to: rod, coordinate: phi}
  slide: {type: prismatic, axis: x, from: rod, to: bead, coordinate: r}
)");
  LinearisationRequest request;
  request.reference.about = ReferenceRequest::About::kMotion;
  const LinearFormulas any = *linearise_at(model, {}, request).formulas;
  expect_matrix(any.M, {"J + m*r^2", "0", "0", "m"});
  expect_matrix(any.P, {"2*m*r*r'", "2*m*r*phi'", "-2*m*r*phi'", "0"});
  expect_matrix(any.Q, {"0", "2*m*r*phi'' + 2*m*r'*phi'", "0", "-m*phi'^2"});
  expect_matrix({2, 1, any.residual}, {"(J + m*r^2)*phi'' + 2*m*r*r'*phi'", "m*r'' - m*r*phi'^2"});

  request.reference.along = given({"phi = W*t", "r = a + b*t^2"});
  const LinearFormulas along = *linearise_at(model, {}, request).formulas;
  expect_matrix(along.P, {"4*m*(a + b*t^2)*b*t", "2*m*(a + b*t^2)*W", "-2*m*(a + b*t^2)*W", "0"});
  expect_matrix(along.Q, {"0", "4*m*b*t*W", "0", "-m*W^2"});
  expect_matrix({2, 1, along.residual}, {"4*m*(a + b*t^2)*b*t*W", "2*m*b - m*(a + b*t^2)*W^2"});
}

// Formulas at numbers are the numbers of the program.
TEST_F(LinearFormulasTest, AgreeWithNumbers) {
  for (const char* name : {"disc_guided_mass", "cart_pendulums", "loudspeaker", "planar_pendulum"}) {
    SCOPED_TRACE(name);
    LinearisationRequest request;
    request.reference.about = ReferenceRequest::About::kState;
    request.state_space = true;
    Model model = specialise(example(name), {{}, std::vector<std::string>{}});
    const Kinematics kinematics = compute_kinematics(model);
    std::vector<Given> at;
    for (const auto& [symbol, value] : make_state(model, kinematics, {}, 7).values)
      if (symbol != parse("t")) at.push_back({symbol, make_real(value)});
    request.reference.at = at;
    const Linearisation linear = linearise_machine(model, request, keep_quiet);
    ASSERT_TRUE(linear.numbers && linear.formulas);
    Values values = {{parse("t"), 0}};
    for (const auto& [symbol, value] : linear.formulas->reference.values) values[symbol] = evaluate(value, {});
    for (const NamedFormula& kept : linear.formulas->reference.kept)
      values[parse(kept.name)] = evaluate(kept.formula, {});
    const std::pair<const FormulaMatrix*, const Eigen::MatrixXd*> pairs[] = {
        {&linear.formulas->M, &linear.numbers->M},  {&linear.formulas->P, &linear.numbers->P},
        {&linear.formulas->Q, &linear.numbers->Q},  {&linear.formulas->Z, &linear.numbers->Z},
        {&linear.formulas->F, &linear.numbers->F},  {&linear.formulas->A, &linear.numbers->A},
        {&linear.formulas->B, &linear.numbers->B},  {&linear.formulas->C, &linear.numbers->C},
        {&linear.formulas->D_u, &linear.numbers->D}};
    for (const auto& [formulas, numbers] : pairs) {
      ASSERT_EQ(static_cast<Eigen::Index>(formulas->entries.size()), numbers->size());
      if (numbers->size() == 0) continue;
      const std::vector<double> found = evaluate(formulas->entries, values);
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i],
                    (*numbers)(static_cast<Eigen::Index>(i / formulas->columns),
                               static_cast<Eigen::Index>(i % formulas->columns)),
                    1e-10 * (1 + largest(*numbers)));
    }
  }
}

TEST_F(LinearFormulasTest, TurnsInsteadOfEulerParameters) {
  const Model model = machine(R"(
name: ball
parameters: {g: 9.81, m: 2, l: 0.5, J: 0.1}
gravity: [0, 0, -g]
bodies: {bob: {mass: m, center: [0, 0, -l], inertia: {xx: J, yy: 2*J, zz: 3*J}}}
joints: {ball: {type: spherical, sequence: euler_parameters, from: world, to: bob, coordinates: [p0, p1, p2, p3]}}
)");
  const Linearisation linear = linearise_at(model, {});
  EXPECT_EQ(linear.formulas->deviations,
            (std::vector<std::string>{"turn_x of ball", "turn_y of ball", "turn_z of ball"}));
  expect_matrix(linear.formulas->K, {"g*l*m", "0", "0", "0", "g*l*m", "0", "0", "0", "0"});
  EXPECT_EQ(linear.modes->idle, std::vector<Eigen::Index>{2});
}

}  // namespace
}  // namespace kinemate
