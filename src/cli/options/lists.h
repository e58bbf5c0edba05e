// Lists as arguments: parts between commas, and `name = formula` for a state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/text/parse.h"
#include "model/model.h"
#include "study/reduction/ranges.h"

namespace kinemate {

/// The parts between any of `separators`; those inside brackets do not part.
std::vector<std::string> split_list(const std::string& text, std::string_view separators);

/// The parts of several arguments between commas, without blanks around them; empty ones are left out.
std::vector<std::string> names_in(const std::vector<std::string>& arguments);

/// `q = 0.3, q' = 1; w(t) = 2` of several arguments; `source` is the name of the option. Throws Error with its place.
std::vector<Given> parse_given(const Model& model, const std::vector<std::string>& arguments,
                               const std::string& source);

/// `x = -1 .. 1, q' = 0 .. pi; w(t) = -2 .. 2` of several arguments. Throws Error with its place.
std::vector<GivenRange> parse_ranges(const std::vector<std::string>& arguments, const ParseOptions& options);

/// For what users write of a machine in an option called `source`.
ParseOptions parse_options(const Model& model, const std::string& source);

/// A JSON object {"q": 0.3, "q'": "pi/4"}. Prints what is wrong with the file and throws Exit.
std::vector<Given> read_state_file(const Model& model, const std::string& path);

}  // namespace kinemate
