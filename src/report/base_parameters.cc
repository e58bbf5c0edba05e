#include "report/base_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "expr/text/print.h"
#include "report/elements/link_frame.h"
#include "report/words.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;
using Reason = RemovedParameter::Reason;

std::vector<std::string> removed_for(const BaseParameters& parameters, Reason reason) {
  std::vector<std::string> names;
  for (const RemovedParameter& removed : parameters.removed)
    if (removed.reason == reason) names.push_back(to_text(removed.symbol));
  return names;
}

std::string_view reason_word(Reason reason) {
  switch (reason) {
    case Reason::kRegrouped: return "regrouped";
    case Reason::kWithoutEffect: return "without effect";
    case Reason::kDependent: return "dependent";
  }
  return "";
}

std::vector<std::string> without_effect(const BaseParameters& parameters) {
  std::vector<std::string> names;
  for (Expr symbol : parameters_without_effect(parameters)) names.push_back(to_text(symbol));
  return names;
}

}  // namespace

std::string base_parameters_text(const Model& model, const MachineParameters& machine) {
  const BaseParameters& parameters = machine.parameters;
  const std::vector<std::optional<double>> values = values_of(model, parameters);
  const std::vector<std::string> dependent = removed_for(parameters, Reason::kDependent);
  std::string page =
      fmt::format("{}: {} of the {} of {}, found by rules{}\n", model.name,
                  counted(parameters.base.size(), "base parameter", "base parameters"), parameters.standard.size(),
                  counted(parameters.standard.size() / kParameterCount, "body", "bodies"),
                  dependent.empty() ? "" : " and by numbers at random states");
  page += "  m mass, c mass times centre, I inertia, in a frame at the joint with z along its axis; R: regrouped\n";
  std::size_t width = 0;
  for (const BaseParameter& base : parameters.base) width = std::max(width, to_text(base.symbol).size());
  std::size_t link = kNone;
  for (std::size_t i = 0; i < parameters.base.size(); ++i) {
    const BaseParameter& base = parameters.base[i];
    if (base.link != link) {
      link = base.link;
      const MachineLink& of = machine.links.links[link];
      const std::string frame = link_frame_text(of);
      page += fmt::format("{}{}\n", model.bodies[of.body].name, frame.empty() ? "" : ": frame " + frame);
    }
    const std::string symbol = to_text(base.symbol), formula = regrouped_text(parameters, base);
    const std::string value = values[i] ? fmt::format("{:.6g}", *values[i] + 0.0) : "";
    page += formula == symbol ? fmt::format("  {:<{}}  {}", symbol, width, value)
                              : fmt::format("  {:<{}}  {:<12} = {}", symbol, width, value, formula);
    while (page.ends_with(' ')) page.pop_back();
    page += "\n";
  }
  return page + line("no effect", without_effect(parameters)) + line("by numbers", dependent);
}

std::string base_parameters_json(const Model& model, const MachineParameters& machine) {
  const BaseParameters& parameters = machine.parameters;
  const std::vector<std::optional<double>> values = values_of(model, parameters);
  Json json = {{"name", model.name}, {"standard", Json::array()}, {"base", Json::array()}};
  for (const StandardParameter& standard : parameters.standard)
    json["standard"].push_back({{"name", to_text(standard.symbol)},
                                {"body", model.bodies[standard.body].name},
                                {"parameter", kParameterNames[standard.parameter]},
                                {"value", to_text(standard.value)}});
  for (std::size_t i = 0; i < parameters.base.size(); ++i) {
    const BaseParameter& base = parameters.base[i];
    Json terms = Json::array();
    for (const auto& [factor, symbols] : regrouped_terms(parameters, base))
      for (Expr symbol : symbols) terms.push_back({{"parameter", to_text(symbol)}, {"factor", to_text(factor)}});
    json["base"].push_back({{"name", to_text(base.symbol)},
                            {"body", model.bodies[machine.links.links[base.link].body].name},
                            {"formula", regrouped_text(parameters, base)},
                            {"terms", terms},
                            {"value", values[i] ? Json(*values[i]) : Json()}});
  }
  json["without_effect"] = without_effect(parameters);
  json["removed"] = Json::array();
  for (const RemovedParameter& removed : parameters.removed)
    json["removed"].push_back({{"name", to_text(removed.symbol)}, {"reason", reason_word(removed.reason)}});
  return json.dump(2) + "\n";
}

}  // namespace kinemate
