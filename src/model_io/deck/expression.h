// Strings of a LAGR deck: formulas of FORMAC, and replacement lists (source A, 6.1 and 6.4).
//
// The same stacks as expr/text/parse.cc; what differs is the language: **, subscripts, NAME.(arguments), #E, formal
// parameters. Functions are those of 6.4, and TAN, TANH, EXP besides.
#pragma once

#include <string_view>
#include <vector>

#include "model_io/deck/cards.h"
#include "model_io/deck/names.h"

namespace kinemate {

/// The formula in a string. Any length and depth. Throws DeckNote.
Expr read_deck_formula(std::string_view deck, const DeckItem& item, DeckNames& names);

/// One entry of a list: a name and what stands for it from then on.
struct DeckReplacement {
  std::size_t offset = 0;
  Expr symbol;                     ///< what is replaced, if it is no function
  std::string function;            ///< FU of FU.($); empty: a symbol
  std::size_t argument_count = 0;  ///< of the function; 0: the system has no such function
  Expr value;                      ///< over the symbols $1, $2, ... for arguments
};

/// 'A, 0, B, 2*C, FU.($), $(1)**2'. Of symbols what stands for them is as `names` allows; of functions, the time and
/// parameters. Throws DeckNote.
std::vector<DeckReplacement> read_deck_replacements(std::string_view deck, const DeckItem& item, DeckNames& names);

}  // namespace kinemate
