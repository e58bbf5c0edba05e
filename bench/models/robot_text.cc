#include "bench/models/robot_text.h"

#include <fmt/format.h>

namespace kinemate {

std::string make_robot_text(std::size_t links) {
  std::string text = "<?xml version=\"1.0\"?>\n<robot name=\"large\">\n  <link name=\"l0\"/>\n";
  for (std::size_t i = 1; i < links; ++i) {
    text += fmt::format(
        "  <link name=\"l{0}\">\n"
        "    <inertial><origin xyz=\"0.01 0 0.{1}\" rpy=\"0 0.1 0\"/><mass value=\"{2}.5\"/>"
        "<inertia ixx=\"0.02\" ixy=\"0\" ixz=\"0.001\" iyy=\"0.03\" iyz=\"0\" izz=\"0.02\"/></inertial>\n"
        "    <visual><origin xyz=\"0 0 0\"/><geometry><box size=\"0.1 0.1 0.3\"/></geometry>"
        "<material name=\"grey\"/></visual>\n"
        "    <collision><geometry><cylinder radius=\"0.1\" length=\"0.3\"/></geometry></collision>\n"
        "  </link>\n"
        "  <joint name=\"j{0}\" type=\"{3}\">\n"
        "    <parent link=\"l{4}\"/><child link=\"l{0}\"/><origin xyz=\"0 0.1 0.3\" rpy=\"{5} 0 0.25\"/>\n"
        "    <axis xyz=\"0 {6}\"/><limit lower=\"-2\" upper=\"2\" effort=\"10\" velocity=\"3\"/>"
        "<dynamics damping=\"0.1\"/>\n"
        "  </joint>\n",
        i, i % 9 + 1, i % 3, i % 4 == 0 ? "fixed" : "revolute", i <= 10 ? 0 : i - 10,
        i % 2 == 0 ? "1.5707963267948966" : "0", i % 3 == 0 ? "1 0" : "0 1");
  }
  return text + "</robot>\n";
}

}  // namespace kinemate
