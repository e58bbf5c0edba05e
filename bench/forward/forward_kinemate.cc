// Compiled programs of Kinemate beside the peers of forward dynamics: forward_kinemate [--calls N] TREE...
// A line for one state, and for batches of eight states the time of one of them.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "bench/forward/forward_program.h"
#include "bench/forward/tree_model.h"
#include "expr/pool.h"
#include "program/routine.h"
#include "study/programs/shortest_program.h"

namespace kinemate {
namespace {

Program make_program(const TreeMachine& tree) {
  Pool pool;
  const PoolScope scope(pool);
  const Model model = make_model(tree);
  ProgramRequest request;
  request.algorithm.kind = Algorithm::Kind::kFastest;
  return make_shortest_program(model, request, [](const std::string&) {}).optimized.program;
}

// What the file's numbers are called in the program.
struct Names {
  std::vector<std::string> coordinates, speeds, efforts;

  explicit Names(const TreeMachine& tree) {
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      const bool free = tree.bodies[i].joint == TreeJointKind::kFree;
      const auto add = [&](std::vector<std::string>& names, std::initializer_list<const char*> formats) {
        for (const char* format : formats) names.push_back(fmt::format(fmt::runtime(format), i));
      };
      if (free) {
        add(coordinates, {"x{}", "y{}", "z{}", "p0_{}", "p1_{}", "p2_{}", "p3_{}"});
        add(speeds, {"wx_j{}", "wy_j{}", "wz_j{}", "x{}'", "y{}'", "z{}'"});
        add(efforts, {"u{}_3", "u{}_4", "u{}_5", "u{}_0", "u{}_1", "u{}_2"});
      } else {
        add(coordinates, {"q{}"});
        add(speeds, {"q{}'"});
        add(efforts, {"u{}_0"});
      }
    }
  }
};

// Where they stand among the inputs.
std::vector<std::size_t> find_places(const Program& program, const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::size_t> places;
  std::size_t at = 0;
  for (const Array& array : program.inputs)
    for (const Entry& entry : array.entries) places.emplace(entry.name, at++);
  std::vector<std::size_t> found;
  for (const std::string& name : names) found.push_back(places.at(name));
  return found;
}

template <unsigned kWidth>
class Compiled {
 public:
  static constexpr const char* kName = kWidth == 1 ? "Kinemate" : "Kinemate, of 8";
  static constexpr double kStatesOfACall = kWidth;
  using State = std::vector<double>;

  explicit Compiled(const TreeMachine& tree) : Compiled(Names(tree), make_program(tree)) {}

  State prepare(const TreeState& state) const {
    std::vector<double> inputs(routine_.input_count(), 0);
    for (std::size_t i = 0; i < coordinates_.size(); ++i) inputs[coordinates_[i]] = state.coordinates[i];
    for (std::size_t i = 0; i < speeds_.size(); ++i) inputs[speeds_[i]] = state.speeds[i];
    for (std::size_t i = 0; i < efforts_.size(); ++i) inputs[efforts_[i]] = state.efforts[i];
    State lanes;
    for (double input : inputs) lanes.insert(lanes.end(), kWidth, input);
    return lanes;
  }

  void evaluate(const State& state) {
    std::copy(state.begin(), state.end(), routine_.inputs(workspace_).begin());
    routine_.run(workspace_);
  }

  std::vector<double> accelerations(const TreeState&) const {
    std::vector<double> result;
    const std::size_t first = *std::min_element(speeds_.begin(), speeds_.end());  // outputs are in the order of speeds
    for (std::size_t place : speeds_) result.push_back(routine_.outputs(workspace_)[(place - first) * kWidth]);
    return result;
  }

 private:
  Compiled(const Names& names, const Program& program)
      : coordinates_(find_places(program, names.coordinates)),
        speeds_(find_places(program, names.speeds)),
        efforts_(find_places(program, names.efforts)),
        routine_(program, kWidth),
        workspace_(routine_.make_workspace()) {}

  const std::vector<std::size_t> coordinates_, speeds_, efforts_;  // places among the inputs
  const Routine routine_;
  Workspace workspace_;
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  const int failed = run_forward_program<Compiled<1>>(argc, argv);
  return failed != 0 ? failed : run_forward_program<Compiled<8>>(argc, argv);
}
