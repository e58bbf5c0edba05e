#include "picture/scripts/gnuplot.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"

namespace kinemate {
namespace {

TEST(Gnuplot, WritesToItsOutput) { EXPECT_EQ(run_gnuplot("set print '-'\nprint 6*7\n"), "42\n"); }

TEST(Gnuplot, ItsMessageIsInTheError) {
  try {
    run_gnuplot("print no_such_name\n");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kNumerical);
    EXPECT_NE(error.hint.find("no_such_name"), std::string::npos) << error.hint;
  }
}

TEST(Gnuplot, MayBeMissing) {
  const std::string path = getenv("PATH");
  setenv("PATH", "", 1);
  try {
    run_gnuplot("print 1\n");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
    EXPECT_NE(error.message.find("gnuplot"), std::string::npos);
    EXPECT_NE(error.hint.find("gnuplot-nox"), std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace kinemate
