// A large robot, as the text of its URDF.
#pragma once

#include <cstddef>
#include <string>

namespace kinemate {

/// A tree of links, ten branches, with shapes, limits, turned frames and inertias; every fourth joint is fixed.
std::string make_robot_text(std::size_t links);

}  // namespace kinemate
