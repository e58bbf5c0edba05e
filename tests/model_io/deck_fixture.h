// Decks of LAGR as text, and what is said of them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "model/fixture.h"
#include "model_io/deck/cards.h"
#include "model_io/deck/deck.h"

namespace kinemate {

class DeckTest : public ModelTest {};

inline constexpr const char* kDeckAxes = "'1' '0' '0' '0' '1' '0' '0' '0' '1' ";
inline constexpr const char* kDeckZero = "'0' '0' '0' ";

/// Body 0 at rest and one body on it, of so many coordinates: its matrix, its distance, what follows BI2.
inline std::string one_body(const std::string& matrix, const std::string& distance,
                            const std::string& rest = "'0'B 0 0 0 0", int coordinates = 1) {
  return fmt::format("1 1 {} '1'B {}{} 0 {} {} {}{} {}", coordinates, kDeckAxes, kDeckZero, matrix, distance, kDeckZero,
                     kDeckZero, rest);
}

/// A slider whose force is given by a formula.
inline std::string slider(const std::string& force) {
  return one_body(kDeckAxes, "'Q(1)' '0' '0'", fmt::format("'1'B '{}' '0' '0' {} 0 0 0 0", force, kDeckZero));
}

/// The system of a deck without mistakes that has one.
inline DeckSystem deck_system(const std::string& text) {
  Deck deck = read_deck(text, "folder/deck.lagr");
  for (const Error& mistake : deck.mistakes) ADD_FAILURE() << render(mistake);
  return deck.systems.empty() ? DeckSystem{} : std::move(deck.systems[0]);
}

/// "card:column: message", one a line.
inline std::string mistakes_of(const std::string& text) {
  std::string result;
  for (const Error& error : read_deck(text, "deck").mistakes)
    result += fmt::format("{}:{}: {}\n", error.place ? error.place->line : 0, error.place ? error.place->column : 0,
                          error.message);
  return result;
}

/// The hint of the first mistake.
inline std::string hint_of(const std::string& text) {
  const Deck deck = read_deck(text, "deck");
  return deck.mistakes.empty() ? "" : deck.mistakes[0].hint;
}

}  // namespace kinemate
