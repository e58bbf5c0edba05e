// A system of a LAGR deck as a model.
//
// Relative motion: body 0 is the world, its motion that of the base. Absolute motion is against inertial space, which
// is the world then; body 0 is a body without mass that moves as prescribed, where springs or dampers hang on it.
#pragma once

#include <string>
#include <unordered_map>

#include "model_io/deck/machine.h"

namespace kinemate {

struct DeckModel {
  Model model;
  std::unordered_map<std::string, std::size_t> offsets;  ///< where elements come from: "joints/joint2" → byte
};

/// Without its special cases. Mistakes are noted.
DeckModel make_deck_model(const DeckMachine& machine, DeckNotes& notes);

}  // namespace kinemate
