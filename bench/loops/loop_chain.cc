// What loops cost: a plane chain of 120 links that hangs on m rods (source E, section 3.4.2, figure 3.12), one
// evaluation of the accelerations: loop_chain [m...], divisors of 120 up to 60 if left out.
//
//   linear      the tree is the chain and the rods hang at its top, as in the source: O(n) of the tree, once for all
//               conditions (formalism/links/closed_recursion.h)
//   cubic       the same tree by M and its factors
//   shallow     O(n) on the tree that Kinemate chooses: each rod with the halves of the sags beside it, so that loops
//               are neighbours of two others only
// `ratio` is to the chain without rods, `source` what the source says of its O(n³): (1 + 2m/N)³. Of its O(n) it says:
// linear in m up to m = 12, then as m³. All three are held against each other at a closed configuration at rest. Fails
// where they differ.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/best_time.h"
#include "base/check.h"
#include "expr/pool.h"
#include "formalism/links/closed_recursion.h"
#include "model/topology/walker.h"
#include "model_io/read.h"
#include "program/cost.h"
#include "program/optimize.h"
#include "program/routine.h"
#include "program/translate.h"

namespace kinemate {
namespace {

constexpr int kLinks = 120;
constexpr double kDifferent = 1e-7;  // beside the largest acceleration: M of a long chain is ill conditioned

enum class Cut { kEyes, kAnywhere };

// Each sag is an arc from the slope of 45° to that of −45°.
std::string suspended_text(int rods, Cut cut) {
  const int sag = rods == 0 ? kLinks : kLinks / rods;
  const double pi = std::acos(-1.0), bend = sag == 2 ? pi / 2 : pi / 2 / (sag - 1);
  const double width = std::sin(sag * bend / 2) / std::sin(bend / 2);
  std::string bodies = "gravity: [0, 0, -9.81]\nbodies:\n", joints = "joints:\n", initial = "initial:\n";
  for (int i = 1; i <= kLinks; ++i) {
    bodies += fmt::format("  link{}: {{mass: 1, center: [0.5, 0, 0], inertia: {{yy: 0.1, zz: 0.1}}}}\n", i);
    const std::string from = i == 1 ? "world" : fmt::format("{{body: link{}, at: [1, 0, 0]}}", i - 1);
    joints += fmt::format("  j{0}: {{type: revolute, axis: y, from: {1}, to: link{0}, coordinate: q{0}}}\n", i, from);
    initial += fmt::format("  q{}: {:.17g}\n", i, i == 1 ? pi / 4 : i % sag == 1 ? pi / 2 : -bend);
  }
  for (int k = 1; k <= rods; ++k) {
    bodies += fmt::format("  rod{}: {{mass: 0.5, center: [0, 0, -0.5], inertia: {{xx: 0.05, yy: 0.05}}}}\n", k);
    joints += fmt::format(
        "  top{0}: {{type: revolute, axis: y, from: {{body: world, at: [{1:.17g}, 0, 1]}}, to: rod{0}, coordinate: "
        "a{0}}}\n",
        k, k * width);
    joints += fmt::format(
        "  eye{0}: {{{1}type: revolute, axis: y, from: {{body: link{2}, at: [1, 0, 0]}}, to: {{body: rod{0}, at: [0, "
        "0, -1]}}, coordinate: b{0}}}\n",
        k, cut == Cut::kEyes ? "cut: true, " : "", k * sag);
    initial += fmt::format("  b{}: {:.17g}\n", k, pi / 4);
  }
  return "name: suspended-chain\n" + bodies + joints + initial;
}

struct Measured {
  double microseconds = 0;
  double operations = 0;
  std::map<std::string, double> accelerations;  // of the speeds, at the closed configuration
};

Program translate_accelerations(const Kinematics& kinematics, const std::vector<Expr>& coordinates,
                                const std::vector<Expr>& accelerations) {
  auto array = [](const char* name, std::size_t size) {
    Array made;
    made.name = name;
    for (std::size_t i = 0; i < size; ++i) made.entries.push_back({fmt::format("{}{}", name, i), ""});
    return made;
  };
  const std::vector<InputFormulas> inputs{{array("q", coordinates.size()), coordinates},
                                          {array("s", kinematics.speeds.size()), kinematics.speeds}};
  const std::vector<OutputFormulas> outputs{{array("a", accelerations.size()), accelerations}};
  return optimize_locally(translate(inputs, outputs)).program;
}

Measured measure(int rods, Cut cut, ClosedMethod method) {
  Pool pool;
  const PoolScope scope(pool);
  Reading reading = read_model(suspended_text(rods, cut), "chain");
  CHECK(reading.mistakes.empty());
  const Model model = std::move(reading.model);
  const Kinematics kinematics = compute_kinematics(model);
  MachineLinks links = make_links(model, kinematics);
  regroup_inertia(links);
  round_constants(links);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kStillParallels));
  const ClosedAccelerations closed = compute_closed_accelerations(model, kinematics, links, system, method);
  const Walker walker(model, kinematics.tree, choose_numbers(model, 0));
  const Eigen::VectorXd q = walker.close(walker.start()).x;
  const Program program = translate_accelerations(kinematics, walker.closure().coordinates(), closed.accelerations);
  const Routine routine(program);
  Workspace workspace = routine.make_workspace();
  const std::span<double> inputs = routine.inputs(workspace);
  std::fill(inputs.begin(), inputs.end(), 0);
  std::copy(q.begin(), q.end(), inputs.begin());
  Measured measured;
  measured.microseconds = 1e6 * best_seconds([&] { routine.run(workspace); }, {.total = 0.3});
  measured.operations = count_operations(program).total();
  for (std::size_t i = 0; i < kinematics.speeds.size(); ++i)
    measured.accelerations.emplace(kinematics.speeds[i].name(), routine.outputs(workspace)[i]);
  return measured;
}

// Of the speeds that both have: those of joints that close loops are missing.
double difference(const Measured& a, const Measured& b) {
  double worst = 0, largest = 1;
  std::size_t common = 0;
  for (const auto& [speed, acceleration] : a.accelerations) {
    const auto other = b.accelerations.find(speed);
    if (other == b.accelerations.end()) continue;
    ++common;
    worst = std::max(worst, std::abs(acceleration - other->second));
    largest = std::max(largest, std::abs(acceleration));
  }
  CHECK(common > 0);
  return worst / largest;
}

bool print_row(int rods, const Measured& linear_chain, const Measured& cubic_chain) {
  const Measured linear = measure(rods, Cut::kEyes, ClosedMethod::kLinear),
                 cubic = measure(rods, Cut::kEyes, ClosedMethod::kCubic),
                 shallow = measure(rods, Cut::kAnywhere, ClosedMethod::kLinear);
  const double source = std::pow(1 + 2.0 * rods / kLinks, 3),
               off = std::max(difference(linear, cubic), difference(linear, shallow));
  auto cells = [](const Measured& measured, const Measured& chain) {
    return fmt::format("{:.0f} | {:.2f} | {:.2f}", measured.operations, measured.microseconds,
                       measured.microseconds / chain.microseconds);
  };
  fmt::print("| {} | {} | {} | {:.2f} | {} | {:.0e} |\n", rods, cells(linear, linear_chain), cells(cubic, cubic_chain),
             source, cells(shallow, linear_chain), off);
  std::fflush(stdout);
  return off < kDifferent;
}

}  // namespace
}  // namespace kinemate

int main(int count, char** arguments) {
  using namespace kinemate;
  std::vector<int> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(std::stoi(arguments[i]));
  if (sizes.empty()) sizes = {1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60};
  const Measured linear = measure(0, Cut::kEyes, ClosedMethod::kLinear),
                 cubic = measure(0, Cut::kEyes, ClosedMethod::kCubic);
  fmt::print(
      "without rods: linear {:.0f} operations, {:.2f} us; cubic {:.0f} operations, {:.2f} us\n\n"
      "| rods | linear, operations | us | ratio | cubic, operations | us | ratio | source | shallow, operations | us | "
      "ratio "
      "| off by |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      linear.operations, linear.microseconds, cubic.operations, cubic.microseconds);
  bool good = true;
  for (const int rods : sizes) good = print_row(rods, linear, cubic) && good;
  return good ? 0 : 1;
}
