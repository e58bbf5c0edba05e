// What a model file may look like: one table, from which the structure of files is checked and the JSON Schema is made.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model_io/mistakes.h"

namespace kinemate {

struct Shape;

struct Field {
  std::string_view key;
  const Shape* shape;
  std::string_view remark;  ///< what it is, for the schema
  bool required = false;
};

/// A type of element: joints, loads and constraints differ by their `type`.
struct TypedFields {
  std::string_view type;
  std::vector<Field> fields;
};

struct Shape {
  enum class Kind {
    kFormula,  ///< a scalar
    kName,     ///< a scalar that names something
    kText,
    kNothing,  ///< an empty value
    kWord,     ///< one of some words
    kList,     ///< of items of one shape
    kTuple,    ///< of items of given shapes
    kMap,      ///< from names to values of one shape
    kObject,   ///< known keys
    kTyped,    ///< known keys, by the value of `type`
    kEither    ///< one of several shapes
  };

  std::string_view name;  ///< in the schema; empty: written in place
  std::string_view what;  ///< "a formula"
  Kind kind;
  std::vector<std::string_view> words = {};
  std::vector<const Shape*> parts = {};  ///< item of a list or value of a map; items of a tuple; alternatives
  std::size_t least = 0;                 ///< items of a list
  std::size_t most = ~std::size_t{0};
  std::vector<Field> fields = {};       ///< of an object, and of all types of a typed one
  std::vector<TypedFields> types = {};  ///< of a typed object
};

/// The whole file.
const Shape& model_shape();

/// Adds what is wrong with the structure of a node: unknown and missing keys, wrong kinds of values, wrong lengths,
/// formulas and numbers that are cut at a comma. Nodes that tell nothing after that are marked.
void check_structure(const Document& document, const YamlNode& node, const Shape& shape, Mistakes& mistakes);

/// The JSON Schema of the model file.
std::string json_schema();

}  // namespace kinemate
