// Parts of a machine that no joints connect to the world: they move freely.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// A free joint from the world to a body, by Euler parameters: BODY_free with the coordinates BODY_x, BODY_y, BODY_z,
/// BODY_p0 ... BODY_p3; names that are taken get a number.
void add_free_joint(Model& model, std::size_t body);

struct Connection {
  Model model;                      ///< with a free joint for each loose part
  std::vector<std::size_t> joints;  ///< those
  std::vector<std::size_t> sizes;   ///< bodies of the parts
};

Connection connect_parts(Model model);

}  // namespace kinemate
