// Modelica text as tokens (Modelica Language Specification, chapter 2). Comments are left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model_io/places.h"

namespace kinemate {

enum class ModelicaTokenType {
  kEnd,
  kName,    ///< an identifier, quoted ones with their quotes
  kWord,    ///< a reserved word
  kNumber,  ///< without sign
  kString,  ///< with its quotes
  kSign     ///< an operator, a bracket, a comma, ...
};

struct ModelicaToken {
  ModelicaTokenType type = ModelicaTokenType::kEnd;
  std::size_t offset = 0;
  std::string_view text;

  bool is(std::string_view sign_or_word) const {
    return text == sign_or_word && (type == ModelicaTokenType::kSign || type == ModelicaTokenType::kWord);
  }
  std::size_t end() const { return offset + text.size(); }
};

/// A token in words: "the number 3", "'+'", "the end of the file".
std::string describe(const ModelicaToken& token);

/// The text between the quotes of a string or a quoted identifier, escapes resolved; any other text as it is.
std::string modelica_unquoted(std::string_view quoted);

class ModelicaLexer {
 public:
  /// The text outlives it.
  explicit ModelicaLexer(std::string_view text) : text_(text), at_(text.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

  /// The next token; kEnd behind the last. Throws TextNote for what is no token, and goes on behind it.
  ModelicaToken next();

 private:
  void skip_blanks();
  ModelicaToken token(ModelicaTokenType type, std::size_t length);
  ModelicaToken number();
  ModelicaToken quoted();
  ModelicaToken sign();
  std::size_t digits_from(std::size_t at) const;

  std::string_view text_;
  std::size_t at_;
};

}  // namespace kinemate
