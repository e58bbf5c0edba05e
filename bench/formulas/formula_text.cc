#include "bench/formulas/formula_text.h"

#include <array>
#include <random>

namespace kinemate {
namespace {

// Terms as they stand in equations of motion: coefficients, parameters, angles and their rates.
class TextMaker {
 public:
  std::string sum(std::size_t bytes) {
    std::string text;
    text.reserve(bytes + 1000);
    add_term(text, 3);
    while (text.size() < bytes) {
      text += below(3) == 0 ? " - " : " + ";
      add_term(text, 3);
    }
    return text;
  }

 private:
  // One to four factors; parentheses go at most `depth` deep.
  void add_term(std::string& text, int depth) {
    add_factor(text, depth);
    for (unsigned more = below(4); more > 0; --more) {
      text += below(6) == 0 ? '/' : '*';
      add_factor(text, depth);
    }
  }

  void add_factor(std::string& text, int depth) {
    static constexpr std::array kFunctions = {"sin", "cos", "sin", "cos", "tan", "exp", "sqrt", "atan"};
    const unsigned draw = below(10);
    if (draw < 2) {
      add_number(text);
    } else if (draw < 6 || depth == 0) {
      add_name(text);
      if (below(5) == 0) text += below(3) == 0 ? "^3" : "^2";
    } else {
      if (draw < 9) text += kFunctions[below(kFunctions.size())];
      text += '(';
      add_term(text, depth - 1);
      for (unsigned more = below(3); more > 0; --more) {
        text += below(3) == 0 ? " - " : " + ";
        add_term(text, depth - 1);
      }
      text += ')';
    }
  }

  void add_name(std::string& text) {
    static constexpr std::array kNames = {"q", "phi", "alpha", "omega_", "m", "l", "J_rod", "c_spring", "x", "theta"};
    text += kNames[below(kNames.size())];
    text += std::to_string(below(100));
    text.append(below(4) == 0 ? 1 + below(2) : 0, '\'');
  }

  // 7, 12.5, 0.0625, 3e-4
  void add_number(std::string& text) {
    text += std::to_string(1 + below(20));
    const unsigned form = below(4);
    if (form == 1 || form == 2) text += '.' + std::to_string(1 + below(1000));
    if (form == 3) text += "e-" + std::to_string(1 + below(6));
  }

  unsigned below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }

  std::mt19937 random_{1};
};

}  // namespace

std::string make_formula_text(std::size_t bytes) { return TextMaker().sum(bytes); }

}  // namespace kinemate
