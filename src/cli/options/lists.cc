#include "cli/options/lists.h"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "cli/verbs.h"
#include "expr/text/parse.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;

Json parse_json(const std::string& path, const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& wrong) {
    const auto* misread = dynamic_cast<const Json::parse_error*>(&wrong);
    const std::size_t byte = misread != nullptr && misread->byte > 0 ? misread->byte - 1 : 0;
    Error error(ErrorCode::kForeignFile,
                misread != nullptr ? "the state is no JSON" : "a number of the state is too large",
                "it is an object of names and values: {\"q1\": 0.3, \"q1'\": \"pi/4\"}");
    error.place = locate(path, text, std::min(byte, text.size()));
    throw error;
  }
}

std::vector<Given> read_state(const Model& model, const std::string& path) {
  const Json json = parse_json(path, read_text_file(path));
  if (!json.is_object())
    throw Error(ErrorCode::kForeignFile, fmt::format("{}: a state is an object of names and values", path),
                "for example {\"q1\": 0.3}");
  std::vector<Given> given;
  for (const auto& [name, value] : json.items()) {
    const Expr left = parse(name, parse_options(model, path));
    if (value.is_string()) {
      given.push_back({left, parse(value.get<std::string>(), parse_options(model, path))});
    } else if (value.is_number()) {
      given.push_back({left, make_real(value.get<double>())});
    } else {
      throw Error(ErrorCode::kForeignFile,
                  fmt::format("{}: the value of {} is neither a number nor a formula in quotes", path, name));
    }
  }
  return given;
}

}  // namespace

ParseOptions parse_options(const Model& model, const std::string& source) {
  return {.source = source, .functions = {model.functions.begin(), model.functions.end()}};
}

std::vector<std::string> split_list(const std::string& text, std::string_view separators) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (depth == 0 && separators.find(c) != std::string_view::npos) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<std::string> names_in(const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  for (const std::string& argument : arguments)
    for (std::string name : split_list(argument, ",;")) {
      name.erase(0, name.find_first_not_of(' '));
      name.erase(name.find_last_not_of(' ') + 1);
      if (!name.empty()) names.push_back(name);
    }
  return names;
}

std::vector<Given> parse_given(const Model& model, const std::vector<std::string>& arguments,
                               const std::string& source) {
  std::vector<Given> given;
  for (const std::string& argument : arguments) {
    for (const std::string& part : split_list(argument, ",;")) {
      if (part.find_first_not_of(" \t\n") == std::string::npos) continue;
      const std::size_t equals = part.find('=');
      if (equals == std::string::npos)
        throw Error(ErrorCode::kOptionValue, fmt::format("{}: expected name = value, found '{}'", source, part),
                    "for example q1 = pi/4");
      const ParseOptions options = parse_options(model, source);
      given.push_back({parse(part.substr(0, equals), options), parse(part, options, equals + 1)});
    }
  }
  return given;
}

std::vector<GivenRange> parse_ranges(const std::vector<std::string>& arguments, const ParseOptions& options) {
  std::vector<GivenRange> ranges;
  for (const std::string& argument : arguments) {
    for (const std::string& part : split_list(argument, ",;")) {
      if (part.find_first_not_of(" \t\n") == std::string::npos) continue;
      const std::size_t equals = part.find('='), dots = part.find("..");
      if (equals == std::string::npos || dots == std::string::npos || dots < equals)
        throw Error(ErrorCode::kOptionValue,
                    fmt::format("{}: expected name = low .. high, found '{}'", options.source, part),
                    "for example \"q1 = -pi/4 .. pi/4, speeds = -2 .. 2\"");
      ranges.push_back({parse(part.substr(0, equals), options), parse(part.substr(0, dots), options, equals + 1),
                        parse(part, options, dots + 2)});
    }
  }
  return ranges;
}

std::vector<Given> read_state_file(const Model& model, const std::string& path) {
  try {
    return read_state(model, path);
  } catch (const Error& error) {
    if (error.kind == Error::Kind::kFileSystem) throw;
    std::cerr << render(error);
    throw Exit{kWrongFile};
  }
}

}  // namespace kinemate
