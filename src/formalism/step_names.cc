#include "formalism/step_names.h"

#include <cctype>
#include <map>

#include "model/formulas.h"

namespace kinemate {
namespace {

// As short as a name would be.
bool is_short(Expr formula) { return split_number(formula).rest.operand_count() == 0; }

}  // namespace

StepNames::StepNames(const Model& model, const MachineLinks& machine, Short brief) : brief_(brief) {
  for (const auto& [name, role] : symbol_roles(model)) taken_.insert(name);
  for (const std::string& name : undeclared_parameters(model)) taken_.insert(name);
  std::map<std::size_t, int> inside;  // a joint's links without a body, counted
  for (const MachineLink& link : machine.links) {
    std::string label = link.body != kNone ? model.bodies[link.body].name
                                           : model.joints[link.joint].name + std::to_string(++inside[link.joint]);
    for (char& c : label)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    if (std::isdigit(static_cast<unsigned char>(label.front()))) label = "b" + label;
    labels_.push_back(label);
  }
}

Expr StepNames::make_new(std::string name) {
  while (!taken_.insert(name).second) name += "_";
  return make_symbol(name);
}

void StepNames::name(const char* group, std::size_t link, const std::string& what, Expr& formula) {
  if (brief_ == Short::kStay && is_short(formula)) return;
  steps.push_back({group, make_new(labels_[link] + "_" + what), formula});
  formula = steps.back().symbol;
}

void StepNames::name(const char* group, std::size_t link, const std::string& what, Vector& v) {
  for (std::size_t k = 0; k < 3; ++k) name(group, link, what + "xyz"[k], v[k]);
}

}  // namespace kinemate
