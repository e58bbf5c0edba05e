// The graph of a machine's equations as text, for Graphviz, and as JSON.
#pragma once

#include <string>

#include "model/topology/system_graph.h"

namespace kinemate {

/// One equation a line, with its unknowns and their coefficients.
std::string system_graph_text(const Model& model, const SystemGraph& graph);
/// Equations are boxes, unknowns ellipses; one row for each body or joint, the kinematic rail on the left.
std::string system_graph_dot(const Model& model, const SystemGraph& graph);
std::string system_graph_json(const Model& model, const SystemGraph& graph);

}  // namespace kinemate
