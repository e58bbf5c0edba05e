// The order of items in a LAGR deck (source A, 6.1, figure 3).
//
//   B
//   B times: N F BI1   body 0: 9 + 3 formulas
//            N times: relative (BI1): K, 9 + 3 + 3 + 3 formulas; absolute: 9 + 3 formulas
//                     BI2 [3 + 3 formulas: force, moment]
//            RHO   RHO times: L N BI1 [list]                 dampers
//            RHO   RHO times: L N BI1 BI2 [list] [list]      springs
//            K     K lists, for the metric                   K   K lists, for the forces
#pragma once

#include <vector>

#include "model_io/deck/machine.h"

namespace kinemate {

/// The systems of a deck. Mistakes in formulas are noted and reading goes on; behind a wrong item nothing is certain,
/// and reading ends.
std::vector<DeckMachine> read_deck_machines(DeckCards& cards, DeckNotes& notes);

}  // namespace kinemate
