// Cards of a LAGR deck as a stream of items: list-directed input of PL/I (source A, 6.1).
//
// Items are integers, bit strings '0'B and '1'B, and character strings in apostrophes. Blanks, commas and ends of cards
// part them; a string may run over the end of a card, which is then no character of it. Beyond LAGR, a card that begins
// with an asterisk outside of a string is a comment.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model_io/places.h"

namespace kinemate {

using DeckNote = TextNote;

/// The fields are those of Reading.
struct DeckNotes {
  std::vector<DeckNote> mistakes;
  std::vector<DeckNote> doubts;
  std::vector<DeckNote> remarks;
};

struct DeckItem {
  enum class Kind { kInteger, kBit, kString, kEnd };
  Kind kind = Kind::kEnd;
  std::size_t offset = 0;  ///< of its first byte
  std::size_t begin = 0;   ///< of a string: what stands between the apostrophes, as written
  std::size_t end = 0;
  long value = 0;  ///< of an integer or a bit
};

/// An item in words: "the integer 3", "a string", "the end of the deck".
std::string describe(const DeckItem& item);

class DeckCards {
 public:
  /// Throws Error where the text is none.
  DeckCards(std::string source, std::string text);

  const std::string& source() const { return source_; }
  const std::string& text() const { return text_; }

  /// The next item; kEnd behind the last. Throws DeckNote for what is no item.
  DeckItem next();

  /// The cards as read.
  std::vector<std::string> lines() const;

  /// Notes as errors with card and column, in the order of the deck.
  std::vector<Error> to_errors(std::vector<DeckNote> notes) const;

 private:
  void skip_separators();
  DeckItem read_string();
  DeckItem read_word();
  bool is_separator(std::size_t at) const;

  std::string source_;
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace kinemate
