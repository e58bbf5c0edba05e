// Any bytes: the parser answers with a formula or with an Error that has a place, and what it accepts survives
// printing, reading back, differentiating and evaluating.
#include <cstdint>
#include <cstdlib>

#include "base/error.h"
#include "expr/ball.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/pool.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"

namespace {

using namespace kinemate;

void require(bool condition) {
  if (!condition) std::abort();
}

void examine(Expr e) {
  constexpr PrintOptions kShort = {.largest = 100'000, .cut = true};
  const std::string text = to_text(e, kShort);
  to_latex(e, kShort);
  ParseOptions declared;
  for (const Expr call : unspecified_calls({&e, 1})) declared.functions.insert(std::string(call.name()));
  if (text.size() < kShort.largest) require(parse(text, declared) == e);
  Values point;
  for (const Expr symbol : free_symbols(e)) {
    point.emplace(symbol, 0.5);
    to_text(differentiate(e, symbol), kShort);
  }
  evaluate(e, point);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Pool pool;
  const PoolScope scope(pool);
  Expr e;
  try {
    e = parse(text);
  } catch (const Error& error) {
    require(error.place.has_value() && error.place->column >= 1 && !error.message.empty());
    return 0;
  }
  try {
    examine(e);
  } catch (const Error&) {  // poles of derivatives, missing values
  }
  return 0;
}
