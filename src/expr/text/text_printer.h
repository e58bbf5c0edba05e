// The printer of formulas as one line of text, for to_text and for languages whose sums, products and powers look the
// same: they say how symbols, pi and calls are written.
#pragma once

#include <span>
#include <string>

#include "expr/text/layout.h"
#include "expr/text/writer.h"

namespace kinemate {

class TextPrinter {
 public:
  explicit TextPrinter(const PrintOptions& options) : writer_(options) {}
  virtual ~TextPrinter() = default;

  std::string print(Expr formula);

 protected:
  virtual std::string symbol(Expr e) const;  ///< of a symbol, or of pi
  virtual void write_call(Expr call);        ///< of a built-in function
  virtual Level call_level(Expr call) const;
  /// left operator right, of a relation or connective.
  void write_infix(Expr call, std::string_view sign);

  Writer writer_;

 private:
  void expand(const Piece& piece);
  Level level(Expr e, bool drop_sign) const;
  void write_product(const ProductLayout& layout, bool drop_sign);
  void write_factor(const Factor& factor);
  void write_power(Expr power);
};

}  // namespace kinemate
