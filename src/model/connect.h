// Joints that are added to a machine, with names of their own; above all for parts that no joints connect to the world.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/names.h"

namespace kinemate {

/// Endings of the coordinates of a free joint by Euler parameters.
inline constexpr std::string_view kFreeEndings[] = {"_x", "_y", "_z", "_p0", "_p1", "_p2", "_p3"};

/// Adds a joint with a coordinate STEM + ending for each ending; names that are taken get a number, those of speeds
/// too.
void add_joint(Model& model, Joint joint, const std::string& stem, std::span<const std::string_view> endings,
               UniqueNames& symbols);

/// Adds the free joint BODY_free from the world to a body, by Euler parameters.
void add_free_joint(Model& model, std::size_t body, UniqueNames& symbols, UniqueNames& joints);

struct Connection {
  Model model;                      ///< with a free joint for each loose part
  std::vector<std::size_t> joints;  ///< those
  std::vector<std::size_t> sizes;   ///< bodies of the parts
};

Connection connect_parts(Model model);

}  // namespace kinemate
