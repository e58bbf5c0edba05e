// Numbers, comments and strings of C out of any numbers and texts.
#pragma once

#include <string>
#include <string_view>

namespace kinemate {

/// The shortest text that reads back as the same double, with a point or an exponent; NAN and INFINITY of math.h where
/// it is not finite. A negative number begins with its sign.
std::string c_number(double number);

/// Text that may stand within /* */: one line, no end or beginning of a comment, no trigraph, UTF-8 without signs that
/// turn the direction of writing.
std::string c_comment(std::string_view text);

/// A string with its quotes, in ASCII alone, cut after about a thousand characters; % stands for itself, as for %s.
std::string c_string(std::string_view text);

}  // namespace kinemate
