// Scripts are run by what reads their language, and have to give the same matrices and poles as the analysis.
#include <limits>
#include <sstream>

#include "base/error.h"
#include "report/linear_fixture.h"

namespace kinemate {
namespace {

using Eigen::Index;

constexpr const char* kOctaveCommand = "octave-cli --norc --quiet --no-history";
constexpr const char* kNumpyCommand = "/usr/bin/python3 -B -W error";

// Entries of the matrices column by column, then real and imaginary parts of the poles.
constexpr const char* kOctaveTail =
    "printf('%.17g\\n', M, P, Q, Z, F, V, W, A, B, C, D);\nprintf('%.17g\\n', [real(poles) imag(poles)]');\n";
constexpr const char* kNumpyTail =
    "for m in (M, P, Q, Z, F, V, W, A, B, C, D):\n    for x in m.T.flatten():\n        print(repr(float(x)))\n"
    "for x in poles:\n    print(repr(float(x.real)))\n    print(repr(float(x.imag)))\n";

bool is_runnable(ScriptLanguage language) {
  return language == ScriptLanguage::kMatlab ? is_installed("octave-cli")
                                             : std::system("/usr/bin/python3 -c 'import numpy' > /dev/null 2>&1") == 0;
}

std::vector<double> run_linear_script(const std::string& script, ScriptLanguage language) {
  const std::string printed = language == ScriptLanguage::kMatlab
                                  ? printed_of(kOctaveCommand, ".m", script + kOctaveTail)
                                  : printed_of(kNumpyCommand, ".py", script + kNumpyTail);
  std::istringstream stream(printed);
  std::vector<double> numbers;
  for (std::string word; stream >> word;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(word.c_str(), &end));
    EXPECT_EQ(*end, 0) << printed << script;
  }
  return numbers;
}

// The poles in any order, each near to one of the others that no other is near to.
void expect_same_poles(std::vector<std::complex<double>> found, const std::vector<std::complex<double>>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (const std::complex<double>& pole : expected) {
    const auto nearest = std::min_element(found.begin(), found.end(),
                                          [&](auto a, auto b) { return std::abs(a - pole) < std::abs(b - pole); });
    EXPECT_LT(std::abs(*nearest - pole), 1e-9 * (1 + std::abs(pole)));
    found.erase(nearest);
  }
}

class LinearScriptTest : public LinearReportTest, public testing::WithParamInterface<ScriptLanguage> {
 protected:
  void SetUp() override {
    if (!is_runnable(GetParam())) GTEST_SKIP() << "no Octave, or no NumPy";
  }

  static Linearisation turning_pendulum(LinearisationRequest request) {
    request.reference.near = given({"theta = 1"});
    return linearised(kConicalPendulum, {"phi' = 5"}, request);
  }

  static void expect_system(const std::string& script, const Linearisation& linear) {
    const LinearSystem& system = *linear.numbers;
    const std::vector<double> printed = run_linear_script(script, GetParam());
    std::vector<double> expected;
    for (const Eigen::MatrixXd* matrix : {&system.M, &system.P, &system.Q, &system.Z, &system.F, &system.V, &system.W,
                                          &system.A, &system.B, &system.C, &system.D})
      expected.insert(expected.end(), matrix->reshaped().begin(), matrix->reshaped().end());
    std::vector<std::complex<double>> poles = all_poles(*linear.modes);
    poles.resize(poles.size() + linear.modes->idle.size());  // of what is free, 0
    ASSERT_EQ(printed.size(), expected.size() + 2 * poles.size()) << script;
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(printed[i], expected[i], 1e-11 * (1 + std::abs(expected[i]))) << i << "\n" << script;
    std::vector<std::complex<double>> found;
    for (std::size_t i = expected.size(); i < printed.size(); i += 2) found.emplace_back(printed[i], printed[i + 1]);
    expect_same_poles(found, poles);
  }
};

TEST_P(LinearScriptTest, Numbers) {
  for (const Linearisation& linear : {linearise_at(example("disc_guided_mass"), {}),
                                      linearised(kLaggingSpring, {"F = 3"}), linearise_at(example("loudspeaker"), {}),
                                      turning_pendulum({}), linearise_at(example("cart_pendulums"), {"phi1 = pi"})})
    expect_system(linear_script(linear, GetParam()), linear);
}

TEST_P(LinearScriptTest, Formulas) {
  LinearisationRequest request;
  request.state_space = true;
  for (Linearisation linear :
       {linearise_at(example("disc_guided_mass"), {}, request), linearised(kLaggingSpring, {}, request),
        linearise_at(example("loudspeaker"), {}, request), turning_pendulum(request),
        linearised(kBeadOnHoop, {}, request)}) {  // the last with a position that has no formula
    const Linearisation whole = linear;
    linear.numbers.reset();
    expect_system(linear_script(linear, GetParam()), whole);
  }
}

// Parameters whose names mean something in the languages or in the script, and their substitutes that are taken.
TEST_P(LinearScriptTest, NamesThatAreTaken) {
  LinearisationRequest request;
  request.state_space = true;
  Linearisation linear = linearised(R"(
name: names
parameters: {M: 2, M_: 3, M__: 0.5, eig: 5, lambda: 2, e: 1.5, float: 7, end: 0.25, poles: 4, i: 0.125}
inputs: [A]
bodies: {b: {mass: M}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: q}}
loads:
  f: {type: joint, joint: j, effort: "A - (lambda + e^2*eig + float*i)*q - (M_^(3/2) + M__*end + poles)*q'"}
)",
                                    {}, request);
  const Linearisation whole = linear;
  linear.numbers.reset();
  expect_system(linear_script(linear, GetParam()), whole);
}

TEST_P(LinearScriptTest, NothingMoves) {
  EXPECT_TRUE(run_linear_script(linear_script(linearised(kBolted), GetParam()), GetParam()).empty());
}

INSTANTIATE_TEST_SUITE_P(Languages, LinearScriptTest,
                         testing::Values(ScriptLanguage::kMatlab, ScriptLanguage::kPython));

class LinearScriptTextTest : public LinearReportTest {};

TEST_F(LinearScriptTextTest, SaysWhatIsMissing) {
  LinearisationRequest request;
  request.state_space = true;
  const Linearisation linear = linearised(kCardanPendulum, {"alpha1 = 0"}, request);
  const std::string matlab = linear_script(linear, ScriptLanguage::kMatlab);
  EXPECT_TRUE(contains(matlab, "% cardan, linearised: "));
  EXPECT_TRUE(contains(matlab, "m1 = NaN;  % no value yet\n"));
  EXPECT_TRUE(contains(matlab, "% y: alpha1, alpha2, beta2\n"));
  EXPECT_TRUE(contains(linear_script(linear, ScriptLanguage::kPython), "m1 = float('nan')  # no value yet\n"));
}

TEST_F(LinearScriptTextTest, RefusesWhatTheLanguagesHaveNotGot) {
  LinearisationRequest request;
  request.state_space = true;
  Linearisation linear = linearised(R"(
name: step
parameters: {c: 2}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -x*sign(c)}}
)",
                                    {}, request);
  linear.numbers.reset();
  EXPECT_TRUE(
      contains(refusal([&] { linear_script(linear, ScriptLanguage::kPython); }), "a script cannot compute sign(c)"));
}

}  // namespace
}  // namespace kinemate
