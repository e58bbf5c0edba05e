// GiNaC as a peer: the same formulas multiplied out: normal_forms_ginac [options of Google Benchmark] TAPE...
#include <benchmark/benchmark.h>
#include <ginac/ginac.h>

#include <filesystem>

#include "bench/formulas/tape.h"

namespace kinemate {
namespace {

std::vector<GiNaC::ex> make_symbols(std::size_t count) {
  std::vector<GiNaC::ex> symbols;
  for (std::size_t k = 0; k < count; ++k) symbols.emplace_back(GiNaC::symbol("x" + std::to_string(k)));
  return symbols;
}

void expand_tape(benchmark::State& state, const Tape& tape) {
  std::vector<GiNaC::ex> symbols;
  GiNaC::ex result;
  for ([[maybe_unused]] auto iteration : state) {
    state.PauseTiming();  // anew, since GiNaC notes in a formula what it has expanded
    symbols = make_symbols(tape.symbols);
    const GiNaC::ex formula = replay(tape, symbols);
    result = 0;
    state.ResumeTiming();
    result = formula.expand();
  }
  GiNaC::exmap values;
  for (std::size_t k = 0; k < symbols.size(); ++k) values[symbols[k]] = GiNaC::numeric(check_value(k));
  state.counters["terms"] = static_cast<double>(result.nops());
  state.counters["check_sum"] = GiNaC::ex_to<GiNaC::numeric>(result.subs(values).evalf()).to_double();
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const auto run = [tape = read_tape(argv[i])](benchmark::State& state) { expand_tape(state, tape); };
    const std::string name = "expand/" + std::filesystem::path(argv[i]).stem().string();
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
}
