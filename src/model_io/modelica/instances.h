// Components of a model, and their components, down to scalars: each with its name in the whole model.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model_io/mistakes.h"
#include "model_io/modelica/class.h"

namespace kinemate {

/// Mistakes of a Modelica file. Each place is told once, however often its class is used.
class ModelicaNotes {
 public:
  explicit ModelicaNotes(std::vector<TextNote>& notes) : notes_(notes) {}

  void add(std::size_t offset, ErrorCode code, std::string message, std::string hint = {}) {
    if (told_.insert(offset).second && notes_.size() <= kMostMistakes)
      notes_.push_back({offset, code, std::move(message), std::move(hint)});
  }

 private:
  std::vector<TextNote>& notes_;
  std::unordered_set<std::size_t> told_;
};

/// The model itself, or a component of it that is no scalar.
struct ModelicaInstance {
  const ModelicaClass* of = nullptr;
  std::string prefix;      ///< of its members' names: "arm.joint."; empty: the model itself
  std::size_t parent = 0;  ///< the instance it stands in
  bool lost = false;       ///< not all its declarations are understood: names may be missing

  bool is_connector() const { return of->kind == "connector"; }
  /// A name in its class as a name in the model; `time` is the same everywhere.
  Expr global(Expr symbol) const;
  /// The same for all that stands in a formula.
  ModelicaFormula global(const ModelicaFormula& formula) const;
};

struct ModelicaScalar {
  const ModelicaComponent* component = nullptr;
  std::size_t instance = 0;
  Expr symbol;                           ///< in the whole model, as in the formulas
  std::optional<ModelicaFormula> value;  ///< its own, or what a declaration around it sets
  std::optional<ModelicaFormula> start;
};

/// In the order of the declarations, instances before what stands in them.
struct ModelicaInstances {
  std::vector<ModelicaInstance> instances;
  std::vector<ModelicaScalar> scalars;
  std::unordered_map<std::string, std::size_t> by_path;  ///< instances
};

inline bool is_modelica_time(Expr symbol) { return symbol.name() == "time" && symbol.primes() == 0; }

/// REQUIRES: `top` is one of the classes.
ModelicaInstances make_modelica_instances(const std::vector<ModelicaClass>& classes, const ModelicaClass& top,
                                          ModelicaNotes& notes);

}  // namespace kinemate
