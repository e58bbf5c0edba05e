#include "codegen/latex/width.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"

namespace kinemate {
namespace {

constexpr double kIndexSize = 0.75;  // of indices and exponents

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

double width_of_character(char c) {
  switch (c) {
    case ' ': return 0;
    case '+':
    case '-':
    case '=':
    case '<': return 2.4;
    case '.':
    case ',':
    case '\'':
    case '|': return 0.6;
    case '(':
    case ')':
    case '[':
    case ']': return 0.8;
    case '&': return 3;
    default: return is_utf8_continuation(c) ? 0 : 1.1;
  }
}

double width_of_command(std::string_view name) {
  constexpr std::string_view kNothing[] = {"left",   "right", "frac",         "dot",   "ddot", "dddot",     "ddddot",
                                           "mathrm", "text",  "operatorname", "begin", "end",  "ensuremath"};
  constexpr std::string_view kUpright[] = {"sin", "cos", "tan", "sinh", "cosh",   "tanh",   "exp",
                                           "ln",  "log", "min", "max",  "arcsin", "arccos", "arctan"};
  if (std::find(std::begin(kNothing), std::end(kNothing), name) != std::end(kNothing)) return 0;
  if (std::find(std::begin(kUpright), std::end(kUpright), name) != std::end(kUpright))
    return static_cast<double>(name.size()) + 0.4;
  if (name == ",") return 0.4;
  if (name == "\\") return 1;
  if (name == "sqrt") return 1.8;
  return name == "cdot" ? 1.4 : name == "land" || name == "lor" || name == "le" || name == "ne" ? 2.6 : 1.3;
}

// What stands between two braces, or the whole.
struct Group {
  enum class Kind { kPlain, kSmall, kTop, kBottom } kind = Kind::kPlain;
  LatexSize size;
  double top = 0;           ///< of a bottom: the width above the bar
  int fractions_above = 0;  ///< likewise
};

class Measure {
 public:
  LatexSize measure(std::string_view formula) {
    for (std::size_t at = 0; at < formula.size();) at = read(formula, at);
    return open_.front().size;
  }

 private:
  std::size_t read(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (c == '{') {
      Group group;
      group.kind = next_;
      if (next_ == Group::Kind::kBottom) group.top = top_.width, group.fractions_above = top_.fractions;
      next_ = Group::Kind::kPlain;
      open_.push_back(group);
      return at + 1;
    }
    if (c == '}') {
      close();
      return at + 1;
    }
    next_ = Group::Kind::kPlain;
    if (c == '^' || c == '_') {
      next_ = Group::Kind::kSmall;
      return at + 1;
    }
    if (c != '\\') {
      open_.back().size.width += width_of_character(c);
      return at + 1;
    }
    std::size_t end = at + 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end == at + 1) end = std::min(end + 1, text.size());
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (name == "frac") next_ = Group::Kind::kTop;
    open_.back().size.width += width_of_command(name);
    return end;
  }

  void close() {
    if (open_.size() == 1) return;
    const Group group = open_.back();
    open_.pop_back();
    LatexSize& around = open_.back().size;
    next_ = Group::Kind::kPlain;
    int fractions = group.size.fractions;
    switch (group.kind) {
      case Group::Kind::kPlain: around.width += group.size.width; break;
      case Group::Kind::kSmall: around.width += kIndexSize * group.size.width; break;
      case Group::Kind::kTop:
        top_ = group.size;
        next_ = Group::Kind::kBottom;
        return;
      case Group::Kind::kBottom:
        around.width += std::max(group.top, group.size.width) + 0.8;
        fractions = std::max(fractions, group.fractions_above) + 1;
        break;
    }
    around.fractions = std::max(around.fractions, fractions);
  }

  std::vector<Group> open_{1};
  Group::Kind next_ = Group::Kind::kPlain;  // of the next brace
  LatexSize top_;                           // of the fraction whose bottom comes next
};

}  // namespace

LatexSize measure_latex(std::string_view formula) { return Measure().measure(formula); }

}  // namespace kinemate
