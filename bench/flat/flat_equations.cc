// Files of flat equations solved as formulas, by sparse solvers and by tearing: flat_equations FILE...
// Prints a line of JSON for each file: sizes, seconds to make the program, ns of a call by each method, and by how much
// the unknowns differ from those of the program, relative to the largest.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>

#include "base/best_time.h"
#include "bench/flat/flat_methods.h"
#include "expr/pool.h"
#include "flat/fold.h"
#include "model_io/flat/file.h"
#include "program/cost.h"
#include "study/programs/flat_program.h"

namespace kinemate {
namespace {

constexpr std::size_t kStates = 8;

FlatSystem read_system(const std::string& path) {
  const FlatReading reading = read_flat_file(path);
  if (!reading.mistakes.empty()) throw reading.mistakes.front();
  return fold_known(reading.system, {});
}

// The k-th of states around that of the file.
std::vector<double> make_inputs(const FlatSystem& system, std::size_t k) {
  std::vector<double> inputs = example_inputs(system);
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] += 0.2 * std::sin(static_cast<double>(7 * i + 3 * k + 1));
  return inputs;
}

template <class Run>
double seconds_of(Run run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i]));
    apart = std::isfinite(a[i] + b[i]) ? std::max(apart, std::abs(a[i] - b[i])) : INFINITY;
  }
  return apart / largest;
}

// Measures method after method against the first one.
class Comparison {
 public:
  explicit Comparison(const FlatSystem& system) {
    for (std::size_t k = 0; k < kStates; ++k) states_.push_back(make_inputs(system, k));
  }

  template <class Method>
  void measure(const char* name, Method& method) {
    for (std::size_t k = 0; k < kStates; ++k) {
      method.run(states_[k]);
      if (expected_.size() <= k) expected_.push_back(method.unknowns());
      difference_ = std::max(difference_, difference(expected_[k], method.unknowns()));
    }
    std::size_t next = 0;
    const double seconds = best_seconds([&] { method.run(states_[next++ % kStates]); }, Patience{0.5, 5});
    times_ += fmt::format(R"({}"{}": {:.6g})", times_.empty() ? "" : ", ", name, 1e9 * seconds);
  }

  const std::vector<double>& state() const { return states_.front(); }
  const std::string& times() const { return times_; }
  double largest_difference() const { return difference_; }

 private:
  std::vector<std::vector<double>> states_, expected_;
  double difference_ = 0;
  std::string times_;
};

void compare_methods(const std::string& path) {
  Pool pool;
  const PoolScope scope(pool);
  const FlatSystem system = read_system(path);
  FlatSolution solution;
  const double solving = seconds_of([&] { solution = solve_flat(system); });
  std::vector<std::size_t> all(system.unknowns.size());
  for (std::size_t u = 0; u < all.size(); ++u) all[u] = u;
  Program program;
  const double programming = seconds_of([&] { program = make_flat_program(system, solution, all).program; });
  std::size_t fill_in = 0;
  for (const SolvedBlock& block : solution.blocks) fill_in += block.fill_in;

  Comparison comparison(system);
  SolvedMethod solved(program);
  comparison.measure("solve", solved);
  const LinearPart part = find_linear_part(system, solution);
  if (part.block.unknowns.empty())
    throw Error(ErrorCode::kFlatUnsolvable, "unknowns follow one after the other: there is nothing to compare");
  SparseMethod umfpack(system, part, make_umfpack, comparison.state());
  comparison.measure("UMFPACK", umfpack);
  SparseMethod klu(system, part, make_klu, comparison.state());
  comparison.measure("KLU, pivots kept", klu);
  TearingMethod tearing(system, part);
  comparison.measure("tearing", tearing);

  fmt::print(R"({{"file": "{}", "unknowns": {}, "columns": {}, "entries": {}, "fill_in": {}, "tears": {}, )", path,
             all.size(), part.block.unknowns.size(), umfpack.entries(), fill_in, tearing.tears());
  fmt::print(R"("operations": {:.0f}, "solving": {:.4g}, "programming": {:.4g}, "difference": {:.3g}, "ns": {{{}}}}})",
             count_operations(program).total(), solving, programming, comparison.largest_difference(),
             comparison.times());
  fmt::print("\n");
  std::fflush(stdout);
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  try {
    for (int i = 1; i < argc; ++i) kinemate::compare_methods(argv[i]);
  } catch (const kinemate::Error& error) {
    std::fprintf(stderr, "%s", kinemate::render(error).c_str());
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "flat_equations: %s\n", error.what());
    return 1;
  }
  return 0;
}
