#include "ranks/launch.h"

namespace kinemate {

std::optional<Launch> find_launch(const EnvironmentLookup& lookup) {
  // Where mpirun starts its helpers by srun, the variables of both are there, and mpirun's are right.
  if (const auto size = environment_number(lookup, "OMPI_COMM_WORLD_SIZE")) return Launch{"mpirun", size};
  const auto slurm_tasks = environment_number(lookup, "SLURM_STEP_NUM_TASKS");  // not set in the script of a job
  const std::string by = slurm_tasks ? "srun" : "mpirun";
  if (lookup("PMI_RANK")) {
    const auto size = environment_number(lookup, "PMI_SIZE");
    return Launch{by, size ? size : slurm_tasks};
  }
  if (lookup("PMIX_RANK")) return Launch{by, slurm_tasks};
  // An interactive shell is a step of one task.
  if (slurm_tasks && *slurm_tasks > 1) return Launch{by, slurm_tasks};
  return std::nullopt;
}

}  // namespace kinemate
