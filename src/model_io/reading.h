// What came of reading a machine.
#pragma once

#include <vector>

#include "base/error.h"
#include "model/model.h"

namespace kinemate {

struct Reading {
  Model model;                   ///< complete only where there are no mistakes
  std::vector<Model> further{};  ///< other machines of the file, a deck
  bool is_deck = false;
  std::vector<Error> mistakes;  ///< in the order of the file
  std::vector<Error> doubts;    ///< what was not used, or is not as it should be: mistakes for whoever is strict
  std::vector<Error> remarks;   ///< what works, but may not be meant
};

}  // namespace kinemate
