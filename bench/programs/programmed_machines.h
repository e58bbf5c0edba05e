// The machines whose programs are measured.
#pragma once

#include "study/programs/shortest_program.h"

namespace kinemate {

inline constexpr const char* kProgrammedMachines[] = {"cardan",    "keppler-1", "keppler-2", "keppler-3",
                                                      "keppler-4", "keppler-5", "puma"};

enum class ParameterUse {
  kNumbers,  ///< every parameter is a number
  kSymbols   ///< parameters are inputs; numbers that the model file has elsewhere stay
};

/// As derived, no pass run. `folder` holds NAME.yaml.
Program machine_program(const std::string& folder, const std::string& name, Purpose purpose, ParameterUse values);

/// After all passes, simplified first where that is shorter.
Program shortest_machine_program(const std::string& folder, const std::string& name, Purpose purpose,
                                 ParameterUse values);

}  // namespace kinemate
