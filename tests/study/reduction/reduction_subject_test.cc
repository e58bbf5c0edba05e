#include "study/reduction/reduction_subject.h"

#include "program/routine.h"
#include "program/translate.h"
#include "study/reduction_fixture.h"

namespace kinemate {
namespace {

class ReductionSubjectTest : public StudyTest {
 protected:
  static std::vector<std::unique_ptr<ReductionSubject>> subjects(const ReductionCase& one) {
    std::vector<std::unique_ptr<ReductionSubject>> result;
    result.push_back(reduce_rows(one.equations));
    result.push_back(reduce_matrices(one.model, one.kinematics));
    result.push_back(reduce_energies(one.model, one.kinematics));
    return result;
  }

  // A light outer body with its centre aside: of V the same terms are weak that weigh in its second row.
  static ReductionCase double_pendulum() {
    return reduction_case(machine(R"(name: double pendulum
gravity: [0, 0, -10]
bodies:
  upper: {mass: 2, center: [0.02, 0, -0.5], inertia: {xx: 1/10, yy: 1/10, zz: 1/10}}
  lower: {mass: 1/2, center: [0.1, 0, -0.4], inertia: {xx: 1/20, yy: 1/20, zz: 1/20}}
joints:
  shoulder: {type: revolute, axis: y, from: world, to: upper, coordinate: q1}
  elbow: {type: revolute, axis: y, from: {body: upper, at: [0, 0, -1]}, to: lower, coordinate: q2}
)"),
                          box_of({"q1' = -5 .. 5", "q2' = -5 .. 5"}));
  }

  // The largest change of an energy along a motion of five seconds, by the classical method of order four.
  static double drift(const Equations& equations, Expr energy, int steps) {
    const std::vector<Expr> state = {parse("q1"), parse("q2"), parse("q1'"), parse("q2'")};
    std::vector<Expr> wanted = equations.mass;
    for (std::size_t i = 0; i < 2; ++i) wanted.push_back(equations.forces[i] - equations.bias[i]);
    wanted.push_back(energy);
    const InputFormulas inputs{{"x", "", std::vector<Entry>(4), 0}, state};
    const OutputFormulas outputs{{"y", "", std::vector<Entry>(wanted.size()), 0}, wanted};
    const Routine routine(translate({&inputs, 1}, {&outputs, 1}));
    Workspace workspace = routine.make_workspace();
    const auto at = [&](const Eigen::Vector4d& y) {
      std::copy(y.begin(), y.end(), routine.inputs(workspace).begin());
      routine.run(workspace);
      return routine.outputs(workspace);
    };
    const auto rate = [&](const Eigen::Vector4d& y) {
      const auto out = at(y);
      const double determinant = out[0] * out[2] - out[1] * out[1];
      return Eigen::Vector4d(y[2], y[3], (out[2] * out[3] - out[1] * out[4]) / determinant,
                             (out[0] * out[4] - out[1] * out[3]) / determinant);
    };
    Eigen::Vector4d y(2, 1, 0, 0);
    const double h = 5.0 / steps, start = at(y)[5];
    double worst = 0;
    for (int i = 0; i < steps; ++i) {
      const Eigen::Vector4d a = rate(y), b = rate(y + h / 2 * a), c = rate(y + h / 2 * b), d = rate(y + h * c);
      y += h / 6 * (a + 2 * b + 2 * c + d);
      worst = std::max(worst, std::abs(at(y)[5] - start));
    }
    return worst;
  }

  static Expr kinetic_energy(const Equations& equations) {
    Expr sum;
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        sum += equations.mass_at(i, j) * equations.speeds[i] * equations.speeds[j] * Expr(Rational(1, 2));
    return sum;
  }

  static Expr curl(const Equations& equations) {
    return differentiate(equations.conservative[0], parse("q2")) -
           differentiate(equations.conservative[1], parse("q1"));
  }
};

TEST_F(ReductionSubjectTest, RowsThereAndBack) {
  const ReductionCase one = double_pendulum();
  const Equations back = from_rows(one.equations.speeds, rows_of(one.equations));
  EXPECT_EQ(back.mass, one.equations.mass);
  EXPECT_EQ(back.bias, one.equations.bias);
  EXPECT_EQ(back.conservative, one.equations.conservative);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_TRUE(is_zero(back.forces[i] - one.equations.forces[i]));
}

TEST_F(ReductionSubjectTest, Names) {
  const ReductionCase one = double_pendulum();
  const auto all = subjects(one);
  EXPECT_EQ(all[0]->names, (std::vector<std::string>{"M(1, 1)", "M(2, 1)", "M(2, 2)", "k(1)", "k(2)", "f(1)", "f(2)",
                                                     "tau(1)", "tau(2)"}));
  EXPECT_EQ(all[2]->names, (std::vector<std::string>{"T", "V", "tau(1)", "tau(2)"}));
  EXPECT_EQ(all[0]->inertial, 3u);
  EXPECT_EQ(all[1]->inertial, 3u);
  EXPECT_EQ(all[2]->inertial, 1u);
  for (const auto& subject : all) EXPECT_EQ(subject->names.size(), subject->formulas.size());
}

TEST_F(ReductionSubjectTest, EveryMatrixEntryHasAName) {
  const ReductionCase one = double_pendulum();
  RobersonWittenburg matrices = compute_roberson_wittenburg(one.model, one.kinematics);
  const std::vector<MatrixEntry> entries = matrix_entries(matrices);
  std::set<std::string> names;
  std::set<Expr*> places;
  for (const MatrixEntry& entry : entries) names.insert(entry.name), places.insert(entry.place);
  EXPECT_EQ(names.size(), entries.size());
  EXPECT_EQ(places.size(), entries.size());
  EXPECT_EQ(entries[1].place, &matrices.mass[1]);
  EXPECT_EQ(entries[1].name, "M(2, 1)");
}

// The equations of their own formulas are those of the machine; what is lost is the difference.
TEST_F(ReductionSubjectTest, LinearInTheFormulas) {
  std::mt19937_64 random(3);
  for (const char* name : {"puma_560", "lagr_decks/arm", "cart_pendulums", "lagr_decks/turntable"}) {
    const std::string file = std::string(name).find('/') == std::string::npos ? std::string(name) + "/model" : name;
    const ReductionCase one =
        reduction_case(with_numbers(machine(read_text_file(KINEMATE_SOURCE "/examples/" + file + ".yaml"))), {});
    for (const auto& subject : subjects(one)) {
      std::vector<Expr> all_formulas = rows_of(one.equations);  // terms that cancel may hold symbols of their own
      for (Expr row : rows_of(subject->equations(subject->formulas))) all_formulas.push_back(row);
      for (Expr formula : subject->formulas) all_formulas.push_back(formula);
      const Values values = random_values(all_formulas, random);
      expect_same(numbers(subject->equations(subject->formulas), values), numbers(one.equations, values), 1e-11);
      std::vector<Expr> kept = subject->formulas, dropped(kept.size(), Expr(0));
      for (std::size_t i = 0; i < kept.size(); i += 2) {  // every second formula is halved
        kept[i] = dropped[i] = kept[i] * Expr(Rational(1, 2));
      }
      const NumericEquations left = numbers(subject->equations(kept), values),
                             lost = numbers(subject->lost(dropped), values), all = numbers(one.equations, values);
      EXPECT_LT(largest(left.mass + lost.mass - all.mass), 1e-11 * (1 + largest(all.mass))) << name;
      EXPECT_LT(largest(left.forces + lost.forces - left.bias - lost.bias - all.forces + all.bias),
                1e-11 * (1 + largest(all.forces) + largest(all.bias)))
          << name;
    }
  }
}

// T̃ + Ṽ changes by what the steps of the integration are off, which is less for shorter steps; rows that are reduced
// each for itself keep no energy, and have forces without a potential.
TEST_F(ReductionSubjectTest, ReducedEnergiesAreConserved) {
  const ReductionCase one = double_pendulum();
  const Threshold weak = largest_threshold(0.26);
  const Reducible energies = one.reducible(Of::kEnergies), rows = one.reducible(Of::kRows);
  const ReducedEquations by_energy = energies.reduce(weak), by_rows = rows.reduce(weak);
  ASSERT_LT(by_energy.terms, energies.term_count());
  ASSERT_LT(by_rows.terms, rows.term_count());
  const HarmonicForms kept = keep_terms(energies.forms(), by_energy.dropped);
  const Expr T = write_harmonics(kept, kept.formulas[0]), V = write_harmonics(kept, kept.formulas[1]);
  EXPECT_TRUE(is_zero(T - kinetic_energy(by_energy.equations)));
  const double coarse = drift(by_energy.equations, T + V, 4000), fine = drift(by_energy.equations, T + V, 8000);
  EXPECT_LT(fine, 1e-8);
  EXPECT_LT(fine, coarse / 10);
  EXPECT_GT(drift(by_rows.equations, kinetic_energy(by_rows.equations) + V, 4000), 1e-3);
  EXPECT_GT(drift(by_rows.equations, T + V, 4000), 1e-3);
  EXPECT_TRUE(is_zero(curl(by_energy.equations)));
  EXPECT_FALSE(test_zero(curl(by_rows.equations)).zero);
}

}  // namespace
}  // namespace kinemate
