#include "model_io/modelica/instances.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "expr/substitute.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostParts = 500'000;  // instances and scalars: a short file can ask for any number

// What a declaration says of a member of its component.
struct Override {
  Expr symbol;
  ModelicaFormula formula;
  std::size_t offset = 0;
  bool used = false;
};

class Instantiation {
 public:
  Instantiation(const std::vector<ModelicaClass>& classes, ModelicaNotes& notes) : classes_(classes), notes_(notes) {
    for (const ModelicaClass& c : classes_) by_name_.emplace(c.name, &c);
  }

  ModelicaInstances make(const ModelicaClass& top) {
    result_.instances.push_back({&top, "", 0, top.damaged});
    stack_ = {{0}};
    while (!stack_.empty()) {
      const std::size_t instance = stack_.back().instance;
      const ModelicaClass& of = *result_.instances[instance].of;
      if (stack_.back().next == of.components.size()) {
        stack_.pop_back();
        continue;
      }
      const ModelicaComponent& component = of.components[stack_.back().next++];
      if (result_.scalars.size() + result_.instances.size() >= kMostParts) {
        notes_.add(component.name.offset, ErrorCode::kModelica,
                   fmt::format("the model has more than {} variables", kMostParts));
        break;
      }
      if (component.is_scalar()) {
        add_scalar(component, instance);
      } else {
        add_instance(component, instance);
      }
    }
    for (const Override& one : overrides_)
      if (!one.used && !result_.instances[0].lost)
        notes_.add(one.offset, ErrorCode::kUnknownName,
                   fmt::format("there is no {} that could be set", to_text(one.symbol)));
    return std::move(result_);
  }

 private:
  struct Frame {
    std::size_t instance;
    std::size_t next = 0;  ///< component
  };

  void add_scalar(const ModelicaComponent& component, std::size_t instance) {
    const ModelicaInstance& in = result_.instances[instance];
    ModelicaScalar scalar{&component, instance, in.global(component.name.symbol()), std::nullopt, std::nullopt};
    const auto found = override_of_.find(scalar.symbol);
    if (found != override_of_.end()) {
      overrides_[found->second].used = true;
      scalar.value = overrides_[found->second].formula;
    } else if (component.value) {
      scalar.value = in.global(*component.value);
    }
    if (component.start) scalar.start = in.global(*component.start);
    result_.scalars.push_back(std::move(scalar));
  }

  void add_instance(const ModelicaComponent& component, std::size_t parent) {
    const ModelicaClass* const inner = find_class(component, *result_.instances[parent].of);
    const bool contains_itself = std::any_of(stack_.begin(), stack_.end(), [&](const Frame& frame) {
      return result_.instances[frame.instance].of == inner;
    });
    if (contains_itself)
      notes_.add(component.type_offset, ErrorCode::kCircle, fmt::format("{} contains itself", inner->name));
    if (inner == nullptr || contains_itself) {
      result_.instances[parent].lost = result_.instances[0].lost = true;
      return;
    }
    const std::string path = result_.instances[parent].prefix + component.name.text;
    for (const ModelicaComponent::Setting& setting : component.settings) {
      const Expr symbol = make_symbol(path + "." + setting.name.text, setting.name.primes);
      // what a declaration further out says comes first
      if (!override_of_.emplace(symbol, overrides_.size()).second) continue;
      overrides_.push_back({symbol, result_.instances[parent].global(setting.formula), setting.name.offset});
    }
    if (!result_.by_path.emplace(path, result_.instances.size()).second)
      notes_.add(component.name.offset, ErrorCode::kNameTaken, fmt::format("{} is declared twice", path));
    stack_.push_back({result_.instances.size()});
    result_.instances.push_back({inner, path + ".", parent, inner->damaged});
    if (inner->damaged) result_.instances[0].lost = true;
  }

  // In the class itself, in the packages around it, in the file.
  const ModelicaClass* find_class(const ModelicaComponent& component, const ModelicaClass& from) {
    for (std::string scope = from.name + ".";;) {
      const auto found = by_name_.find(scope + component.type);
      if (found != by_name_.end() && found->second->kind != "package") return found->second;
      if (scope.empty()) break;
      const std::size_t dot = scope.size() < 2 ? std::string::npos : scope.rfind('.', scope.size() - 2);
      scope.resize(dot == std::string::npos ? 0 : dot + 1);
    }
    std::vector<std::string_view> names = {"Real"};
    for (const ModelicaClass& c : classes_)
      if (c.kind != "package") names.push_back(c.name);
    const std::string near = nearest(component.type, names);
    notes_.add(component.type_offset, ErrorCode::kUnknownName, fmt::format("there is no class {}", component.type),
               near.empty() ? "variables are Real; other classes stand in the same file"
                            : fmt::format("did you mean {}?", near));
    return nullptr;
  }

  const std::vector<ModelicaClass>& classes_;
  ModelicaNotes& notes_;
  std::unordered_map<std::string, const ModelicaClass*> by_name_;
  std::vector<Frame> stack_;
  std::vector<Override> overrides_;
  std::unordered_map<Expr, std::size_t> override_of_;
  ModelicaInstances result_;
};

}  // namespace

Expr ModelicaInstance::global(Expr symbol) const {
  if (prefix.empty() || is_modelica_time(symbol)) return symbol;
  return make_symbol(prefix + std::string(symbol.name()), symbol.primes());
}

ModelicaFormula ModelicaInstance::global(const ModelicaFormula& formula) const {
  if (prefix.empty()) return formula;
  ModelicaFormula result = formula;
  Substitution names;
  for (ModelicaUse& use : result.uses) {
    const Expr symbol = global(use.symbol);
    names.symbols.emplace(use.symbol, symbol);
    use.symbol = symbol;
  }
  result.value = substitute(formula.value, names);
  return result;
}

ModelicaInstances make_modelica_instances(const std::vector<ModelicaClass>& classes, const ModelicaClass& top,
                                          ModelicaNotes& notes) {
  return Instantiation(classes, notes).make(top);
}

}  // namespace kinemate
