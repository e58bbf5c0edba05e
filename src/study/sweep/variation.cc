#include "study/sweep/variation.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr char kVariationExamples[] = "for example \"k = 10 .. 20 : 5\", \"k = [1, 2, 5]\" or \"k = normal(10, 0.5)\"";
constexpr double kMostPoints = 9007199254740992;  // 2^53

// Bytes of the text from `begin` to before `end`.
struct Stretch {
  std::size_t begin = 0, end = 0;
};

// Reads one text; every mistake is told with its place in it.
class VariationReader {
 public:
  explicit VariationReader(std::string_view text) : text_(text) {}

  Variation read() {
    variation_.text = text_;
    const std::size_t equals = text_.find('=');
    if (equals == std::string_view::npos)
      refuse(0, fmt::format("expected name = values, found '{}'", text_), kVariationExamples);
    read_name({0, equals});
    const Stretch right = trimmed({equals + 1, text_.size()});
    if (right.begin == right.end)
      refuse(right.begin, fmt::format("{} has no values", variation_.name), kVariationExamples);
    if (const auto dots = find("..", right))
      read_range(right, *dots);
    else if (const auto arguments = arguments_of_normal(right))
      read_normal(*arguments);
    else
      read_list(right);
    return std::move(variation_);
  }

 private:
  [[noreturn]] void refuse(std::size_t offset, std::string message, std::string hint = {}) const {
    Error error(ErrorCode::kVariation, std::move(message), std::move(hint));
    error.place = locate("variation", text_, offset);
    throw error;
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  Stretch trimmed(Stretch part) const {
    while (part.begin < part.end && is_blank(text_[part.begin])) ++part.begin;
    while (part.end > part.begin && is_blank(text_[part.end - 1])) --part.end;
    return part;
  }

  std::string_view words(Stretch part) const { return text_.substr(part.begin, part.end - part.begin); }

  // Outside of parentheses.
  std::optional<std::size_t> find(std::string_view what, Stretch part) const {
    int depth = 0;
    for (std::size_t at = part.begin; at + what.size() <= part.end; ++at) {
      const char c = text_[at];
      if (depth == 0 && text_.substr(at, what.size()) == what) return at;
      depth += (c == '(' || c == '[') ? 1 : (c == ')' || c == ']') ? -1 : 0;
    }
    return std::nullopt;
  }

  std::vector<Stretch> split_at_commas(Stretch part) const {
    std::vector<Stretch> parts;
    for (auto comma = find(",", part); comma; comma = find(",", part)) {
      parts.push_back({part.begin, *comma});
      part.begin = *comma + 1;
    }
    parts.push_back(part);
    return parts;
  }

  void read_name(Stretch part) {
    const Stretch name = trimmed(part);
    if (name.begin == name.end) refuse(name.begin, "expected a name before '='", kVariationExamples);
    const Expr left = parse(text_.substr(0, part.end), {.source = "variation"});
    if (left.kind() != Kind::kSymbol)
      refuse(name.begin, fmt::format("expected a name before '=', found '{}'", words(name)), kVariationExamples);
    variation_.name = to_text(left);
  }

  double number(Stretch part, const char* what) const {
    const Stretch formula = trimmed(part);
    if (formula.begin == formula.end) refuse(formula.begin, fmt::format("{} of {} is missing", what, variation_.name));
    try {
      return evaluate(parse(text_.substr(0, formula.end), {.source = "variation"}, formula.begin), {});
    } catch (const Error& error) {
      if (error.place) throw;
      const char* hint =
          error.kind == Error::Kind::kInput ? "only formulas of numbers can stand here: 0.1, 1/3, pi/4" : "";
      refuse(formula.begin,
             fmt::format("{} of {}, '{}', is no number: {}", what, variation_.name, words(formula), error.message),
             hint);
    }
  }

  void read_range(Stretch right, std::size_t dots) {
    const auto colon = find(":", right);
    if (colon && *colon < dots) refuse(*colon, "the number of points stands behind the range", kVariationExamples);
    Stretch high = without_log({dots + 2, right.end});
    const std::size_t end = high.end;
    if (colon) high = without_log({dots + 2, *colon});
    if (const auto again = find("..", high)) refuse(*again, "a range has two ends", "for a grid: low .. high : points");
    variation_.low = number({right.begin, dots}, "the low end");
    variation_.high = number(high, "the high end");
    variation_.kind = colon ? Variation::Kind::kGrid : Variation::Kind::kRange;
    if (!(variation_.low < variation_.high) || !std::isfinite(variation_.high - variation_.low))
      refuse(right.begin,
             fmt::format("the range of {} should go from a smaller to a larger number, but it goes from {} to {}",
                         variation_.name, variation_.low, variation_.high));
    if (variation_.logarithmic && variation_.low <= 0)
      refuse(right.begin,
             fmt::format("a logarithmic range is of positive numbers, but that of {} begins at {}", variation_.name,
                         variation_.low),
             "leave out 'log', or begin above 0");
    if (colon) read_points({*colon + 1, end});
  }

  // The word log may stand at the end.
  Stretch without_log(Stretch part) {
    part = trimmed(part);
    const std::string_view text = words(part);
    if (!text.ends_with("log") || text.size() < 4) return part;
    const char before = text[text.size() - 4];
    if (!is_blank(before) && before != ')' && !(before >= '0' && before <= '9')) return part;
    variation_.logarithmic = true;
    return trimmed({part.begin, part.end - 3});
  }

  void read_points(Stretch part) {
    const double points = number(part, "the number of points");
    if (!(points >= 1) || points != std::floor(points) || points > kMostPoints)
      refuse(part.begin, fmt::format("a grid of {} has {} points, but should have a whole number of them, 1 at least",
                                     variation_.name, points));
    variation_.points = static_cast<std::uint64_t>(points);
  }

  // Of normal(...), the whole text.
  std::optional<Stretch> arguments_of_normal(Stretch right) const {
    const std::string_view text = words(right);
    if (!text.starts_with("normal")) return std::nullopt;
    const Stretch rest = trimmed({right.begin + 6, right.end});
    if (!words(rest).starts_with('(') || !words(rest).ends_with(')')) return std::nullopt;
    return Stretch{rest.begin + 1, rest.end - 1};
  }

  void read_normal(Stretch arguments) {
    const std::vector<Stretch> parts = split_at_commas(arguments);
    if (parts.size() != 2)
      refuse(arguments.begin,
             fmt::format("a normal distribution has a mean and a standard deviation, but that of {} has {} number{}",
                         variation_.name, parts.size(), parts.size() == 1 ? "" : "s"),
             "for example normal(10, 0.5)");
    variation_.kind = Variation::Kind::kNormal;
    variation_.mean = number(parts[0], "the mean");
    variation_.deviation = number(parts[1], "the standard deviation");
    if (!(variation_.deviation > 0))
      refuse(trimmed(parts[1]).begin, fmt::format("the standard deviation of {} should be above 0, but it is {}",
                                                  variation_.name, variation_.deviation));
  }

  void read_list(Stretch right) {
    if (const auto colon = find(":", right))
      refuse(*colon, "only a range has a number of points", "for example 10 .. 20 : 5");
    Stretch inside = right;
    if (text_[right.begin] == '[') {
      if (text_[right.end - 1] != ']') refuse(right.begin, "this bracket is not closed", "write ] behind the values");
      inside = trimmed({right.begin + 1, right.end - 1});
      if (inside.begin == inside.end) refuse(right.begin, fmt::format("the list of {} is empty", variation_.name));
    }
    variation_.kind = Variation::Kind::kList;
    for (const Stretch& part : split_at_commas(inside)) variation_.values.push_back(number(part, "a value"));
  }

  Pool pool_;  // formulas live no longer than the reading
  PoolScope scope_{pool_};
  std::string_view text_;
  Variation variation_;
};

}  // namespace

Variation read_variation(std::string_view text) { return VariationReader(text).read(); }

std::vector<Variation> read_variations(std::span<const std::string> texts) {
  std::vector<Variation> variations;
  for (const std::string& text : texts) variations.push_back(read_variation(text));
  require_different_names(variations);
  return variations;
}

void require_different_names(std::span<const Variation> variations) {
  std::set<std::string_view> names;
  for (const Variation& variation : variations)
    if (!names.insert(variation.name).second)
      throw Error(ErrorCode::kVariation, fmt::format("{} is varied twice", variation.name),
                  "put all its values into one list or range");
}

}  // namespace kinemate
