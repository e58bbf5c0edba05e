// What the benchmark programs of Kinemate share.
#pragma once

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "expr/expr.h"
#include "expr/pool.h"

namespace kinemate {

inline std::vector<Expr> make_symbols(std::size_t count) {
  std::vector<Expr> symbols;
  for (std::size_t k = 0; k < count; ++k) symbols.push_back(make_symbol("x" + std::to_string(k)));
  return symbols;
}

/// A pool of its own for each iteration: in a used one, every formula is there already. Only `measure` is timed, on
/// what `prepare` gives.
template <class Prepare, class Measure>
void run_in_fresh_pools(benchmark::State& state, Prepare prepare, Measure measure) {
  for ([[maybe_unused]] auto iteration : state) {
    state.PauseTiming();
    auto pool = std::make_unique<Pool>();
    const PoolScope scope(*pool);
    auto prepared = prepare();
    state.ResumeTiming();
    auto result = measure(prepared);
    benchmark::DoNotOptimize(result);
    state.PauseTiming();
    state.counters["pool_nodes"] = static_cast<double>(pool->node_count());
    state.counters["bytes_per_node"] = static_cast<double>(pool->bytes()) / static_cast<double>(pool->node_count());
    pool.reset();
    state.ResumeTiming();
  }
}

template <class Run, class Input>
void add_benchmark(const std::string& name, Run run, Input input) {
  const auto on_input = [run, input = std::move(input)](benchmark::State& state) { run(state, input); };
  benchmark::RegisterBenchmark(name.c_str(), on_input)->Unit(benchmark::kMillisecond);
}

}  // namespace kinemate
