#include "report/derivation_fixture.h"

namespace kinemate {
namespace {

class DerivationTextTest : public DerivationReportTest {};

TEST_F(DerivationTextTest, ACartWithAPendulum) {
  const Model model = cart();
  EXPECT_EQ(derivation_text(model, derived(model, "kane")), R"(cart: Kane's equations
  speeds s: 1 x', 2 phi'
  equations: M s' + k + p = h
  cyclic (ignorable) coordinate x: absent from T, V and forces

M: mass matrix, symmetric
  M(1,1) = M_0 + m
  M(1,2) = -l*m*cos(phi)
  M(2,2) = l^2*m

k: centrifugal, Coriolis and other inertia terms
  k(1) = l*m*sin(phi)*phi'^2

p: gravity, springs, dampers and other loads of the state
  p(2) = g*l*m*sin(phi)

h: loads in which the time or an input stands
  h(1) = F
)");
}

TEST_F(DerivationTextTest, CasesStandBelowWhatTheyChange) {
  const Model model = cart();
  const auto request = [](const Model&) { return DerivationRequest{.sections = {Section::kEquations}}; };
  const std::vector<SpecialCase> cases = {parse_case("light: M_0 = 0"), parse_case("small of inertia: M_0 = 0, F = 0"),
                                          parse_case("still of forces: F = 0")};
  EXPECT_EQ(derivation_text(derive_cases(model, {}, cases, request, [](const std::string&) {})),
            R"(cart: Kane's equations
  speeds s: 1 x', 2 phi'
  equations: M s' + k + p = h
  case light: M_0 = 0
  case small, of the inertia: M_0 = 0, F = 0
  case still, of the forces: F = 0

M: mass matrix, symmetric
  M(1,1) = M_0 + m
    light, small: m
  M(1,2) = -l*m*cos(phi)
  M(2,2) = l^2*m

k: centrifugal, Coriolis and other inertia terms
  k(1) = l*m*sin(phi)*phi'^2

p: gravity, springs, dampers and other loads of the state
  p(2) = g*l*m*sin(phi)

h: loads in which the time or an input stands
  h(1) = F
    still: 0
)");
}

// A force that is an input in general is a force of the state in a case.
TEST_F(DerivationTextTest, CasesMayHaveWhatTheMachineHasNot) {
  const auto request = [](const Model&) { return DerivationRequest{.sections = {Section::kEquations}}; };
  const std::string text = derivation_text(
      derive_cases(cart(), {}, std::vector{parse_case("pushed: F = 3")}, request, [](const std::string&) {}));
  EXPECT_NE(text.find("  p(1) = 0\n    pushed: -3\n  p(2) = "), std::string::npos) << text;
  EXPECT_NE(text.find("  h(1) = F\n    pushed: 0\n"), std::string::npos) << text;
}

TEST_F(DerivationTextTest, EverySection) {
  const Model model = cart();
  const std::string text = derivation_text(model, derived(model, "lagrange", all_sections()));
  for (const char* part :
       {"\nenergies\n  T = ", "\n  V = -g*l*m*cos(phi)\n", "g: metric, symmetric; of the coordinates 0 t, 1 x, 2 phi",
        "  g(1,2) = -l*m*cos(phi)\n", "  Gamma(1,2,2) = l*m*sin(phi)\n", "  Q(1) = F\n",
        "body bob: momentum in inertial axes, moments about its origin in axes of the body\n",
        "joint hinge: its load on bob, about the joint, in inertial axes\n", "  R1(1,2,2) = -l*m*sin(phi)\n",
        "  R5(1,cart) x = 1\n", "at rest"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST_F(DerivationTextTest, AMachineThatDoesNotMove) {
  const Model model = machine("bodies: {a: {mass: 1}}\njoints: {j: {type: fixed, from: world, to: a}}\n");
  EXPECT_NE(derivation_text(model, derived(model, "kane")).find("no freedoms"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
