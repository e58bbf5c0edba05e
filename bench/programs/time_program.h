// What the benchmarks of programs share: programs to measure and the time of a call.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

#include "program/routine.h"

namespace kinemate {

/// + - * and a few divisions, every operation live; about so many. Made once for each size.
const Program& random_program_of(std::size_t operations);

/// Numbers to try a program on: within [1/2, 1], so that masses and lengths are possible ones.
std::vector<double> trial_inputs(const Program& program, unsigned width);

/// Seconds of one call.
double time_of_call(const Program& program, unsigned width, const Compiler& compiler);

/// One run of the benchmark is one measurement, which returns its time in seconds.
template <class Measure>
void add_measurement(const std::string& name, Measure measure) {
  const auto run = [measure](benchmark::State& state) {
    for ([[maybe_unused]] auto iteration : state) state.SetIterationTime(measure(state));
  };
  benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(1);
}

/// evaluate/OPERATIONS/WIDTH[/NAME]: a random program run by what a compiler makes of it.
void add_evaluation(std::size_t operations, unsigned width, const std::string& name, const Compiler& compiler);

}  // namespace kinemate
