// Whether a launcher of MPI programs (mpirun, srun) started this process, and how many with it.
//
// Asked before MPI is loaded: a command that nobody launched stays alone and needs no MPI.
#pragma once

#include <optional>
#include <string>

#include "ranks/environment.h"

namespace kinemate {

struct Launch {
  std::string by;                               ///< the launcher as users call it
  std::optional<unsigned long long> processes;  ///< none where the launcher does not say
};

/// None where the process was started alone, and in the script of a Slurm job outside of srun.
std::optional<Launch> find_launch(const EnvironmentLookup& lookup);

}  // namespace kinemate
