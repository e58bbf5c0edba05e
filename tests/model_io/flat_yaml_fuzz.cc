// Any bytes: the reader answers with mistakes that have places, or with a list of equations that both writers write and
// that reads back.
#include "model_io/flat/yaml.h"
#include "model_io/flat_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kinemate;
  if (size > 5'000) return 0;
  Pool pool;
  const PoolScope scope(pool);
  check_flat_reading(read_flat_yaml(std::string(reinterpret_cast<const char*>(data), size), "fuzz"));
  return 0;
}
