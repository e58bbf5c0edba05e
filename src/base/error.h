// The one exception for what a user can put right: a wrong file, formula, number or path.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "base/error_code.h"

namespace kinemate {

/// A place in a user's text. Lines and columns count from 1; columns count characters, not bytes.
struct Place {
  std::string source;  ///< what the text is: a file name, or "formula"
  int line = 1;
  int column = 1;
  std::string excerpt;  ///< the line, or the part of a long line around the column
  int caret = 0;        ///< characters of `excerpt` before the place
};

/// The place of byte `offset` in `text`. Text that is not UTF-8 is shown with '?' for each bad byte.
Place locate(std::string_view source, std::string_view text, std::size_t offset);

struct Error : std::exception {
  enum class Kind {
    kInput,      ///< a formula, a model or an argument is wrong
    kNumerical,  ///< the input is well formed, but no number comes out
    kFileSystem  ///< a file cannot be read or written
  };

  explicit Error(ErrorCode code, std::string message, std::string hint = {});

  const char* what() const noexcept override { return message.c_str(); }

  ErrorCode code;
  Kind kind;                   ///< follows from the code
  std::string message;         ///< what was expected and what was found
  std::string hint;            ///< the likely cause or the nearest valid name; may be empty
  std::optional<Place> place;  ///< where, if the mistake stands in a text
};

/// The error as a person reads it: `source:line:column: error: message [code]`, the line with a caret, the hint.
std::string render(const Error& error);

}  // namespace kinemate
