// How fast a spatial chain is linearised in numbers, by exact derivatives: linear_chain [N...], 10 30 100 300 if left
// out. Bodies on hinges about x and y in turn, a spring and a damper in each, hanging at rest: an equilibrium.
//
//   machine    from the Model to the compiled programs of its rows and their changes
//   linearise  with these, to M, P, Q and A at the equilibrium
//   all        from the Model to A
// Reading the file is not timed. Some columns of M, P and Q are held against central differences of the rows, bent and
// moving. Fails where they differ, and where a hundred bodies take longer than kLimit at best.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/check.h"
#include "expr/pool.h"
#include "model_io/read.h"
#include "study/linear/linear_reference.h"

namespace kinemate {
namespace {

using Eigen::Index;

constexpr int kRuns = 20;
constexpr double kLimit = 0.05;  // seconds, from the Model to A, for kLimitBodies
constexpr int kLimitBodies = 100;
constexpr double kDifferent = 1e-6;  // beside the largest entry: what central differences lose

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string chain_text(int bodies) {
  std::string text = "name: chain\ngravity: [0, 0, -9.81]\nbodies:\n", joints = "joints:\n", loads = "loads:\n";
  for (int i = 0; i < bodies; ++i) {
    const std::string from = i == 0 ? "world" : fmt::format("{{body: b{}, at: [0, 0, -1]}}", i - 1);
    text +=
        fmt::format("  b{}: {{mass: 1.{}, center: [0, 0, -0.5], inertia: {{xx: 0.1, yy: 0.1, zz: 0.01}}}}\n", i, i % 7);
    joints += fmt::format("  j{0}: {{type: revolute, axis: {1}, from: {2}, to: b{0}, coordinate: q{0}}}\n", i,
                          "xy"[i % 2], from);
    loads += fmt::format("  d{0}: {{type: joint, joint: j{0}, effort: \"-0.1*q{0}' - 2*q{0}\"}}\n", i);
  }
  return text + joints + loads;
}

Model read_linear_chain(int bodies) {
  Reading reading = read_model(chain_text(bodies), "chain");
  CHECK(reading.mistakes.empty());
  return std::move(reading.model);
}

void keep_still(const std::string&) {}

struct ChainTimes {
  std::vector<double> machine, linearise, all;
};

void time_once(int bodies, ChainTimes& times) {
  Pool pool;  // in a used one, every formula is there already
  const PoolScope scope(pool);
  const Model model = read_linear_chain(bodies);
  const double start = seconds();
  const VariedMachine machine(model, {}, keep_still);
  const double made = seconds();
  const MachinePoint rest = machine.point_of(resting_state(model, machine.source().kinematics, {}));
  const double found = seconds();
  const LinearSystem system = linearise(machine, rest);
  const double end = seconds();
  CHECK(system.A.rows() == 2 * bodies && system.residual.isZero(1e-9));
  times.machine.push_back(made - start), times.linearise.push_back(end - found), times.all.push_back(end - start);
}

// The largest difference of some columns of M, P, Q from central differences, beside the largest entry of each matrix.
double check_columns(int bodies) {
  Pool pool;
  const PoolScope scope(pool);
  const Model model = read_linear_chain(bodies);
  const VariedMachine machine(model, {}, keep_still);
  MachinePoint point = machine.point_of(resting_state(model, machine.source().kinematics, {}));
  for (Index i = 0; i < bodies; ++i) {
    const double x = static_cast<double>(i);
    point.q[i] = 0.2 * std::sin(1 + x), point.s[i] = 0.3 * std::cos(2 * x), point.a[i] = 0.1 * std::sin(3 * x);
  }
  const LinearSystem system = linearise(machine, point);
  const auto difference = [&](Eigen::VectorXd MachinePoint::*part, Index j) -> Eigen::VectorXd {
    const double step = 1e-5;
    MachinePoint above = point, below = point;
    (above.*part)[j] += step, (below.*part)[j] -= step;
    return (machine.at(above) - machine.at(below)).head(bodies) / (2 * step);
  };
  double worst = 0;
  for (const Index j : {Index{0}, Index{bodies / 3}, Index{bodies / 2}, Index{bodies - 1}})
    for (const auto& [matrix, part] :
         {std::pair{&system.Q, &MachinePoint::q}, {&system.P, &MachinePoint::s}, {&system.M, &MachinePoint::a}}) {
      const double off = (matrix->col(j) - difference(part, j)).cwiseAbs().maxCoeff();
      worst = std::max(worst, off / matrix->cwiseAbs().maxCoeff());
    }
  return worst;
}

std::string best_and_median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return fmt::format("{:.3g} | {:.3g}", 1e3 * times.front(), 1e3 * times[times.size() / 2]);
}

// Whether derivatives agree with differences.
bool print_chain(int bodies, std::string& missed) {
  ChainTimes times;
  for (int run = 0; run < kRuns; ++run) time_once(bodies, times);
  const double off = check_columns(bodies);
  fmt::print("| {} | {} | {} | {} | {:.0e} |\n", bodies, best_and_median(times.machine),
             best_and_median(times.linearise), best_and_median(times.all), off);
  std::fflush(stdout);
  const double best = *std::min_element(times.all.begin(), times.all.end());
  if (bodies == kLimitBodies && best > kLimit)
    missed =
        fmt::format("\n{} bodies take {:.1f} ms at best; at most {:.0f}: MISSED\n", bodies, 1e3 * best, 1e3 * kLimit);
  if (off >= kDifferent) fmt::print(stderr, "columns of {} bodies are off by {:.0e}\n", bodies, off);
  return off < kDifferent;
}

}  // namespace
}  // namespace kinemate

int main(int count, char** arguments) {
  std::vector<int> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(std::stoi(arguments[i]));
  if (sizes.empty()) sizes = {10, 30, 100, 300};
  fmt::print(
      "| bodies | machine, best, ms | median | linearise, best, ms | median | all, best, ms | median | "
      "columns off by |\n|---|---|---|---|---|---|---|---|\n");
  bool good = true;
  std::string missed;
  for (const int bodies : sizes) good = kinemate::print_chain(bodies, missed) && good;
  fmt::print("{}", missed);
  return good ? 0 : 1;
}
