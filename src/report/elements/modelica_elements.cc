#include "report/elements/modelica_elements.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/text/modelica_text.h"
#include "expr/text/print.h"
#include "recursion/singular_column.h"
#include "report/elements/element_equations.h"
#include "report/elements/element_names.h"
#include "report/elements/link_frame.h"
#include "study/only_trees.h"
#include "study/singular.h"

namespace kinemate {
namespace {

constexpr std::size_t kLineWidth = 100;

using SymbolKind = ElementNames::Kind;

// "  Real a, b, c;" over as many lines as it takes
std::string declarations(std::string_view type, const std::vector<std::string>& names) {
  std::string text, line;
  for (const std::string& name : names) {
    if (!line.empty() && line.size() + name.size() > kLineWidth) {
      text += line + ";\n";
      line.clear();
    }
    line += line.empty() ? fmt::format("    {} {}", type, name) : ", " + name;
  }
  return line.empty() ? text : text + line + ";\n";
}

void refuse_unspecified(std::span<const Expr> formulas) {
  const std::vector<Expr> calls = unspecified_calls(formulas);
  if (!calls.empty())
    throw Error(ErrorCode::kFlattening,
                fmt::format("{} is an unspecified function, which Modelica has not", to_text(calls.front())),
                fmt::format("say what it is: --set \"{}($1) = ...\"", calls.front().name()));
}

class ElementsWriter {
 public:
  ElementsWriter(const Model& model, const std::vector<std::string>& bodies)
      : model_(model),
        kinematics_(compute_kinematics(model)),
        whole_(bodies.empty()),
        chosen_(model.bodies.size(), whole_) {
    require_tree(model_, kinematics_);
    if (const auto obstacle = find_obstacle(model_, kinematics_))
      throw Error(ErrorCode::kFlattening, fmt::format("the machine has no elements in connector form: {}", *obstacle));
    links_ = make_links(model_, kinematics_);
    system_ = make_formula_system(links_, choose_axes(links_, AxesRule::kTurned));
    if (whole_)
      if (const auto singular = find_lasting_singularity(model_, kinematics_, system_)) throw *singular;
    names_.emplace(model_, kinematics_);
    for (const std::string& name : bodies) chosen_[body_named(name)] = true;
    chosen_[kWorld] = whole_;
    root_ = find_root();
  }

  std::string write() {
    const std::string package = make_symbol_name(model_.name.empty() ? "machine" : model_.name) + "_elements";
    const std::string name = modelica_name(make_symbol(package));
    names_->unique("Interface"), names_->unique("World"), names_->unique("Machine"), names_->unique("Subsystem");
    std::string text = fmt::format(
        "package {} {}\n", name,
        modelica_string(fmt::format("{} in connector form", model_.name.empty() ? "A machine" : model_.name)));
    text += interface_text();
    const ElementMaker maker(links_, system_, kinematics_.bodies[kWorld], names_->all());
    if (whole_) add_world(maker, text);
    for (const TreeJoint& joint : kinematics_.tree.joints)
      if (chosen_[joint.child]) add_body(maker, joint, text);
    return text + system_text() + fmt::format("end {};\n", name);
  }

 private:
  struct Instance {
    std::size_t body;
    std::string name, of;
    std::vector<Expr> needs;                                 ///< symbols of the machine
    std::vector<std::pair<std::size_t, std::string>> rates;  ///< speeds and the variables that their accelerations are
  };

  // Bodies

  std::size_t body_named(const std::string& name) const {
    const std::size_t body = find_body(model_, name);
    if (body != kNone && body != kWorld) return body;
    std::vector<std::string_view> names;
    for (std::size_t b = 1; b < model_.bodies.size(); ++b) names.push_back(model_.bodies[b].name);
    const std::string near = nearest(name, names);
    throw Error(ErrorCode::kUnknownName, fmt::format("there is no body '{}'", name),
                near.empty() ? "" : fmt::format("did you mean {}?", near));
  }

  // The body whose joint is attached outside.
  std::size_t find_root() const {
    std::size_t root = kNone;
    for (const TreeJoint& joint : kinematics_.tree.joints) {
      if (whole_ || !chosen_[joint.child] || chosen_[joint.parent]) continue;
      if (root != kNone)
        throw Error(ErrorCode::kFlattening,
                    fmt::format("the bodies {} and {} do not hang together", model_.bodies[root].name,
                                model_.bodies[joint.child].name),
                    "a subsystem has one joint that leads into it");
      root = joint.child;
    }
    return root;
  }

  // Bodies that hang on this one.
  bool carries(std::size_t body) const {
    return std::any_of(kinematics_.tree.joints.begin(), kinematics_.tree.joints.end(),
                       [&](const TreeJoint& joint) { return joint.parent == body; });
  }
  bool carries_others(std::size_t body) const {
    return std::any_of(kinematics_.tree.joints.begin(), kinematics_.tree.joints.end(),
                       [&](const TreeJoint& joint) { return joint.parent == body && !chosen_[joint.child]; });
  }

  // The links from that of the parent, which is not among them, to that of the child.
  std::vector<std::size_t> chain_of(const TreeJoint& joint) const {
    std::vector<std::size_t> chain;
    const std::size_t end = links_.link_of[joint.parent];
    for (std::size_t at = links_.link_of[joint.child]; at != end; at = links_.links[at].carrier) chain.push_back(at);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  // Elements

  static std::string interface_text() {
    const InterfaceNames names = interface_names();
    const auto part = [&](const std::vector<std::string>& list, std::size_t first, std::size_t count) {
      return std::vector<std::string>(list.begin() + static_cast<std::ptrdiff_t>(first),
                                      list.begin() + static_cast<std::ptrdiff_t>(first + count));
    };
    std::string text = "  connector Interface \"a frame: motion and load, in its axes\"\n";
    text += "    // pose: axes and origin, in inertial axes\n" + declarations("Real", part(names.potentials, 0, 12));
    text += "    // twist: angular velocity, velocity\n" + declarations("Real", part(names.potentials, 12, 6));
    text += "    // acceleration: angular, linear less gravity\n" + declarations("Real", part(names.potentials, 18, 6));
    text += "    // the load is l - M x: its inertia, torque and force\n" + declarations("flow Real", names.flows);
    return text + "  end Interface;\n\n";
  }

  // With the body that the frame is on.
  std::string interface_declaration(std::string_view name, std::size_t body) const {
    const std::string on = body == kWorld ? "the world" : "body " + model_.bodies[body].name;
    const std::string frame = body == kWorld ? "" : link_frame_text(links_.links[links_.link_of[body]]);
    return fmt::format("    Interface {} {};\n", name,
                       modelica_string(fmt::format("on {}{}", on, frame.empty() ? "" : ", " + frame)));
  }

  void add_world(const ElementMaker& maker, std::string& text) {
    Instance instance{kWorld, names_->unique("world"), "World", {}, {}};
    text += "  model World \"the base: its motion, and gravity\"\n" + element_text(maker.make_world(), instance, true);
    instances_.push_back(std::move(instance));
  }

  void add_body(const ElementMaker& maker, const TreeJoint& joint, std::string& text) {
    const std::string& body = model_.bodies[joint.child].name;
    Instance instance{joint.child, names_->unique(body), "", {}, {}};
    instance.of = names_->unique("Body_" + body);
    const bool carrier = carries(joint.child);
    const ElementEquations equations = make_equations(maker, joint, carrier);
    text += fmt::format("  model {} {}\n", class_name(instance),
                        modelica_string(fmt::format("body {} with joint {}", body, model_.joints[joint.joint].name))) +
            interface_declaration(kPrimary, joint.parent);
    text += element_text(equations, instance, carrier);
    instances_.push_back(std::move(instance));
  }

  ElementEquations make_equations(const ElementMaker& maker, const TreeJoint& joint, bool carrier) const {
    try {
      return maker.make_body(chain_of(joint), carrier ? ElementMaker::Role::kCarrier : ElementMaker::Role::kLeaf);
    } catch (const SingularColumn& singular) {
      throw Error(
          ErrorCode::kSingularMass,
          fmt::format("the motion {} of body {} meets no inertia",
                      to_text(kinematics_.speeds[system_.speeds[singular.speed]]), model_.bodies[joint.child].name),
          "give mass or inertia to the body or to those that it carries");
    }
  }

  static std::string class_name(const Instance& instance) { return modelica_name(make_symbol(instance.of)); }
  static std::string instance_name(const Instance& instance) { return modelica_name(make_symbol(instance.name)); }

  // What stands behind the first line of an element.
  std::string element_text(const ElementEquations& element, Instance& instance, bool secondary) {
    std::vector<Expr> formulas;
    for (const ElementEquation& equation : element.equations) formulas.push_back(equation.right);
    for (const ElementAcceleration& rate : element.accelerations) formulas.push_back(rate.value);
    refuse_unspecified(formulas);
    std::string text = secondary ? interface_declaration(kSecondary, instance.body) : "";
    for (const auto& [kind, type] :
         {std::pair(SymbolKind::kParameter, "parameter Real"), std::pair(SymbolKind::kVariable, "input Real")}) {
      const std::vector<Expr> used = names_->used(formulas, kind);
      std::vector<std::string> list;
      for (Expr symbol : used) list.push_back(names_->name(symbol));
      text += declarations(type, list);
      instance.needs.insert(instance.needs.end(), used.begin(), used.end());
    }
    std::vector<std::string> outputs, variables;
    for (const ElementAcceleration& rate : element.accelerations) {
      outputs.push_back(names_->name(ElementNames::derivative_of(kinematics_.speeds[rate.speed])));
      instance.rates.emplace_back(rate.speed, outputs.back());
    }
    for (Expr variable : element.variables) variables.push_back(modelica_name(variable));
    text += declarations("output Real", outputs) + declarations("Real", variables) + "  equation\n";
    std::string group;
    for (const ElementEquation& equation : element.equations) {
      if (equation.group != group) text += fmt::format("    // {}\n", group = equation.group);
      text += fmt::format("    {} = {};\n", names_->name(equation.left), names_->formula(equation.right));
    }
    for (std::size_t i = 0; i < outputs.size(); ++i)
      text += fmt::format("    {} = {};\n", outputs[i], names_->formula(element.accelerations[i].value));
    return text + fmt::format("  end {};\n\n", class_name(instance));
  }

  // The model that connects them

  std::string system_text() {
    const char* const name = whole_ ? "Machine" : "Subsystem";
    std::string equations, interfaces;
    for (const TreeJoint& joint : kinematics_.tree.joints) {
      if (!chosen_[joint.child]) continue;
      const bool is_root = joint.child == root_;
      if (is_root) interfaces += interface_declaration(kPrimary, joint.parent);
      equations += fmt::format("    connect({}{}, {}.{});\n", is_root ? "" : instance_name(of_body(joint.parent)) + ".",
                               is_root ? kPrimary : kSecondary, instance_name(of_body(joint.child)), kPrimary);
      if (!carries_others(joint.child)) continue;
      const std::string outside =
          modelica_name(make_symbol(names_->unique(fmt::format("{}_{}", kSecondary, model_.bodies[joint.child].name))));
      interfaces += interface_declaration(outside, joint.child);
      equations += fmt::format("    connect({}.{}, {});\n", instance_name(of_body(joint.child)), kSecondary, outside);
    }
    std::string text = fmt::format("  model {}\n", name) + known_text() + states_text() + interfaces;
    for (const Instance& instance : instances_) text += instance_text(instance);
    return text + "  equation\n" + state_equations() + equations + fmt::format("  end {};\n", name);
  }

  const Instance& of_body(std::size_t body) const {
    return *std::find_if(instances_.begin(), instances_.end(), [&](const Instance& i) { return i.body == body; });
  }

  // Of the joints and, in the whole machine, of the loads: states with their rates.
  struct State {
    Expr symbol;
    Expr rate;
  };
  std::vector<State> states() const {
    std::vector<State> list;
    for (std::size_t i = 0; i < kinematics_.relations.size(); ++i) {
      if (!chosen_[kinematics_.tree.joints[i].child]) continue;
      const JointRelation& relation = kinematics_.relations[i];
      for (std::size_t k = 0; k < relation.symbols.size(); ++k)
        list.push_back({relation.symbols[k], relation.rates[k]});
    }
    if (!whole_) return list;
    for (const LoadElement& load : model_.loads)
      for (const LoadState& state : load.states)
        list.push_back({make_symbol(state.name), substitute(state.rate, kinematics_.resolution)});
    return list;
  }

  // The speeds of the bodies, which are states too.
  std::vector<Expr> own_speeds() const {
    std::vector<Expr> list;
    for (const Instance& instance : instances_)
      for (const auto& [speed, variable] : instance.rates) list.push_back(kinematics_.speeds[speed]);
    return list;
  }

  // All that the elements and the rates of states need; values of parameters may need others.
  std::vector<Expr> needed() const {
    std::vector<Expr> formulas;
    for (const State& state : states()) {
      formulas.push_back(state.rate);
      formulas.push_back(initial_value(model_, state.symbol));
    }
    for (Expr speed : own_speeds()) formulas.push_back(initial_value(model_, speed));
    for (const Instance& instance : instances_)
      formulas.insert(formulas.end(), instance.needs.begin(), instance.needs.end());
    refuse_unspecified(formulas);
    for (std::size_t before = 0; before != formulas.size();) {
      before = formulas.size();
      const std::vector<Expr> used = free_symbols(formulas);
      for (const Parameter& parameter : model_.parameters) {
        const bool is_used = std::find(used.begin(), used.end(), make_symbol(parameter.name)) != used.end();
        if (!is_used || !parameter.value ||
            std::find(formulas.begin(), formulas.end(), *parameter.value) != formulas.end())
          continue;
        formulas.push_back(*parameter.value);
      }
    }
    return formulas;
  }

  std::string known_text() const {
    const std::vector<Expr> formulas = needed();
    std::string text;
    for (Expr symbol : names_->used(formulas, SymbolKind::kParameter)) {
      const auto found = std::find_if(model_.parameters.begin(), model_.parameters.end(),
                                      [&](const Parameter& p) { return p.name == symbol.name(); });
      const bool declared = found != model_.parameters.end();
      text += fmt::format("    parameter Real {}{}{};\n", names_->name(symbol),
                          declared && found->value ? " = " + names_->formula(*found->value) : "",
                          declared && !found->remark.empty() ? " " + modelica_string(found->remark) : "");
    }
    std::unordered_set<Expr> own;
    for (const State& state : states()) own.insert(state.symbol);
    for (Expr speed : own_speeds()) own.insert(speed);
    std::vector<std::string> inputs;
    for (Expr symbol : names_->used(formulas, SymbolKind::kVariable))
      if (!own.contains(symbol)) inputs.push_back(names_->name(symbol));
    return text + declarations("input Real", inputs);
  }

  std::string states_text() const {
    std::string text;
    const auto add = [&](Expr symbol) {
      text += fmt::format("    Real {}(start = {});\n", names_->name(symbol),
                          names_->formula(initial_value(model_, symbol)));
    };
    for (const State& state : states()) add(state.symbol);
    for (Expr speed : own_speeds()) add(speed);
    return text;
  }

  std::string instance_text(const Instance& instance) const {
    std::vector<std::string> settings;
    for (Expr symbol : instance.needs) settings.push_back(fmt::format("{0} = {0}", names_->name(symbol)));
    return fmt::format("    {} {}{};\n", class_name(instance), instance_name(instance),
                       settings.empty() ? "" : fmt::format("({})", fmt::join(settings, ", ")));
  }

  std::string state_equations() const {
    std::string text;
    for (const State& state : states())
      text += fmt::format("    der({}) = {};\n", names_->name(state.symbol), names_->formula(state.rate));
    for (const Instance& instance : instances_)
      for (const auto& [speed, variable] : instance.rates)
        text += fmt::format("    der({}) = {}.{};\n", names_->name(kinematics_.speeds[speed]), instance_name(instance),
                            variable);
    return text;
  }

  const Model& model_;
  const Kinematics kinematics_;
  const bool whole_;
  std::vector<bool> chosen_;  ///< bodies
  std::size_t root_ = kNone;  ///< of a subsystem
  MachineLinks links_;
  FormulaSystem system_;
  std::optional<ElementNames> names_;
  std::vector<Instance> instances_;
};

}  // namespace

std::string write_modelica_elements(const Model& model, const std::vector<std::string>& bodies) {
  return ElementsWriter(model, bodies).write();
}

}  // namespace kinemate
