// A pool for each test, and formulas from text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "expr/pool.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"

namespace kinemate {

class ExprTest : public testing::Test {
 protected:
  Pool pool_;
  PoolScope scope_{pool_};

  Expr x_ = make_symbol("x"), y_ = make_symbol("y"), z_ = make_symbol("z");
};

inline std::string text_of(const std::string& text) { return to_text(parse(text)); }

/// The message of the Error that `run` throws; empty if it throws none.
template <class Run>
std::string message_of(Run run) {
  try {
    run();
    return "";
  } catch (const Error& error) {
    return error.message;
  }
}

/// Random cases of a property: all of them, or a share where KINEMATE_RANDOM_SHARE says so (slow builds).
inline int random_cases(int all) {
  const char* share = std::getenv("KINEMATE_RANDOM_SHARE");
  return share == nullptr ? all : std::max(1, static_cast<int>(all * std::atof(share)));
}

/// The size of a case, where there is but one of it: smaller in slow builds, and still `least`.
inline std::size_t case_size(std::size_t all, std::size_t least) {
  const char* share = std::getenv("KINEMATE_RANDOM_SHARE");
  return share == nullptr ? all
                          : std::max(least, static_cast<std::size_t>(static_cast<double>(all) * std::atof(share)));
}

struct Rewrite {
  const char* input;
  const char* expected;
};

}  // namespace kinemate
