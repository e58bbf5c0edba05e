// A machine as a block of Simulink: its states, ports and parameters.
//
//   states      x, continuous
//   inputs      a port for u and one for w, the values of unspecified functions: whether outputs depend on inputs at
//               the same instant is said of whole ports, and w often depends on the outputs, which would make loops
//   outputs     one port: the outputs of the model, or x where it has none
//   parameters  of the dialog: x0, which is the initial state or [] for that of the model, then p and b where the
//               programs have them
#pragma once

#include <span>
#include <vector>

#include "codegen/simulink/jacobian.h"

namespace kinemate {

struct SimulinkBlock {
  std::vector<Program> programs;  ///< `ode`, and `outputs` and `jacobian` where the block has these
  SparseJacobian jacobian;
  std::vector<Array> ports;       ///< of inputs
  std::vector<Array> parameters;  ///< of the dialog, after x0
  std::vector<double> start;      ///< the initial state of the model
};

/// Throws Error where the first program is no differential equation, or nothing moves.
SimulinkBlock make_simulink_block(std::span<const Program> programs, std::span<const double> example);

/// What leaves the block.
const Array& output_port(const SimulinkBlock& block);

/// Whether results of the program depend on entries of this array of its inputs.
bool depends_on(const Program& program, std::string_view array);

/// Whether outputs depend on this port at the same instant.
bool feeds_through(const SimulinkBlock& block, const Array& port);

}  // namespace kinemate
