#include "model_io/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"
#include "model/formulas.h"
#include "model_io/units.h"

namespace kinemate {
namespace {

bool is_decimal_comma(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || comma == 0 || comma + 1 == text.size()) return false;
  return text.find_first_not_of("+-0123456789,") == std::string::npos && text.rfind(',') == comma;
}

bool is_not_a_number(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (text.starts_with("+") || text.starts_with("-")) text.erase(0, 1);
  return text == "nan" || text == ".nan" || text == "inf" || text == ".inf";
}

// The byte of a place in a text.
std::size_t byte_of(std::string_view text, const Place& place) {
  std::size_t at = 0;
  for (int line = 1; line < place.line && at < text.size(); ++line) at = std::min(text.find('\n', at), text.size()) + 1;
  for (int column = 1; column < place.column && at < text.size(); ++column) do
      ++at;
    while (at < text.size() && is_utf8_continuation(text[at]));
  return std::min(at, text.size());
}

// Where = and == stand; those of <=, >= and != are neither.
struct EqualitySigns {
  std::vector<std::size_t> equal, compare;
};

EqualitySigns find_equality_signs(std::string_view text) {
  EqualitySigns signs;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=' || (i > 0 && std::string_view("<>!").find(text[i - 1]) != std::string_view::npos)) continue;
    const bool twice = text.substr(i, 2) == "==";
    (twice ? signs.compare : signs.equal).push_back(i);
    i += twice ? 1 : 0;
  }
  return signs;
}

}  // namespace

Expr unknown() { return make_symbol("?"); }

const YamlNode* ValueReader::find(const YamlNode& map, std::string_view key) const {
  if (map.kind != YamlNode::Kind::kMap) return nullptr;
  for (const YamlNode::Entry& entry : map.entries) {
    const YamlNode& name = document_.node(entry.key);
    const YamlNode& value = document_.node(entry.value);
    if (name.text == key && !mistakes_.is_wrong(name)) return value.is_null() ? nullptr : &value;
  }
  return nullptr;
}

const YamlNode* ValueReader::find_text(const YamlNode& map, std::string_view key) const {
  const YamlNode* node = find(map, key);
  return node == nullptr || node->kind != YamlNode::Kind::kScalar || mistakes_.is_wrong(*node) ? nullptr : node;
}

std::vector<const YamlNode*> ValueReader::list(const YamlNode& node) const {
  std::vector<const YamlNode*> items;
  for (std::uint32_t id : node.items) items.push_back(&document_.node(id));
  return items;
}

std::vector<const YamlNode*> ValueReader::names(const YamlNode& node) const {
  std::vector<const YamlNode*> items = list(node);
  std::erase_if(items, [&](const YamlNode* item) { return mistakes_.is_wrong(*item); });
  return items;
}

Expr ValueReader::formula(const YamlNode& node) {
  if (mistakes_.is_wrong(node)) return unknown();
  if (node.kind == YamlNode::Kind::kMap) return value_with_unit(node);
  if (node.kind != YamlNode::Kind::kScalar || node.is_null()) return unknown();
  if (is_decimal_comma(node.text)) {
    std::string point = node.text;
    std::replace(point.begin(), point.end(), ',', '.');
    add(node, ErrorCode::kFormulaSyntax, fmt::format("{} is no number", node.text),
        fmt::format("numbers have a decimal point: {}", point));
    return unknown();
  }
  if (is_not_a_number(node.text)) {
    add(node, ErrorCode::kUndefinedValue, fmt::format("{} is not a number that a machine can have", node.text));
    return unknown();
  }
  return parsed(node, node.text);
}

Expr ValueReader::parsed(const YamlNode& node, std::string_view text, std::size_t begin) {
  try {
    return parse(text, options_, begin);
  } catch (const Error& error) {
    add(node, error.code, error.message, error.hint, error.place ? byte_of(text, *error.place) : begin);
    return unknown();
  }
}

Expr ValueReader::value_with_unit(const YamlNode& node) {
  const YamlNode* value = find(node, "value");
  const Expr number = value == nullptr ? unknown() : formula(*value);
  const std::optional<Expr> scale = factor(node);
  return scale && number != unknown() ? number * *scale : unknown();
}

std::optional<Expr> ValueReader::factor(const YamlNode& node) {
  const YamlNode* unit = find(node, "unit");
  if (unit == nullptr) return Expr(1);
  if (mistakes_.is_wrong(*unit)) return std::nullopt;
  try {
    return unit_factor(unit->text);
  } catch (const Error& error) {
    add(*unit, error.code, error.message, error.hint, error.place ? byte_of(unit->text, *error.place) : 0);
    return std::nullopt;
  }
}

Expr ValueReader::equation(const YamlNode& node) {
  const EqualitySigns signs = find_equality_signs(node.text);
  if (mistakes_.is_wrong(node) || (signs.equal.empty() && signs.compare.empty())) return formula(node);
  const std::optional<EquationSides> both = sides(node);
  return both ? both->left - both->right : unknown();
}

std::optional<EquationSides> ValueReader::sides(const YamlNode& node) {
  if (mistakes_.is_wrong(node)) return std::nullopt;
  const std::string_view text = node.text;
  const EqualitySigns signs = find_equality_signs(text);
  if (signs.equal.size() != 1) {
    const std::size_t wrong = signs.equal.size() > 1 ? signs.equal[1] : signs.compare.empty() ? 0 : signs.compare[0];
    add(node, ErrorCode::kFormulaSyntax, "an equation has one sign of equality: =",
        signs.equal.empty() && signs.compare.empty() ? fmt::format("{} = 0?", node.text) : "", wrong);
    return std::nullopt;
  }
  const std::size_t at = signs.equal[0];
  const EquationSides both{parsed(node, text.substr(0, at)), parsed(node, text, at + 1)};
  if (both.left == unknown() || both.right == unknown()) return std::nullopt;
  return both;
}

Parameter ValueReader::parameter(const YamlNode& key, const YamlNode& value) {
  Parameter result{key.text, std::nullopt, "", ""};
  if (value.kind == YamlNode::Kind::kMap) {
    if (find(value, "value") != nullptr) {
      result.value = value_with_unit(value);
    } else {
      factor(value);  // an open parameter has a known unit too
    }
    if (const YamlNode* unit_text = find_text(value, "unit")) result.unit = unit_text->text;
    if (const YamlNode* remark = find_text(value, "remark")) result.remark = remark->text;
  } else if (!value.is_null()) {
    result.value = formula(value);
  }
  if (result.value == unknown()) result.value.reset();
  return result;
}

Vector ValueReader::vector(const YamlNode& node) {
  const auto items = list(node);
  Vector v{unknown(), unknown(), unknown()};
  for (std::size_t i = 0; i < 3 && i < items.size(); ++i) v[i] = formula(*items[i]);
  return v;
}

Matrix ValueReader::matrix(const YamlNode& node) {
  const auto items = list(node);
  Matrix m;
  for (std::size_t i = 0; i < 3 && i < items.size(); ++i) m.rows[i] = vector(*items[i]);
  return m;
}

Vector ValueReader::axis(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::kScalar) {
    const bool minus = node.text.starts_with("-");
    const char letter = node.text.empty() ? 'x' : node.text.back();
    const Vector e = unit<Expr>(letter == 'y' ? 1 : letter == 'z' ? 2 : 0);
    return minus ? -e : e;
  }
  const Vector v = vector(node);
  if (mistakes_.touch(node)) return unit<Expr>(0);
  const Expr square = simplify(dot(v, v), kBriefly);
  if (square.is_zero() || test_zero(square).zero) {
    add(node, ErrorCode::kJointGeometry, "this axis has length zero");
    return unit<Expr>(0);
  }
  if (square.is_one()) return v;
  const Expr length = sqrt(square);
  return {simplify(v.x / length, kBriefly), simplify(v.y / length, kBriefly), simplify(v.z / length, kBriefly)};
}

Rotation ValueReader::rotation(const YamlNode& node) {
  Rotation result;
  if (node.kind == YamlNode::Kind::kMap) {
    if (const YamlNode* four = find(node, "euler_parameters")) result.matrix = matrix_of_euler_parameters(*four);
    return result;
  }
  const auto items = list(node);
  if (mistakes_.is_wrong(node)) return result;
  if (items.size() == 3 && items[0]->items.size() == 3) {
    result.matrix = matrix(node);
    return result;
  }
  for (const YamlNode* item : items) {
    const auto turn = list(*item);
    if (turn.size() == 2) result.sequence.push_back({axis(*turn[0]), formula(*turn[1])});
  }
  return result;
}

std::optional<Matrix> ValueReader::matrix_of_euler_parameters(const YamlNode& node) {
  std::vector<Expr> p;
  for (const YamlNode* item : list(node)) p.push_back(formula(*item));
  if (mistakes_.touch(node) || p.size() != 4) return std::nullopt;
  const Expr excess = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - Expr(1);
  const std::optional<double> number = value_of(excess);
  if (number ? std::abs(*number) > 1e-9 : !test_zero(excess).zero) {
    add(node, ErrorCode::kRotation, "the squares of Euler parameters must add up to 1",
        "decimals need ten digits; for parameters that move, take a spherical joint with sequence: euler_parameters");
    return std::nullopt;
  }
  return make_rotation(EulerParameters<Expr>{p[0], {p[1], p[2], p[3]}});
}

std::optional<double> ValueReader::value_of(Expr formula) {
  if (!values_) {
    values_.emplace();
    try {
      values_->symbols = parameter_values(model_);
    } catch (const Error&) {  // a circle, which is told by the model's check
    }
  }
  try {
    const Expr value = substitute(formula, *values_);
    if (free_symbols(value).empty() && unspecified_calls({&value, 1}).empty()) return evaluate(value, {});
  } catch (const Error&) {  // no value: told by the model's check
  }
  return std::nullopt;
}

}  // namespace kinemate
