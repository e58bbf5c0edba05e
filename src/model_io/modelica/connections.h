// What connections say, as equations.
//
// Connectors that are connected, directly or through others, form a set: their potentials are equal, their flows add
// up to zero. A connector takes part in two sets: from outside, where its component is used, and from inside of the
// class that it belongs to, where its flows count negative. Flows that are not connected from outside are zero
// (Modelica Language Specification, 9.2).
#pragma once

#include <string>
#include <vector>

#include "model_io/modelica/instances.h"

namespace kinemate {

struct ModelicaConnectionEquation {
  std::string name;
  Expr left, right;
  std::size_t offset = 0;  ///< of the connection, or of the connector that nobody connects
};

std::vector<ModelicaConnectionEquation> make_connection_equations(const ModelicaInstances& parts, ModelicaNotes& notes);

}  // namespace kinemate
