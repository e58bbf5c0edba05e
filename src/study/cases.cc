#include "study/cases.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"

namespace kinemate {
namespace {

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The name on the left of an assignment, without arguments.
std::string_view stem(std::string_view assignment) {
  return trim(assignment.substr(0, assignment.find_first_of("(=")));
}

// At commas and semicolons that stand in no brackets.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  int open = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++open;
    if (text[i] == ')') --open;
    if (open > 0 || (text[i] != ',' && text[i] != ';')) continue;
    parts.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(trim(text.substr(begin)));
  std::erase(parts, "");
  return parts;
}

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw Error(ErrorCode::kSetting, fmt::format("--case {}: {}", text, why),
              "write the name of a case of the file, or: name: m3 = 0, fu(t) = sin(t), or: name of forces: k = 0");
}

}  // namespace

std::vector<DerivedCase> derive_cases(const Model& model, const ParameterChoice& choice,
                                      std::span<const SpecialCase> cases, const RequestOf& request,
                                      const Progress& progress, CaseExtent extent) {
  std::vector<DerivedCase> derived;
  Model general = specialise(model, choice);
  Derivation derivation = derive(general, request(general), progress);
  derived.push_back({{}, std::move(general), std::move(derivation)});
  for (const SpecialCase& special : cases) {
    progress(fmt::format("case {}", special.name));
    ParameterChoice besides = choose(special);
    for (const std::string& set : choice.set)  // a case wins over what is set for all
      if (std::none_of(special.settings.begin(), special.settings.end(),
                       [&](const SpecialCase::Setting& setting) { return stem(setting.name) == stem(set); }))
        besides.set.push_back(set);
    besides.keep = choice.keep;
    if (besides.keep)
      std::erase_if(*besides.keep, [&](const std::string& name) {
        return std::any_of(special.settings.begin(), special.settings.end(),
                           [&](const SpecialCase::Setting& setting) { return setting.name == name; });
      });
    Model changed = specialise(model, besides);
    DerivationRequest wanted = request(changed);
    if (extent == CaseExtent::kItsPart) wanted.part = special.scope;
    derivation = derive(changed, wanted, [](const std::string&) {});
    derived.push_back({special, std::move(changed), std::move(derivation)});
  }
  return derived;
}

const SpecialCase& find_case(const Model& model, const std::string& name) {
  std::vector<std::string_view> names;
  for (const SpecialCase& special : model.cases) {
    if (special.name == name) return special;
    names.push_back(special.name);
  }
  if (names.empty())
    throw Error(ErrorCode::kUnknownName, fmt::format("--case {}: the machine has no cases", name),
                "add cases: to the file, or write one here: \"name: m3 = 0, fu(t) = sin(t)\"");
  const std::string near = nearest(name, names);
  throw Error(
      ErrorCode::kUnknownName, fmt::format("--case {}: the machine has no such case", name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

SpecialCase parse_case(const std::string& text) {
  const std::size_t colon = text.find(':');
  SpecialCase special;
  std::string_view head = trim(std::string_view(text).substr(0, colon));
  if (const std::size_t of = head.rfind(" of "); of != std::string_view::npos) {
    const std::string_view part = trim(head.substr(of + 4));
    const auto known = std::find(std::begin(kScopeNames), std::end(kScopeNames), part);
    if (known == std::end(kScopeNames)) refuse(text, fmt::format("'{}' is none of all, inertia, forces", part));
    special.scope = static_cast<SpecialCase::Scope>(known - std::begin(kScopeNames));
    head = trim(head.substr(0, of));
  }
  special.name = head;
  if (special.name.empty()) refuse(text, "the case has no name");
  for (std::string_view part :
       split(std::string_view(text).substr(colon == std::string::npos ? text.size() : colon + 1))) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) refuse(text, fmt::format("'{}' is no assignment", part));
    special.settings.push_back({std::string(trim(part.substr(0, equals))), std::string(trim(part.substr(equals + 1)))});
  }
  if (special.settings.empty()) refuse(text, "nothing is set");
  return special;
}

}  // namespace kinemate
