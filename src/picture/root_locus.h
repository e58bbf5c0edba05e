// How the poles of a machine move while a parameter changes.
//
// Texts are shown as they are written, as in figure.h.
#pragma once

#include <string>
#include <vector>

namespace kinemate {

/// Poles in the complex plane, 1/s, joined along each branch and coloured by the parameter; a cross at its first value,
/// a ring at its last. With fewer than two values it is a map of poles: crosses that nothing joins. Poles much farther
/// from the origin than most others are left out and counted in the title. Not finite: there is no pole, and
/// the line is parted. REQUIRES: real and imaginary parts of a branch are as many as the values, or, if there are no
/// values, as many as one another; marks are finite.
struct RootLocus {
  struct Branch {
    std::vector<double> real, imaginary;
  };
  struct Mark {
    double real = 0, imaginary = 0;
    std::string label;  ///< "k = 3.2"
  };
  std::string title;
  std::string parameter;       ///< beside the colour bar: "k [N/m]"
  std::vector<double> values;  ///< of the parameter
  std::vector<Branch> branches;
  std::vector<Mark> boundaries;  ///< where the machine becomes unstable
  bool logarithmic = false;      ///< the colours
};

}  // namespace kinemate
