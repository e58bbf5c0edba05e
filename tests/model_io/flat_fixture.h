// Lists of equations as short texts, and their mistakes.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "expr/pool.h"
#include "expr/text/print.h"
#include "model_io/flat/reading.h"

namespace kinemate {

class FlatTest : public testing::Test {
 protected:
  Pool pool_;
  PoolScope scope_{pool_};
};

/// Each part in a line of its own: "a = 2 (meaning)", "in q", "x?", "name: left = right".
inline std::string summary(const FlatSystem& system) {
  std::string text = system.name + "\n";
  const auto meaning = [](const std::string& m) { return m.empty() ? "" : " (" + m + ")"; };
  for (const FlatKnown& known : system.known)
    text += fmt::format("{}{}{}{}\n", known.varies ? "in " : "", to_text(known.symbol),
                        known.value ? " = " + to_text(*known.value) : "", meaning(known.meaning));
  for (const FlatUnknown& unknown : system.unknowns)
    text += fmt::format("{}?{}\n", to_text(unknown.symbol), meaning(unknown.meaning));
  for (const FlatEquation& equation : system.equations)
    text += fmt::format("{}: {} = {}\n", equation.name, to_text(equation.left), to_text(equation.right));
  return text;
}

/// Each in a line: "line:column message | hint".
inline std::string mistakes_of(const FlatReading& reading) {
  std::string text;
  for (const Error& mistake : reading.mistakes)
    text += fmt::format("{}:{} {}{}{}\n", mistake.place ? mistake.place->line : 0,
                        mistake.place ? mistake.place->column : 0, mistake.message, mistake.hint.empty() ? "" : " | ",
                        mistake.hint);
  return text;
}

/// A system for writers: names that no format takes as they are, meanings, values of values.
inline FlatSystem difficult_system() {
  const Expr q = make_symbol("q", 0), q1 = make_symbol("q", 1), q2 = make_symbol("q", 2), m = make_symbol("m"),
             dotted = make_symbol("body.frame[2].f[1,3]"), blank = make_symbol("a b"), word = make_symbol("end"),
             greek = make_symbol("\xCF\x89");
  FlatSystem system;
  system.name = "difficult";
  system.known = {{m, Expr(Rational(31, 100)), "mass: \"kg\"", false, std::nullopt},
                  {word, m * make_pi() / Expr(7), "", false, std::nullopt},
                  {make_symbol("open"), std::nullopt, "", false, std::nullopt},
                  {q, Expr(2), "", true, std::nullopt},
                  {q1, std::nullopt, "rate\nof q", true, std::nullopt}};
  system.unknowns = {
      {q2, "", std::nullopt}, {dotted, "force", std::nullopt}, {blank, "", std::nullopt}, {greek, "", std::nullopt}};
  const Expr less = make_call(Function::kLess, q, q1);
  system.equations = {
      {"equation 1", m * q2, dotted - blank / Expr(3), std::nullopt},
      {"a \"named\" one", dotted * make_call(Function::kSin, q) + pow(blank, Expr(Rational(1, 3))),
       make_if(less, word, -q1) * less, std::nullopt},
      {"equation 3", greek, pow(m + q, -q1) / (q - Expr(1)), std::nullopt},
      {"equation 4", blank + greek, make_call(Function::kMax, q, make_call(Function::kAsinh, q1)), std::nullopt}};
  return system;
}

}  // namespace kinemate
