// A machine as a function that can be called: its shortest program, compiled for this processor.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "program/routine.h"
#include "study/programs/shortest_program.h"

namespace kinemate {

/// Calls may come from several threads, each with a workspace of its own.
class CompiledMachine {
 public:
  /// Left out: accelerations, by whatever should run fastest. Throws Error as make_shortest_program does.
  explicit CompiledMachine(const Model& model,
                           const ProgramRequest& request = {.algorithm = {.kind = Algorithm::Kind::kFastest}},
                           const Progress& progress = keep_quiet);

  const Program& program() const { return program_; }
  const Routine& routine() const { return routine_; }
  const std::string& way() const { return way_; }  ///< how it was derived, for people

  /// The inputs at the initial values of the machine: to be changed and given back.
  const std::vector<double>& start() const { return start_; }

  /// Where a number stands among the inputs or outputs: input("phi'"). Throws Error with the nearest name if there is
  /// none.
  std::size_t input(std::string_view name) const;
  std::size_t output(std::string_view name) const;

  /// The outputs at these inputs. For very many calls: routine(), with a workspace that is kept.
  std::vector<double> operator()(std::span<const double> inputs) const { return run_once(routine_, inputs); }

 private:
  CompiledMachine(const Model& model, ShortestProgram shortest);

  Program program_;
  std::string way_;
  std::vector<double> start_;
  Routine routine_;
};

}  // namespace kinemate
