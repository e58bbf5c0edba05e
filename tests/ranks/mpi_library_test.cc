#include "ranks/mpi_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "base/error.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

Error error_of(const fs::path& place) {
  const fs::path places[] = {"/no/such/folder/kinemate_mpi.so", place};
  try {
    load_mpi(places);
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::kRemark, "none");
}

TEST(MpiModule, IsBesideTheCommandOrInTheLibraries) {
  const auto places = mpi_module_places("/opt/kinemate/bin/kinemate");
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0], "/opt/kinemate/bin/kinemate_mpi.so");
  EXPECT_EQ(places[1], "/opt/kinemate/lib/kinemate/kinemate_mpi.so");
}

TEST(LoadMpi, WithoutAModuleSaysHowToGetOne) {
  const Error error = error_of("/no/such/folder/either/kinemate_mpi.so");
  EXPECT_EQ(error.message, "this kinemate was built without MPI");
  EXPECT_NE(error.hint.find("libopenmpi-dev"), std::string::npos);
  EXPECT_NE(error.hint.find("--shard"), std::string::npos);
}

TEST(LoadMpi, NamesAModuleThatCannotBeLoaded) {
  const fs::path path = fs::temp_directory_path() / ("kinemate_no_module_" + std::to_string(getpid()) + ".so");
  std::ofstream(path) << "no module\n";
  const Error error = error_of(path);
  fs::remove(path);
  EXPECT_NE(error.message.find("MPI cannot be loaded"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find(path.string()), std::string::npos) << error.message;
}

TEST(LoadMpi, RefusesAnotherLibrary) {
  Dl_info library{};
  ASSERT_NE(dladdr(dlsym(RTLD_DEFAULT, "cos"), &library), 0);
  EXPECT_NE(error_of(library.dli_fname).message.find("another version"), std::string::npos) << library.dli_fname;
}

}  // namespace
}  // namespace kinemate
