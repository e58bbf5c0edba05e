// GiNaC as a peer: the gradient of the same formulas, symbol by symbol, which is what it offers:
// formulas_ginac [options of Google Benchmark] TAPE...
#include <benchmark/benchmark.h>
#include <ginac/ginac.h>

#include <filesystem>

#include "bench/formulas/tape.h"

namespace kinemate {
namespace {

struct Prepared {
  std::vector<GiNaC::symbol> names;
  GiNaC::ex formula;
};

Prepared prepare(const Tape& tape) {
  Prepared result;
  std::vector<GiNaC::ex> symbols;
  for (std::size_t k = 0; k < tape.symbols; ++k) {
    result.names.emplace_back("x" + std::to_string(k));
    symbols.emplace_back(result.names.back());
  }
  result.formula = replay(tape, symbols);
  return result;
}

std::vector<GiNaC::ex> gradient(const Prepared& given) {
  std::vector<GiNaC::ex> result;
  for (const GiNaC::symbol& name : given.names) result.push_back(given.formula.diff(name));
  return result;
}

double check_sum(const std::vector<GiNaC::ex>& gradient, const std::vector<GiNaC::symbol>& names) {
  GiNaC::exmap values;
  for (std::size_t k = 0; k < names.size(); ++k) values[names[k]] = GiNaC::numeric(check_value(k));
  double sum = 0;
  for (const GiNaC::ex& derivative : gradient) {
    sum += GiNaC::ex_to<GiNaC::numeric>(derivative.subs(values).evalf()).to_double();
  }
  return sum;
}

void differentiate_tape(benchmark::State& state, const Tape& tape) {
  Prepared given;
  std::vector<GiNaC::ex> result;
  for ([[maybe_unused]] auto iteration : state) {
    state.PauseTiming();  // anew, since comparisons make GiNaC share equal parts
    given = prepare(tape);
    result.clear();
    state.ResumeTiming();
    result = gradient(given);
  }
  state.counters["check_sum"] = check_sum(result, given.names);
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const auto run = [tape = read_tape(argv[i])](benchmark::State& state) { differentiate_tape(state, tape); };
    const std::string name = "peers/" + std::filesystem::path(argv[i]).stem().string();
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
}
