// How fast formulas are built, differentiated and read: formulas_bench [options of Google Benchmark] [TAPE...].
// The tapes are the formulas on which peers are measured too.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "bench/formulas/formula_text.h"
#include "bench/measure.h"
#include "bench/formulas/tapes.h"
#include "expr/count.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/text/parse.h"

namespace kinemate {
namespace {

void build(benchmark::State& state, const Tape& tape) {
  run_in_fresh_pools(
      state, [] { return 0; }, [&](int) { return replay(tape, make_symbols(tape.symbols)); });
}

void read_text(benchmark::State& state, const std::string& text) {
  state.counters["text_bytes"] = static_cast<double>(text.size());
  run_in_fresh_pools(
      state, [] { return 0; }, [&](int) { return parse(text); });
}

// Σ ∂f/∂x at the check point: equal for every library, or the comparison means nothing.
double check_sum(const std::vector<Expr>& gradient, const std::vector<Expr>& symbols) {
  Values values;
  for (std::size_t k = 0; k < symbols.size(); ++k) values.emplace(symbols[k], check_value(k));
  double sum = 0;
  for (const double derivative : evaluate(gradient, values)) sum += derivative;
  return sum;
}

void note_sizes(benchmark::State& state, const Tape& tape) {
  Pool pool;
  const PoolScope scope(pool);
  const std::vector<Expr> symbols = make_symbols(tape.symbols);
  std::vector<Expr> formulas = {replay(tape, symbols)};
  const auto nodes = static_cast<double>(count_nodes(formulas));
  state.counters["written_out"] = count_written_out(formulas).total();
  const std::vector<Expr> derivatives = gradient(formulas[0], symbols);
  formulas.insert(formulas.end(), derivatives.begin(), derivatives.end());
  state.counters["nodes"] = nodes;
  state.counters["symbols"] = static_cast<double>(symbols.size());
  state.counters["node_ratio"] = static_cast<double>(count_nodes(formulas)) / nodes;
}

struct Prepared {
  std::vector<Expr> symbols;
  Expr formula;
};

void differentiate_tape(benchmark::State& state, const Tape& tape) {
  const auto prepare = [&] {
    const std::vector<Expr> symbols = make_symbols(tape.symbols);
    return Prepared{symbols, replay(tape, symbols)};
  };
  run_in_fresh_pools(state, prepare, [](const Prepared& given) { return gradient(given.formula, given.symbols); });
  note_sizes(state, tape);
}

void differentiate_peer_tape(benchmark::State& state, const Tape& tape) {
  differentiate_tape(state, tape);
  Pool pool;
  const PoolScope scope(pool);
  const std::vector<Expr> symbols = make_symbols(tape.symbols);
  state.counters["check_sum"] = check_sum(gradient(replay(tape, symbols), symbols), symbols);
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  // the operations make 10^6 and 10^5 nodes: numbers recur
  add_benchmark("build", build,
                make_random_tape({.operations = 1'040'000, .symbols = 10'000, .width = 10'000, .shared_percent = 30}));
  add_benchmark("gradient/random", differentiate_tape,
                make_random_tape({.operations = 105'000, .symbols = 500, .width = 2'000, .shared_percent = 30}));
  add_benchmark("gradient/chain", differentiate_tape, make_chain_tape(2'640));
  add_benchmark("parse", read_text, make_formula_text(10'000'000));
  for (int i = 1; i < argc; ++i) {
    const std::string name = std::filesystem::path(argv[i]).stem().string();
    add_benchmark("peers/" + name, differentiate_peer_tape, read_tape(argv[i]));
  }
  benchmark::RunSpecifiedBenchmarks();
}
