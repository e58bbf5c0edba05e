#include "model_io/modelica/flatten.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "expr/text/print.h"
#include "model_io/flat/names.h"
#include "model_io/modelica/connections.h"

namespace kinemate {
namespace {

using ModelicaRole = ModelicaComponent::Role;

// Keeps the bytes of the file where things stand beside them.
class Flattener {
 public:
  Flattener(ModelicaInstances parts, std::string_view text, ModelicaNotes& notes)
      : parts_(std::move(parts)), notes_(notes), lines_(text) {}

  ModelicaSystem flatten() {
    declare();
    for (const ModelicaScalar& scalar : parts_.scalars)
      if (scalar.value && !is_known(scalar)) add_declaration(scalar);
    for (const ModelicaInstance& instance : parts_.instances) add_equations(instance);
    for (ModelicaConnectionEquation& equation : make_connection_equations(parts_, notes_))
      add_equation(std::move(equation.name), equation.left, equation.right, equation.offset);
    find_states();
    add_variables();
    for (const ModelicaUse& use : uses_) check_use(use);
    check_values();
    return std::move(result_);
  }

 private:
  // Inputs of components may have values that follow from the equations.
  bool is_known(const ModelicaScalar& scalar) const {
    if (scalar.component->role == ModelicaRole::kParameter) return true;
    if (scalar.component->role != ModelicaRole::kInput) return false;
    return scalar.instance == 0 || (!scalar.value && !parts_.instances[scalar.instance].is_connector());
  }

  void declare() {
    for (const ModelicaScalar& scalar : parts_.scalars) {
      const std::size_t offset = scalar.component->name.offset;
      const auto first = names_.declare(
          scalar.symbol, {is_known(scalar) ? FlatNames::Role::kKnown : FlatNames::Role::kUnknown, offset});
      if (first)
        notes_.add(offset, ErrorCode::kModelicaSubset, fmt::format("{} is declared twice", to_text(scalar.symbol)),
                   fmt::format("the first is in line {}", lines_.find(first->offset)));
      components_.emplace(scalar.symbol, scalar.component);
    }
    for (const ModelicaInstance& instance : parts_.instances) lost_ = lost_ || instance.lost;
  }

  // Equations

  void add_equation(std::string name, Expr left, Expr right, std::size_t offset) {
    std::vector<FlatEquation>& equations = result_.system.equations;
    if (name.empty()) name = fmt::format("equation {}", equations.size() + 1);
    equations.push_back({std::move(name), left, right, std::nullopt});
    result_.equation_offsets.push_back(offset);
  }

  void add_declaration(const ModelicaScalar& scalar) {
    uses_.insert(uses_.end(), scalar.value->uses.begin(), scalar.value->uses.end());
    add_equation(fmt::format("declaration of {}", to_text(scalar.symbol)), scalar.symbol, scalar.value->value,
                 scalar.component->name.offset);
  }

  void add_equations(const ModelicaInstance& instance) {
    for (const ModelicaEquation& equation : instance.of->equations) {
      const ModelicaFormula left = instance.global(ModelicaFormula{equation.left, equation.uses});
      const ModelicaFormula right = instance.global(ModelicaFormula{equation.right, equation.uses});
      uses_.insert(uses_.end(), left.uses.begin(), left.uses.end());
      const bool plain = equation.name.empty() || instance.prefix.empty();
      add_equation(plain ? equation.name
                         : fmt::format("{}: {}", instance.prefix.substr(0, instance.prefix.size() - 1), equation.name),
                   left.value, right.value, equation.offset);
    }
  }

  // Variables

  // A variable with der(der(x)) is known with its first derivative; the second one is not.
  void find_states() {
    for (const ModelicaUse& use : uses_) {
      if (use.derivatives == 0) continue;
      const Expr variable = make_symbol(use.symbol.name(), use.symbol.primes() - use.derivatives);
      const auto found = components_.find(variable);
      if (found != components_.end() && found->second->role != ModelicaRole::kVariable) {
        const bool input = found->second->role == ModelicaRole::kInput;
        notes_.add(
            use.offset, ErrorCode::kModelicaSubset,
            fmt::format("{} is {}: it has no derivative here", to_text(variable), input ? "an input" : "a parameter"),
            input ? "declare its derivative as another input" : "");
        continue;
      }
      int& order = orders_[variable];
      order = std::max(order, use.derivatives);
    }
  }

  void add_variables() {
    for (const ModelicaScalar& scalar : parts_.scalars) {
      const ModelicaComponent& component = *scalar.component;
      const std::size_t offset = component.name.offset;
      const std::optional<ModelicaFormula>& example = scalar.value ? scalar.value : scalar.start;
      const std::optional<Expr> value = example ? std::optional(example->value) : std::nullopt;
      if (is_known(scalar)) {
        add_known({scalar.symbol, value, component.remark, component.role == ModelicaRole::kInput, std::nullopt},
                  offset);
        if (example) value_uses_.push_back(&scalar);
        continue;
      }
      const auto order = orders_.find(scalar.symbol);
      if (order == orders_.end()) {
        add_unknown({scalar.symbol, component.remark, std::nullopt}, offset);
      } else {
        add_state(scalar, order->second);
      }
    }
    const bool time =
        std::any_of(uses_.begin(), uses_.end(), [](const ModelicaUse& use) { return is_modelica_time(use.symbol); });
    if (time && !names_.declare(make_symbol("time"), {FlatNames::Role::kKnown, 0}))
      add_known({make_symbol("time"), std::nullopt, "", true, std::nullopt}, 0);
  }

  void add_state(const ModelicaScalar& scalar, int order) {
    const ModelicaComponent& component = *scalar.component;
    const std::size_t offset = component.name.offset;
    for (int k = 0; k <= order; ++k) {
      const Expr symbol = make_symbol(scalar.symbol.name(), scalar.symbol.primes() + k);
      const FlatNames::Role role = k < order ? FlatNames::Role::kKnown : FlatNames::Role::kUnknown;
      // a name with primes in quotes may have been declared by itself
      if (k > 0 && names_.declare(symbol, {role, offset})) continue;
      names_.set_role(symbol, role);
      const std::string meaning = k == 0 ? component.remark : "";
      const std::optional<Expr> start = k == 0 && scalar.start ? std::optional(scalar.start->value) : std::nullopt;
      if (k < order) {
        add_known({symbol, start, meaning, true, std::nullopt}, offset);
      } else {
        add_unknown({symbol, meaning, std::nullopt}, offset);
      }
    }
    if (scalar.start) start_uses_.insert(start_uses_.end(), scalar.start->uses.begin(), scalar.start->uses.end());
  }

  void add_known(FlatKnown known, std::size_t offset) {
    result_.system.known.push_back(std::move(known));
    result_.known_offsets.push_back(offset);
  }

  void add_unknown(FlatUnknown unknown, std::size_t offset) {
    result_.system.unknowns.push_back(std::move(unknown));
    result_.unknown_offsets.push_back(offset);
  }

  // Checks

  void check_use(const ModelicaUse& use) {
    if (lost_ || is_modelica_time(use.symbol) || names_.find(use.symbol) || !names_.miss(use.symbol)) return;
    const bool pi = use.symbol.name() == "pi";
    notes_.add(use.offset, ErrorCode::kUnknownName, fmt::format("{} is not declared", to_text(use.symbol)),
               pi ? "write Modelica.Constants.pi" : names_.suggest(use.symbol));
  }

  void check_values() {
    for (const ModelicaScalar* scalar : value_uses_) {
      for (const ModelicaUse& use : (scalar->value ? scalar->value : scalar->start)->uses) {
        const auto declared = names_.find(use.symbol);
        if (declared && declared->role == FlatNames::Role::kUnknown) {
          notes_.add(use.offset, ErrorCode::kModelicaSubset,
                     fmt::format("the value of {} holds {}, an unknown", to_text(scalar->symbol), to_text(use.symbol)),
                     "values are formulas of parameters");
        } else {
          check_use(use);
        }
      }
    }
    for (const ModelicaUse& use : start_uses_) check_use(use);
    const std::vector<FlatKnown>& known = result_.system.known;
    const std::vector<std::size_t> circle = known_in_circles(known);
    if (circle.empty()) return;
    std::vector<std::string> circle_names;
    for (std::size_t i : circle) circle_names.push_back(to_text(known[i].symbol));
    notes_.add(result_.known_offsets[circle[0]], ErrorCode::kCircle,
               fmt::format("the values of parameters run in a circle: {}", fmt::join(circle_names, ", ")),
               "give one of them a number, or leave it open");
  }

  const ModelicaInstances parts_;
  ModelicaNotes& notes_;
  LineNumbers lines_;
  FlatNames names_;
  bool lost_ = false;  ///< some names are not known, since their class is not
  std::unordered_map<Expr, const ModelicaComponent*> components_;
  std::unordered_map<Expr, int> orders_;  ///< the highest derivative of each state
  std::vector<ModelicaUse> uses_, start_uses_;
  std::vector<const ModelicaScalar*> value_uses_;
  ModelicaSystem result_;
};

}  // namespace

ModelicaSystem flatten_modelica(const std::vector<ModelicaClass>& classes, std::string_view text,
                                std::vector<TextNote>& notes) {
  const auto top = std::find_if(classes.rbegin(), classes.rend(),
                                [](const ModelicaClass& c) { return c.kind != "package" && c.kind != "connector"; });
  if (top == classes.rend()) {
    if (notes.empty())
      notes.push_back(
          {0, ErrorCode::kModelica, "there is no model in this file", "equations stand in: model NAME ... end NAME;"});
    return {};
  }
  ModelicaNotes once(notes);
  ModelicaSystem result = Flattener(make_modelica_instances(classes, *top, once), text, once).flatten();
  result.system.name = top->name;
  if (notes.empty() && result.system.equations.empty())
    notes.push_back({top->offset, ErrorCode::kModelica, fmt::format("model {} has no equations", top->name), ""});
  return result;
}

}  // namespace kinemate
