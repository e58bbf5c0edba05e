#include "model/checks/contact_check.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "expr/differentiate.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr int kDirections = 60;
constexpr double kDent = 1e-9;  // of the body's size: a radius of curvature that is negative by more

class ContactChecker {
 public:
  ContactChecker(const Model& model, const Constraint& constraint,
                 const std::function<std::optional<double>(Expr)>& number)
      : model_(model), constraint_(constraint), number_(number) {}

  std::vector<Finding> run() {
    if (const std::size_t body = body_of(model_, constraint_.point); body == body_of(model_, constraint_.plane))
      add("point",
          fmt::format("what touches the plane in {} and the plane itself are both on {}", constraint_.name,
                      model_.bodies[body].name),
          "a plane is on the world, if no `plane` is given, or on another body");
    switch (constraint_.type) {
      case ConstraintType::kRollingTorus: require_positive("tube", constraint_.tube); [[fallthrough]];
      case ConstraintType::kRollingDisc:
      case ConstraintType::kRollingSphere: require_positive("radius", constraint_.radius); break;
      case ConstraintType::kRollingCone: check_cone(); break;
      case ConstraintType::kRollingBody: check_support(); break;
      default: break;
    }
    return std::move(findings_);
  }

 private:
  void add(const char* key, std::string message, std::string hint) {
    findings_.push_back(
        {{"constraints", constraint_.name, key}, ErrorCode::kContact, std::move(message), std::move(hint), {}});
  }

  void require_positive(const char* key, Expr formula) {
    const auto value = number_(formula);
    if (value && !(*value > 0))
      add(key, fmt::format("what rolls has a size: the {} of {} is {:.6g}", key, constraint_.name, *value), "");
  }

  void check_cone() {
    const auto angle = number_(constraint_.half_angle);
    if (angle && !(*angle > 0 && *angle < std::numbers::pi / 2))
      add("half_angle", fmt::format("the half angle of cone {} is {:.6g} rad", constraint_.name, *angle),
          "it is between its axis and its surface: more than 0, less than pi/2");
  }

  // |u| h(u/|u|) is convex where its second derivatives, the radii of curvature, are nowhere negative: tried all
  // around.
  void check_support() {
    std::vector<Expr> u;
    Expr square;
    for (int i = 1; i <= 3; ++i) {
      u.push_back(make_symbol(fmt::format("${}", i)));
      square += u.back() * u.back();
    }
    const Expr length = sqrt(square);
    Substitution unit;
    for (Expr component : u) unit.symbols.emplace(component, component / length);
    const Expr whole = length * substitute(constraint_.support, unit);
    std::vector<Expr> seconds;
    for (Expr slope : gradient(whole, u))
      for (Expr second : gradient(slope, u)) seconds.push_back(second);
    if (const auto none = number_(constraint_.support); none && *none == 0)
      return add("support", fmt::format("what rolls has a size: the support of {} is 0", constraint_.name), "");
    for (int k = 0; k < kDirections; ++k) {  // a spiral around the sphere
      const double z = 1 - (2 * k + 1.0) / kDirections, around = 2.399963229728653 * k, r = std::sqrt(1 - z * z);
      const double direction[] = {r * std::cos(around), r * std::sin(around), z};
      Substitution at;
      for (std::size_t i = 0; i < 3; ++i) at.symbols.emplace(u[i], make_real(direction[i]));
      Eigen::Matrix3d curvature;
      for (std::size_t i = 0; i < 9; ++i) {
        const auto value = number_(substitute(seconds[i], at));
        if (!value || !std::isfinite(*value)) return;  // parameters are open
        curvature(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) = *value;
      }
      const Eigen::Vector3d radii = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(curvature).eigenvalues();
      if (radii[0] >= -kDent * std::max(1e-12, radii.cwiseAbs().maxCoeff())) continue;
      return add("support",
                 fmt::format("{} is not the support of a convex body: along [{:.3f}, {:.3f}, {:.3f}] its surface would "
                             "have the radius {:.3g}",
                             constraint_.name, direction[0], direction[1], direction[2], radii[0]),
                 "it says how far the body reaches along n, not where its surface is: of an ellipsoid "
                 "sqrt((a*nx)^2 + (b*ny)^2 + (c*nz)^2)");
    }
  }

  const Model& model_;
  const Constraint& constraint_;
  const std::function<std::optional<double>(Expr)>& number_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_contact_mistakes(const Model& model, const Constraint& constraint,
                                           const std::function<std::optional<double>(Expr)>& number) {
  return ContactChecker(model, constraint, number).run();
}

}  // namespace kinemate
