// The program gnuplot, run as a child.
#pragma once

#include <string>

namespace kinemate {

/// What gnuplot writes to its output when it reads `script`. No shell stands between and no settings of the user are
/// read. Throws Error: of kind kFileSystem where the program is not there, of kind kNumerical, with its message, where
/// it fails.
std::string run_gnuplot(const std::string& script);

}  // namespace kinemate
