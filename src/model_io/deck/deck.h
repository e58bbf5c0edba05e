// Decks of LAGR (Habelt 1978): its card input to models, with the position of every mistake.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/model.h"

namespace kinemate {

/// A replacement list at the end of a system: parameters and functions chosen for a part of its results.
struct DeckSpecification {
  std::vector<std::string> set;  ///< assignments as --set takes them: M1 = 0, FU($1) = 2*$1
  std::string text;              ///< as the deck has it
  Place place;
};

struct DeckSystem {
  Model model;                             ///< with the specifications as special cases: inertia1, ..., forces1, ...
  std::vector<DeckSpecification> inertia;  ///< of the metric and its Christoffel symbols
  std::vector<DeckSpecification> forces;   ///< of the generalised forces
};

struct Deck {
  std::vector<DeckSystem> systems;  ///< complete only where there are no mistakes
  std::vector<Error> mistakes;      ///< in the order of the deck; so are the others
  std::vector<Error> doubts;
  std::vector<Error> remarks;      ///< what works, but may not be meant
  std::vector<std::string> cards;  ///< the deck as read, card by card
};

/// The machines in the text of a deck; `source` is what messages call it. Models are named after the file, with a
/// number where there are several. docs/decks.md says what becomes of each part.
Deck read_deck(std::string text, const std::string& source);

}  // namespace kinemate
