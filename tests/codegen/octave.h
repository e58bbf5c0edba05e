// Generated MATLAB run by Octave.
#pragma once

#include "codegen/run_script.h"

namespace kinemate {

class OctaveTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_command("octave-cli")) GTEST_SKIP() << "octave-cli is not there: package octave";
  }
};

/// What a script of these files prints, without a word on standard error.
inline Printed run_octave(std::span<const GeneratedFile> files, const std::string& script) {
  return run_script(files, "octave-cli --norc --quiet --no-history " + script);
}

}  // namespace kinemate
