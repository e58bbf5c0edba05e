// What the programs share that compare forward dynamics, the accelerations of a tree machine at a state, ours and those
// of peers: FORWARD [--calls N] TREE...
// Prints a line of JSON for each tree: {"engine", "machine", "ns", "accelerations"}, the last as rates of the file's
// speeds at the file's state. --calls makes so many calls and no more, to count their instructions.
//
// An engine is a class with
//   static constexpr const char* kName
//   Engine(const TreeMachine&)                    throws Unsupported where it has no such machine
//   State prepare(const TreeState&) const  the state in the engine's own order and conventions
//   void evaluate(const State&)            is timed: all that depends on the state, from coordinates to accelerations
//   static constexpr double kStatesOfACall  only for batches: the time is divided by it
//   accelerations(const TreeState&) const  of the last evaluation, which was of this state
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/best_time.h"
#include "bench/forward/tree_file.h"

namespace kinemate {

struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The k-th of states so near to each other that none costs more, so far that no engine takes one for the other.
inline TreeState nearby_state(const TreeMachine& tree, std::size_t k) {
  TreeState state = tree.state;
  if (k == 0) return state;
  for (std::size_t i = 0; i < state.coordinates.size(); ++i)
    state.coordinates[i] += 1e-3 * std::sin(static_cast<double>(7 * i + 3 * k));
  std::size_t first = 0;
  for (const TreeBody& body : tree.bodies) {
    if (body.joint == TreeJointKind::kFree) {
      double* quaternion = &state.coordinates[first + 3];
      double square = 0;
      for (int i = 0; i < 4; ++i) square += quaternion[i] * quaternion[i];
      for (int i = 0; i < 4; ++i) quaternion[i] /= std::sqrt(square);
    }
    first += coordinate_count(body.joint);
  }
  return state;
}

/// How many states an evaluation is of: those of batches say so.
template <class Engine>
constexpr auto states_of_a_call(int) -> decltype(static_cast<double>(Engine::kStatesOfACall)) {
  return Engine::kStatesOfACall;
}
template <class Engine>
constexpr double states_of_a_call(long) {
  return 1;
}

template <class Engine>
void measure_forward(const TreeMachine& tree, long calls) {
  constexpr std::size_t kStates = 8;
  Engine engine(tree);
  std::vector<decltype(engine.prepare(tree.state))> states;
  for (std::size_t k = 0; k < kStates; ++k) states.push_back(engine.prepare(nearby_state(tree, k)));
  engine.evaluate(states[0]);
  const std::vector<double> accelerations = engine.accelerations(tree.state);
  std::size_t next = 1;  // another state at each call, since engines keep what they know of the last one
  auto evaluate_next = [&] { engine.evaluate(states[next++ % kStates]); };
  for (long i = 0; i < calls; ++i) evaluate_next();
  const double seconds = calls > 0 ? 0 : best_seconds(evaluate_next, Patience{0.3, 3});
  std::printf(R"({"engine": "%s", "machine": "%s", "ns": %.6g, "accelerations": [)", Engine::kName, tree.name.c_str(),
              1e9 * seconds / states_of_a_call<Engine>(0));
  for (std::size_t i = 0; i < accelerations.size(); ++i) std::printf(i == 0 ? "%.17g" : ", %.17g", accelerations[i]);
  std::printf("]}\n");
  std::fflush(stdout);
}

template <class Engine>
int run_forward_program(int argc, char** argv) {
  long calls = 0;
  try {
    for (int i = 1; i < argc; ++i) {
      if (std::string(argv[i]) == "--calls" && i + 1 < argc) {
        calls = std::strtol(argv[++i], nullptr, 10);
        continue;
      }
      const TreeMachine tree = read_tree(argv[i]);
      try {
        measure_forward<Engine>(tree, calls);
      } catch (const Unsupported& reason) {
        std::fprintf(stderr, "%s goes on without %s: %s\n", Engine::kName, tree.name.c_str(), reason.what());
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", Engine::kName, error.what());
    return 1;
  }
  return 0;
}

}  // namespace kinemate
