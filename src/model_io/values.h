// Values of a model file: formulas, vectors, axes, rotations, with units. Nothing throws for a user's mistake; each is
// added to the list and reading goes on with an unknown value.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "expr/substitute.h"
#include "expr/text/parse.h"
#include "model/model.h"
#include "model_io/mistakes.h"

namespace kinemate {

/// What stands for a value that is wrong, so that nothing is concluded from it: an open parameter that no file can
/// name.
Expr unknown();

struct EquationSides {
  Expr left, right;
};

class ValueReader {
 public:
  /// Both outlive it. REQUIRES: check_structure has been through the document.
  ValueReader(const Document& document, Mistakes& mistakes) : document_(document), mistakes_(mistakes) {}

  void add(const YamlNode& node, ErrorCode code, std::string_view message, std::string_view hint = {},
           std::size_t within = 0) {
    mistakes_.add(node, code, message, hint, within);
  }

  /// The value at a key; nullptr where there is none or nothing, or where the key does not belong.
  const YamlNode* find(const YamlNode& map, std::string_view key) const;
  /// A name or a text; nullptr where it is wrong.
  const YamlNode* find_text(const YamlNode& map, std::string_view key) const;
  std::vector<const YamlNode*> list(const YamlNode& node) const;
  /// Of a list of names, those that are right.
  std::vector<const YamlNode*> names(const YamlNode& node) const;
  Expr formula(const YamlNode& node);
  /// The formula in a part of a scalar: from byte `begin` of `text`, which is the beginning of the scalar.
  Expr parsed(const YamlNode& node, std::string_view text, std::size_t begin = 0);
  Expr value_with_unit(const YamlNode& node);
  /// Of the value's unit; none where that is wrong.
  std::optional<Expr> factor(const YamlNode& node);
  /// `lhs = rhs` or a formula that is 0
  Expr equation(const YamlNode& node);
  /// `lhs = rhs`; none where it is wrong
  std::optional<EquationSides> sides(const YamlNode& node);
  /// An entry of `parameters`.
  Parameter parameter(const YamlNode& key, const YamlNode& value);
  Vector vector(const YamlNode& node);
  Matrix matrix(const YamlNode& node);
  /// Of unit length.
  Vector axis(const YamlNode& node);
  Rotation rotation(const YamlNode& node);
  std::optional<Matrix> matrix_of_euler_parameters(const YamlNode& node);
  /// The number that a formula has with the values of the parameters.
  std::optional<double> value_of(Expr formula);

  /// Algebra that has no result: numbers that grow too large, poles.
  template <class Act>
  void guard(const YamlNode& node, Act act) {
    try {
      act();
    } catch (const Error& error) {
      add(node, error.code, error.message, error.hint);
    }
  }

  /// The entries of a section whose keys are right.
  template <class Take>
  void each(const YamlNode& root, std::string_view section, Take take) {
    const YamlNode* map = find(root, section);
    if (map == nullptr) return;
    for (const YamlNode::Entry& entry : map->entries) {
      const YamlNode& key = document_.node(entry.key);
      // keys that stand twice are wrong the second time
      if (!mistakes_.is_wrong(key)) guard(key, [&] { take(key, document_.node(entry.value)); });
    }
  }

 protected:
  const Document& document_;
  Mistakes& mistakes_;
  ParseOptions options_;  ///< with the functions that the file declares
  Model model_;           ///< being read; values look at its parameters

 private:
  std::optional<Substitution> values_;  ///< of the parameters, once all are read
};

}  // namespace kinemate
