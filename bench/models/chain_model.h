// A machine that is measured, as the text of its model file.
#pragma once

#include <cstddef>
#include <string>

namespace kinemate {

/// A chain of bodies b1, b2, ... on hinges whose axes take turns x, y: a mass of its own for each body, shared lengths
/// and inertias; every fifth hinge has a torsion spring, every tenth body a spring to the one before.
std::string make_chain_model(std::size_t bodies);

}  // namespace kinemate
