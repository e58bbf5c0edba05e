// The module with MPI: where it is looked for, and loading it.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "ranks/mpi_table.h"

namespace kinemate {

/// Where the module of a command can be: beside it (as built), and in ../lib/kinemate (as installed).
std::vector<std::filesystem::path> mpi_module_places(const std::filesystem::path& command);

/// Loads the first module that is there; it stays loaded until the process ends, as MPI needs. Throws Error: there is
/// none, or MPI itself is missing.
const MpiTable& load_mpi(std::span<const std::filesystem::path> places);

}  // namespace kinemate
