// How a machine hangs together: its tree, the loops that joints close, its freedoms.
#pragma once

#include <string>
#include <vector>

#include "model/topology/mobility.h"
#include "model/tree.h"

namespace kinemate {

/// The freedoms in sentences: how many there are and were counted, what is redundant, singular or contradicts itself.
/// The first is short.
std::vector<std::string> describe_freedoms(const Model& model, const Mobility& mobility);

/// One body a line, a part without forks in one column.
std::string topology_text(const Model& model, const Tree& tree, const Mobility& mobility);
std::string topology_json(const Model& model, const Tree& tree, const Mobility& mobility);
/// For Graphviz: bodies are nodes, joints edges; those that close loops are dashed.
std::string topology_dot(const Model& model, const Tree& tree);

}  // namespace kinemate
