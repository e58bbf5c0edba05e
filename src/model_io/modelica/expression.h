// Expressions of Modelica to formulas (Modelica Language Specification, chapter 3), scalars only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.h"
#include "model_io/modelica/lexer.h"

namespace kinemate {

/// Reads tokens one after the other. What is no token is thrown as TextNote; reading goes on behind it.
class ModelicaCursor {
 public:
  /// Stands before the first token: advance() before anything else. The text outlives it.
  explicit ModelicaCursor(std::string_view text) : lexer_(text) {}

  const ModelicaToken& token() const { return token_; }
  /// Where the token before this one ends.
  std::size_t last_end() const { return last_end_; }

  void advance() {
    last_end_ = token_.end();
    token_ = lexer_.next();
  }
  /// Leaves the rest of the text unread.
  void stop() {
    token_ = {ModelicaTokenType::kEnd, token_.end(), {}};
    lexer_ = ModelicaLexer({});
  }
  bool at(std::string_view sign_or_word) const { return token_.is(sign_or_word); }
  bool at_end() const { return token_.type == ModelicaTokenType::kEnd; }
  /// Whether it stands here; then goes on behind it.
  bool accept(std::string_view sign_or_word) {
    if (!at(sign_or_word)) return false;
    advance();
    return true;
  }
  /// Throws TextNote where it does not stand here.
  void expect(std::string_view sign_or_word, std::string_view where);

 private:
  ModelicaLexer lexer_;
  ModelicaToken token_{ModelicaTokenType::kSign, 0, {}};
  std::size_t last_end_ = 0;
};

/// A name with dots and indices, such as body.frame.f[2], as one text; primes at the end of a quoted name are counted.
struct ModelicaName {
  std::string text;
  int primes = 0;
  std::size_t offset = 0;

  Expr symbol() const { return make_symbol(text, primes); }
};

/// REQUIRES: the cursor is at a name.
ModelicaName read_modelica_name(ModelicaCursor& cursor);

/// A symbol in an expression. Those of der(x) are x', found at x.
struct ModelicaUse {
  Expr symbol;
  std::size_t offset = 0;
  int derivatives = 0;  ///< how often `der` stands around it
};

/// The formula up to the first token that cannot belong to it; its symbols are added to `uses`. Throws TextNote.
/// Any length and depth: the parser keeps its own stacks.
Expr read_modelica_expression(ModelicaCursor& cursor, std::vector<ModelicaUse>& uses);

}  // namespace kinemate
