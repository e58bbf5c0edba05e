// Classes of a Modelica file as they are written: declarations, equations, connections. Nothing is looked up yet.
//
// What is read: packages, models, blocks, classes and connectors; declarations of Real and of other classes with
// modifications; equations and connections. Everything else of Modelica is refused by its name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model_io/modelica/expression.h"

namespace kinemate {

/// A formula with the symbols that stand in it, by their names in its class.
struct ModelicaFormula {
  Expr value;
  std::vector<ModelicaUse> uses;
};

struct ModelicaComponent {
  enum class Role { kVariable, kParameter, kInput };
  struct Setting {  ///< of a component's member: m = 2
    ModelicaName name;
    ModelicaFormula formula;
  };

  ModelicaName name;
  std::string type;  ///< as written; of scalars: Real, Integer, Boolean
  std::size_t type_offset = 0;
  Role role = Role::kVariable;
  bool flow = false;
  std::optional<ModelicaFormula> start;  ///< of a scalar
  std::optional<ModelicaFormula> value;  ///< behind =
  std::vector<Setting> settings;         ///< of a component that is no scalar
  std::string remark;

  bool is_scalar() const { return type == "Real" || type == "Integer" || type == "Boolean"; }
};

struct ModelicaEquation {
  std::string name;  ///< its comment; may be empty
  Expr left, right;
  std::vector<ModelicaUse> uses;
  std::size_t offset = 0;
};

struct ModelicaConnection {
  ModelicaName first, second;
};

struct ModelicaClass {
  std::string kind;  ///< model, block, class, connector, package
  std::string name;  ///< with the packages around it: P.Q
  std::string remark;
  std::size_t offset = 0;
  bool damaged = false;  ///< some declarations could not be read
  std::vector<ModelicaComponent> components;
  std::vector<ModelicaEquation> equations;
  std::vector<ModelicaConnection> connections;
};

/// The classes of a file in the order in which they end. Mistakes are added to `notes`; reading goes on behind them.
std::vector<ModelicaClass> read_modelica_classes(std::string_view text, std::vector<TextNote>& notes);

}  // namespace kinemate
