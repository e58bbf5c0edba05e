#include "sim/results/number.h"

#include <charconv>
#include <cmath>

namespace kinemate {

void append_decimal(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "nan";  // its sign means nothing
  } else if (value == 0 && std::signbit(value)) {
    text += "-0.0";  // -0 is the integer 0 to many readers
  } else {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
}

}  // namespace kinemate
