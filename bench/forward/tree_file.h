// Tree machines with a state, in a text format that takes no side: programs of peers read them with nothing of
// Kinemate. bench/machines/trees.py writes them. Numbers in SI units, parted by blanks:
//   gravity gx gy gz
//   bodies N
//   body PARENT TYPE ax ay az  R (nine, row by row)  px py pz  mass cx cy cz  Ixx Iyy Izz Ixy Ixz Iyz
//   ... N lines, parents first
//   state
//   q ...
//   s ...
//   tau ...
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace kinemate {

using Triple = std::array<double, 3>;

enum class TreeJointKind { kRevolute, kPrismatic, kFree };

/// A body and the joint that carries it. At q = 0 the body's frame is the joint's; the joint turns or shifts it by q
/// about or along the axis. A free joint leaves from the world's frame.
struct TreeBody {
  int parent = -1;  ///< position in the list; -1: the world
  TreeJointKind joint = TreeJointKind::kRevolute;
  Triple axis{};                     ///< unit vector, in the joint's frame
  std::array<double, 9> rotation{};  ///< of the joint's frame in the parent's, row by row
  Triple position{};                 ///< of the joint's frame in the parent's
  double mass = 0;
  Triple center{};                  ///< of mass, in the body's frame
  std::array<double, 6> inertia{};  ///< about the centre of mass, in body axes: xx yy zz xy xz yz of the tensor
};

/// Body after body. Of a free one: coordinates x y z of its origin in the world, then the unit quaternion w x y z;
/// speeds are the angular velocity in body axes, then the origin's velocity in the world's.
struct TreeState {
  std::vector<double> coordinates;
  std::vector<double> speeds;
  std::vector<double> efforts;  ///< on the speeds
};

struct TreeMachine {
  std::string name;  ///< of the file, without folder and ending
  Triple gravity{};
  std::vector<TreeBody> bodies;
  TreeState state;
};

/// Throws std::runtime_error with the file's name where the text is another.
TreeMachine read_tree(const std::string& path);

std::size_t coordinate_count(TreeJointKind joint);
std::size_t speed_count(TreeJointKind joint);

/// Every body hangs on the one before.
bool is_chain(const TreeMachine& tree);

}  // namespace kinemate
