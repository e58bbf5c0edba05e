// Any bytes: the reader answers with mistakes that have places, or with a machine that is written and reads back. The
// first byte chooses options.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "expr/pool.h"
#include "model_io/read.h"
#include "model_io/urdf/urdf.h"
#include "model_io/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kinemate;
  if (size < 1 || size > 20'000) return 0;
  UrdfOptions options;
  options.floating = (data[0] & 1) != 0;
  options.ignore_mimic = (data[0] & 2) != 0;
  options.ignore_damping = (data[0] & 4) != 0;
  options.round_angles = (data[0] & 8) != 0;
  Pool pool;
  const PoolScope scope(pool);
  const Reading reading = read_urdf(std::string(reinterpret_cast<const char*>(data) + 1, size - 1), "fuzz", options);
  for (const auto* list : {&reading.mistakes, &reading.doubts, &reading.remarks}) {
    for (const Error& error : *list) {
      if (!error.place || error.place->line < 1 || error.message.empty()) std::abort();
      render(error);
    }
  }
  if (!reading.mistakes.empty()) return 0;
  const std::string once = write_model(reading.model);
  const Reading again = read_model(once, "again");
  if (!again.mistakes.empty() || write_model(again.model) != once) {
    for (const Error& mistake : again.mistakes) fputs(render(mistake).c_str(), stderr);
    fputs(once.c_str(), stderr);
    std::abort();
  }
  return 0;
}
