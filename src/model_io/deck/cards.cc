#include "model_io/deck/cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/file.h"
#include "model_io/mistakes.h"
#include "model_io/places.h"

namespace kinemate {
namespace {

constexpr std::string_view kCardBlanks = " \t\r\n\f\v";

}  // namespace

std::string describe(const DeckItem& item) {
  switch (item.kind) {
    case DeckItem::Kind::kInteger: return fmt::format("the integer {}", item.value);
    case DeckItem::Kind::kBit: return fmt::format("the bit '{}'B", item.value);
    case DeckItem::Kind::kString: return "a string in apostrophes";
    case DeckItem::Kind::kEnd: return "the end of the deck";
  }
  return "";
}

DeckCards::DeckCards(std::string source, std::string text) : source_(std::move(source)), text_(std::move(text)) {
  auto refuse = [&](std::size_t offset, ErrorCode code, std::string message, std::string hint = {}) {
    Error error(code, std::move(message), std::move(hint));
    error.place = locate(source_, std::string_view(text_).substr(0, kLargestFile), offset);
    throw error;
  };
  if (text_.size() > kLargestFile)
    refuse(0, ErrorCode::kNotText, fmt::format("the file has more than {} bytes", kLargestFile));
  if (const std::size_t zero = text_.find('\0'); zero != std::string::npos)
    refuse(zero, ErrorCode::kNotText, "a byte of value 0 stands here: this is no text", "the file may be damaged");
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  if (text_.find_first_not_of(kCardBlanks, at_) == std::string::npos)
    refuse(0, ErrorCode::kEmptyFile, "the deck is empty",
           "its first item is B, the number of systems: see docs/decks.md");
}

bool DeckCards::is_separator(std::size_t at) const {
  return at == text_.size() || text_[at] == ',' || kCardBlanks.find(text_[at]) != std::string_view::npos;
}

// Blanks, comments and one comma.
void DeckCards::skip_separators() {
  bool comma = false;
  const std::size_t start = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (at_ < text_.size()) {
    const bool card_begins = at_ == start || text_[at_ - 1] == '\n';
    if (card_begins && text_[at_] == '*') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_[at_] == ',') {
      if (comma)
        throw DeckNote{at_, ErrorCode::kDeck, "an item is missing between two commas",
                       "every item is given: write '0' or 0"};
      comma = true;
      ++at_;
    } else if (is_separator(at_)) {
      ++at_;
    } else {
      return;
    }
  }
}

DeckItem DeckCards::next() {
  skip_separators();
  if (at_ == text_.size()) return {DeckItem::Kind::kEnd, at_, at_, at_, 0};
  return text_[at_] == '\'' ? read_string() : read_word();
}

// Two apostrophes inside of a string stand for one.
DeckItem DeckCards::read_string() {
  DeckItem item{DeckItem::Kind::kString, at_, at_ + 1, 0, 0};
  for (item.end = item.begin;; item.end += 2) {
    item.end = text_.find('\'', item.end);
    if (item.end == std::string::npos)
      throw DeckNote{at_, ErrorCode::kDeck, "this string has no end",
                     "strings end with an apostrophe: one is missing here or before"};
    if (!std::string_view(text_).substr(item.end + 1).starts_with('\'')) break;
  }
  at_ = item.end + 1;
  if (at_ < text_.size() && (text_[at_] == 'B' || text_[at_] == 'b') && is_separator(at_ + 1)) {
    const std::string_view bit = std::string_view(text_).substr(item.begin, item.end - item.begin);
    if (bit != "0" && bit != "1")
      throw DeckNote{item.offset, ErrorCode::kDeck, fmt::format("a bit is '0'B or '1'B, not '{}'B", bit),
                     "'1'B is yes, '0'B is no"};
    ++at_;
    item.kind = DeckItem::Kind::kBit;
    item.value = bit == "1" ? 1 : 0;
  } else if (!is_separator(at_)) {
    const bool over = text_.substr(item.begin, item.end - item.begin).find('\n') != std::string::npos;
    throw DeckNote{at_, ErrorCode::kDeck, "a blank or a comma was expected behind the end of a string",
                   over ? "an apostrophe may be missing: this string began on a card before"
                        : "an apostrophe may be missing: here a string ends"};
  }
  return item;
}

DeckItem DeckCards::read_word() {
  const std::size_t begin = at_;
  while (!is_separator(at_) && text_[at_] != '\'') ++at_;
  const std::string_view word = std::string_view(text_).substr(begin, at_ - begin);
  if (!is_separator(at_))
    throw DeckNote{at_, ErrorCode::kDeck, fmt::format("a blank or a comma was expected behind '{}'", word), ""};
  DeckItem item{DeckItem::Kind::kInteger, begin, begin, at_, 0};
  const std::string_view digits = word.substr(word[0] == '+' ? 1 : 0);
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), item.value);
  if (code == std::errc() && end == digits.data() + digits.size()) return item;
  if (code == std::errc::result_out_of_range)
    throw DeckNote{begin, ErrorCode::kDeck, fmt::format("the number {} is too large", word), ""};
  if (word == "B" || word == "b")
    throw DeckNote{begin, ErrorCode::kDeck, "a bit is written without a blank, as '1'B", ""};
  throw DeckNote{begin, ErrorCode::kDeck, fmt::format("'{}' is no item of a deck", word),
                 "items are integers, bits '0'B and '1'B, and formulas in apostrophes"};
}

std::vector<std::string> DeckCards::lines() const {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    lines.push_back(text_.substr(begin, end - begin));
    if (lines.back().ends_with('\r')) lines.back().pop_back();
    begin = end + 1;
  }
  return lines;
}

std::vector<Error> DeckCards::to_errors(std::vector<DeckNote> notes) const {
  return kinemate::to_errors(source_, text_, std::move(notes));
}

}  // namespace kinemate
