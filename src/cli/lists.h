// Lists as arguments: parts between commas, and `name = formula` for a state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "study/given.h"

namespace kinemate {

/// The parts between any of `separators`; those inside brackets do not part.
std::vector<std::string> split_list(const std::string& text, std::string_view separators);

/// `q = 0.3, q' = 1; w(t) = 2` of several arguments; `source` is the name of the option. Throws Error with its place.
std::vector<Given> parse_given(const Model& model, const std::vector<std::string>& arguments,
                               const std::string& source);

/// A JSON object {"q": 0.3, "q'": "pi/4"}. Prints what is wrong with the file and throws Exit.
std::vector<Given> read_state_file(const Model& model, const std::string& path);

}  // namespace kinemate
