#include "base/check.h"

#include <fmt/format.h>

namespace kinemate {

void check_failed(const char* condition, const char* file, int line) {
  throw CheckFailure(fmt::format("{}:{}: CHECK failed: {}", file, line, condition));
}

}  // namespace kinemate
