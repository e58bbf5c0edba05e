#include "model_io/deck/motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

bool vanishes(Expr formula) {
  if (formula.is_zero()) return true;
  if (!free_symbols(formula).empty() || !unspecified_calls({&formula, 1}).empty()) return test_zero(formula).zero;
  try {
    return std::abs(evaluate(formula, {})) < 1e-9;
  } catch (const Error&) {  // no value
    return false;
  }
}

}  // namespace

std::string why_no_rotation(const Matrix& rows) {
  try {
    for (std::size_t i = 0; i < 3; ++i)
      if (!vanishes(dot(rows.rows[i], rows.rows[i]) - Expr(1)))
        return fmt::format("its row {} is not of length one", i + 1);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = i + 1; j < 3; ++j)
        if (!vanishes(dot(rows.rows[i], rows.rows[j])))
          return fmt::format("its rows {} and {} are not perpendicular", i + 1, j + 1);
    if (!vanishes(dot(rows.rows[0], cross(rows.rows[1], rows.rows[2])) - Expr(1)))
      return "it mirrors, its determinant is -1";
  } catch (const Error& error) {  // numbers that grow too large
    return error.message;
  }
  return "";
}

Rotation recognise_rotation(const Matrix& matrix) {
  if (matrix == Matrix::identity()) return {};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Expr c = matrix((axis + 1) % 3, (axis + 1) % 3);
    if (!c.is_call(Function::kCos)) continue;
    for (const Expr angle : {c.operand(0), -c.operand(0)}) {
      const ElementaryRotation<Expr> turn{unit<Expr>(axis), angle};
      if (make_rotation(turn) == matrix) return {{turn}, std::nullopt};
    }
  }
  return {{}, matrix};
}

// position c_K + z − R c_L
Pose<Expr> joint_pose(const DeckBody& body) {
  const Pose<Expr> point{body.motion.rotation, body.on_reference + body.motion.position};
  return {point.rotation, point.at(-body.on_body)};
}

bool is_deck_constant(Expr formula) {
  const std::vector<Expr> symbols = free_symbols(formula);
  // coordinates and the time are in lower case, parameters in upper case
  return std::none_of(symbols.begin(), symbols.end(), [](Expr s) { return s.name()[0] >= 'a' && s.name()[0] <= 'z'; });
}

bool is_deck_constant(const Vector& v) {
  return is_deck_constant(v.x) && is_deck_constant(v.y) && is_deck_constant(v.z);
}

void recognise_type(Joint& joint, std::optional<Expr> coordinate) {
  if (joint.from.world_axes || joint.rotation.matrix) return;
  const bool turns = !joint.rotation.sequence.empty();
  if (turns && coordinate && is_deck_constant(joint.position)) {
    const auto& [axis, angle] = joint.rotation.sequence[0];
    if (angle != *coordinate && angle != -*coordinate) return;
    joint.type = JointType::kRevolute;
    joint.axes = {angle == *coordinate ? axis : -axis};
  } else if (!turns && coordinate) {
    Vector slope, start;
    for (std::size_t i = 0; i < 3; ++i) {
      slope[i] = differentiate(joint.position[i], *coordinate);
      if (!slope[i].is_zero() && slope[i] != Expr(1) && slope[i] != Expr(-1)) return;
      start[i] = substitute(joint.position[i], {{{*coordinate, Expr(0)}}, {}});
    }
    if (dot(slope, slope) != Expr(1) || !is_deck_constant(start)) return;
    joint.type = JointType::kPrismatic;
    joint.axes = {slope};
    joint.position = start;
  } else if (!turns && is_deck_constant(joint.position)) {
    joint.type = JointType::kFixed;
  } else {
    return;
  }
  joint.from.position += joint.position;
  joint.position = {};
  joint.rotation = {};
}

}  // namespace kinemate
