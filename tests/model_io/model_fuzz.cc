// Any bytes: the reader answers with mistakes that have places, or with a machine that moves and reads back.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "expr/pool.h"
#include "model/kinematics.h"
#include "model_io/read.h"
#include "model_io/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kinemate;
  if (size > 20'000) return 0;
  Pool pool;
  const PoolScope scope(pool);
  const Reading reading = read_model(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
  for (const Error& mistake : reading.mistakes) {
    if (!mistake.place || mistake.place->line < 1 || mistake.message.empty()) std::abort();
    render(mistake);
  }
  if (!reading.mistakes.empty() || reading.model.bodies.size() > 20) return 0;
  try {
    const Kinematics kinematics = compute_kinematics(reading.model);
    for (std::size_t body = 0; body < reading.model.bodies.size(); ++body)
      if (kinematics.tree.reaches(body)) compute_point_motion(reading.model, kinematics, body, {});
  } catch (const Error&) {
    return 0;  // numbers beyond all bounds, division by zero at t = 0
  }
  const std::string once = write_model(reading.model);
  const Reading again = read_model(once, "again");
  if (!again.mistakes.empty() || write_model(again.model) != once) {
    for (const Error& mistake : again.mistakes) fputs(render(mistake).c_str(), stderr);
    fputs(once.c_str(), stderr);
    std::abort();
  }
  return 0;
}
