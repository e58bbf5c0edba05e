// A program that can be called: interpreted or compiled, for one state or a batch of states.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "program/order/schedule.h"
#include "program/runner.h"

namespace kinemate {

/// Makes something that runs a schedule for `width` states at once: interpret, assemble, or a compiler of your own.
using Compiler = std::function<std::unique_ptr<Runner>(const Schedule& schedule, unsigned width)>;

/// Machine code where this processor has what assemble() needs, else the interpreter.
Compiler default_compiler();

/// The same; a*b + c may be one rounding.
Compiler fast_compiler();

/// What one call works on: inputs, outputs and everything in between. Each thread needs its own.
class Workspace {
 public:
  explicit Workspace(std::size_t doubles);
  double* memory() { return memory_.get(); }
  const double* memory() const { return memory_.get(); }

 private:
  struct Free {
    void operator()(double* memory) const;
  };
  std::unique_ptr<double[], Free> memory_;  ///< at a multiple of 64
};

class Routine {
 public:
  /// REQUIRES: width is 1, 4 or 8.
  explicit Routine(const Program& program, unsigned width = 1, const Compiler& compiler = default_compiler());

  unsigned width() const { return width_; }
  std::size_t input_count() const { return inputs_; }
  std::size_t output_count() const { return outputs_; }

  Workspace make_workspace() const;

  /// Inputs and outputs of a workspace: number i of lane l at [i*width + l].
  std::span<double> inputs(Workspace& workspace) const;
  std::span<const double> outputs(const Workspace& workspace) const;

  /// Allocates nothing.
  void run(Workspace& workspace) const { runner_->run(workspace.memory()); }

 private:
  unsigned width_;
  std::size_t inputs_, outputs_, inputs_at_, outputs_at_, slots_, constants_at_;
  std::vector<double> constants_;
  std::unique_ptr<Runner> runner_;
};

/// Outputs of one state. For many calls, keep the workspace.
std::vector<double> run_once(const Routine& routine, std::span<const double> inputs);

}  // namespace kinemate
