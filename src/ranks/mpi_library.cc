#include "ranks/mpi_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <system_error>

#include "base/error.h"

namespace kinemate {

namespace fs = std::filesystem;

std::vector<fs::path> mpi_module_places(const fs::path& command) {
  const fs::path folder = command.parent_path();
  return {folder / "kinemate_mpi.so", folder.parent_path() / "lib/kinemate/kinemate_mpi.so"};
}

const MpiTable& load_mpi(std::span<const fs::path> places) {
  for (const fs::path& place : places) {
    std::error_code failure;
    if (!fs::exists(place, failure)) continue;
    // global: MPI's own plugins look for its symbols there
    void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr)
      throw Error(ErrorCode::kOtherProgram, fmt::format("MPI cannot be loaded: {}", dlerror()),
                  "load the MPI that kinemate was built with (module load openmpi), or apt-get install libopenmpi3");
    const auto table = reinterpret_cast<const MpiTable* (*)()>(dlsym(module, kMpiTableFunction));
    if (table == nullptr || table()->version != kMpiTableVersion)
      throw Error(ErrorCode::kOtherProgram, fmt::format("{} belongs to another version of kinemate", place.string()),
                  "build it anew");
    return *table();
  }
  throw Error(ErrorCode::kOtherProgram, "this kinemate was built without MPI",
              "install libopenmpi-dev and build again, or start separate processes with --shard 1/4, --shard 2/4, …");
}

}  // namespace kinemate
