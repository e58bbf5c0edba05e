#include "model_io/urdf/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace kinemate {
namespace {

constexpr std::string_view kNumberBlanks = " \t\r\n";
constexpr std::string_view kDigits = "0123456789";
constexpr std::size_t kMostDigits = 400;  // beyond any meaning
constexpr long kLargestExponent = 308;

struct DecimalText {
  bool negative = false;
  std::string digits;  // of whole and fraction
  long exponent = 0;   // of ten, the fraction counted in
  bool far = false;    // the exponent as written is beyond those of double precision
};

// The parts of a decimal number; none where the text is no such number.
std::optional<DecimalText> parts_of(std::string_view text) {
  DecimalText parts;
  std::size_t at = 0;
  auto digits = [&] {
    const std::size_t end = std::min(text.find_first_not_of(kDigits, at), text.size());
    const std::string_view found = text.substr(at, end - at);
    at = end;
    return found;
  };
  auto accept = [&](std::string_view any) {
    const bool found = at < text.size() && any.find(text[at]) != std::string_view::npos;
    return found ? text[at++] : '\0';
  };
  parts.negative = accept("+-") == '-';
  parts.digits = digits();
  if (accept(".") != '\0') {
    const std::string_view fraction = digits();
    parts.digits += fraction;
    parts.exponent = -static_cast<long>(fraction.size());
  }
  if (parts.digits.empty()) return std::nullopt;
  if (accept("eE") != '\0') {
    const bool below = accept("+-") == '-';
    const std::string_view written = digits();
    if (written.empty()) return std::nullopt;
    const std::size_t first = std::min(written.find_first_not_of('0'), written.size());
    long value = 0;
    for (const char digit : written.substr(first, 5)) value = 10 * value + (digit - '0');
    parts.far = written.size() - first > 5 || value > kLargestExponent;
    parts.exponent += below ? -value : value;
  }
  return at == text.size() ? std::optional(parts) : std::nullopt;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_nan_or_infinity(std::string text) {
  if (text.starts_with("+") || text.starts_with("-")) text.erase(0, 1);
  return text == "nan" || text == "inf" || text == "infinity" || text == ".nan" || text == ".inf";
}

}  // namespace

std::optional<Rational> read_decimal(std::string_view text) {
  const auto parts = parts_of(text);
  if (!parts || parts->far || parts->digits.size() > kMostDigits) return std::nullopt;
  const Rational size = Rational::from_decimal(parts->digits, parts->exponent);
  const double rounded = size.to_double();
  if (!std::isfinite(rounded) || (rounded == 0 && !size.is_zero())) return std::nullopt;
  return parts->negative ? -size : size;
}

Complaint explain_number(std::string_view text) {
  const std::string shown = fmt::format("'{}'", text);
  const std::string small = lower(text);
  if (const auto parts = parts_of(text)) {
    if (parts->digits.size() > kMostDigits)
      return {fmt::format("this number has {} digits", parts->digits.size()),
              fmt::format("at most {} are read", kMostDigits)};
    return {fmt::format("{} is beyond the numbers that machines can have", shown),
            "magnitudes go from 1e-308 to 1e308"};
  }
  if (text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos)
    return {fmt::format("{} is no number", shown), "this is xacro: run xacro first, and read what it writes"};
  if (is_nan_or_infinity(small)) return {fmt::format("{} is not a number that a machine can have", shown), ""};
  if (small.find("0x") != std::string::npos)
    return {fmt::format("{} is no decimal number", shown), "hexadecimal numbers are not read"};
  if (const std::size_t comma = text.find(','); comma != std::string_view::npos) {
    std::string point(text);
    point[comma] = '.';
    if (comma > 0 && comma + 1 < text.size() && read_decimal(point))
      return {fmt::format("{} is no number", shown),
              fmt::format("numbers have a decimal point, {}, and are parted by blanks", point)};
    return {fmt::format("{} is no number", shown), "numbers are parted by blanks, not by commas"};
  }
  if (small.find("pi") != std::string::npos)
    return {fmt::format("{} is no number", shown), "URDF has no formulas: pi is 3.141592653589793"};
  const std::size_t unit = text.find_first_not_of("+-.0123456789");
  if (unit != std::string_view::npos && unit > 0 && small.substr(unit) != "e" && read_decimal(text.substr(0, unit)) &&
      std::all_of(text.begin() + static_cast<std::ptrdiff_t>(unit), text.end(),
                  [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }))
    return {fmt::format("{} is no number", shown), std::string(kNoUnits)};
  if (text.find_first_of("*/()") != std::string_view::npos)
    return {fmt::format("{} is no number", shown), "URDF has no formulas: write the number itself"};
  return {fmt::format("{} is no number", shown), ""};
}

std::vector<Word> split_words(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t at = text.find_first_not_of(kNumberBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kNumberBlanks, at), text.size());
    words.push_back({text.substr(at, end - at), at});
    at = text.find_first_not_of(kNumberBlanks, end);
  }
  return words;
}

Expr to_decimal(Expr number) {
  const Rational value = number.rational();
  const double rounded = value.to_double();
  if (!std::isfinite(rounded)) return to_decimal(rounded);
  if (!std::isnormal(rounded)) return number;
  const long leading = static_cast<long>(std::floor(std::log10(std::abs(rounded))));
  const bool is_short = (value * power(Rational(10), 19 - leading)).is_integer();
  return is_short ? number : to_decimal(rounded);
}

Expr to_decimal(double number) {
  if (!std::isfinite(number))
    throw Error(ErrorCode::kUndefinedValue, "numbers of this file lead beyond the numbers that machines can have",
                "are there lengths, masses or inertias with a wrong exponent?");
  const std::optional<Rational> decimal = read_decimal(fmt::format("{}", number));
  return decimal ? Expr(*decimal) : Expr(Rational::from_double(number));
}

}  // namespace kinemate
