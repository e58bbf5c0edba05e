// Table 1 of Keppler, Barthels and Seemann (2005) with bodies of our own: reduction_table FOLDER [LARGEST].
// FOLDER holds rods-1.yaml ... as bench/machines/generate writes them: uniform rods on hinges about x and y in turn,
// forces and torques on each, on a base that moves. Here velocity and accelerations of the base are symbols.
//
// For each number of rods and each threshold: the terms of all entries of M and R1 ... R6 in multi-angle form, and the
// operations of M and the whole right-hand side after all passes, beside the published ones; for comparison those of
// accelerations by a recursion, for a base that moves by unspecified functions of time. Fails where one is above.
#include <fmt/format.h>

#include <chrono>

#include "base/check.h"
#include "model_io/machine_file.h"
#include "program/optimize.h"
#include "study/programs/shortest_program.h"
#include "study/rods_table.h"

namespace kinemate {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Model read_rods(const std::string& file) {
  Reading reading = read_machine_file(file);
  CHECK(reading.mistakes.empty());
  return std::move(reading.model);
}

double recursion_operations(const std::string& file) {
  ProgramRequest request;
  request.algorithm = {Algorithm::Kind::kRecursion, Recursion::kArticulated};
  return count_published_way(
      make_shortest_program(read_rods(file), request, [](const std::string&) {}).optimized.program);
}

// Whether no limit is missed.
bool print_row(const std::string& folder, std::size_t n) {
  Pool pool;
  const PoolScope scope(pool);
  const double start = seconds();
  const std::string file = fmt::format("{}/rods-{}.yaml", folder, n);
  const Rods rods(read_rods(file));
  fmt::print("| {} ", n);
  bool good = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const HarmonicForms kept = rods.reduce(kRodsThresholds[k]);
    const double operations = count_published_way(optimize(rods.make_program(kept)).program);
    good = good && operations <= static_cast<double>(kPublishedOperations[n - 1][k]);
    fmt::print("| {} | {:.0f} | {} ", count_terms(kept), operations, kPublishedOperations[n - 1][k]);
  }
  const double taken = seconds() - start;
  fmt::print("| {:.0f} | {:.1f} s |\n", recursion_operations(file), taken);
  std::fflush(stdout);
  return good;
}

}  // namespace
}  // namespace kinemate

int main(int count, char** arguments) {
  CHECK(count >= 2);
  const std::size_t largest = count > 2 ? std::stoul(arguments[2]) : 7;
  CHECK(largest <= 7);
  fmt::print(
      "| n | terms, mu = 0 | operations | published | mu = 1 % | operations | published | mu = 10 % | operations | "
      "published | recursion | time |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  bool good = true;
  for (std::size_t n = 1; n <= largest; ++n) good = kinemate::print_row(arguments[1], n) && good;
  return good ? 0 : 1;
}
