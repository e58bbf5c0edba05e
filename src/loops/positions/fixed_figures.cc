#include "loops/positions/fixed_figures.h"

#include <algorithm>
#include <optional>

#include "expr/simplify/simplify.h"
#include "model/joints/joint_shape.h"

namespace kinemate {
namespace {

// Motions one after the other; frame k is that in which motion k moves.
class FigureFinder {
 public:
  FigureFinder(std::span<const ChainLink> links, const PositionSamples& samples, double length)
      : links_(links), samples_(samples), length_(length) {}

  std::vector<FixedFigure> find() const {
    std::vector<FixedFigure> figures;
    const bool simple = all_are({MotionKind::kTurn, MotionKind::kShift});
    if (all_are({MotionKind::kTurn, MotionKind::kBall})) add_point(figures);
    if (simple && all_are({MotionKind::kShift})) {
      add_planes_along_shifts(figures);
    } else if (simple) {
      add_direction(figures);
    }
    return figures;
  }

 private:
  const ElementaryMotion& motion(std::size_t k) const { return links_[k].motion; }
  std::size_t last() const { return links_.size() - 1; }

  bool all_are(std::initializer_list<MotionKind> kinds) const {
    return std::all_of(links_.begin(), links_.end(), [&](const ChainLink& link) {
      return std::find(kinds.begin(), kinds.end(), link.motion.kind) != kinds.end();
    });
  }
  bool are_parallel(const Vector& a, const Vector& b) const { return samples_.is_zero(cross(a, b), 1); }
  bool are_perpendicular(const Vector& a, const Vector& b) const { return samples_.is_zero(dot(a, b), 1); }

  // A direction of frame `from` in all frames, carried past shifts and past turns about itself, whose axes stand for
  // it.
  std::optional<std::vector<Vector>> carry(std::size_t from, const Vector& direction) const {
    std::vector<Vector> carried(links_.size());
    const auto settle = [&](std::size_t k, const Vector& n) {
      carried[k] = n;
      if (motion(k).kind != MotionKind::kTurn) return true;
      const Vector& axis = motion(k).axis;
      if (!are_parallel(n, axis)) return false;
      carried[k] = samples_.at_start(dot(n, axis)) > 0 ? axis : -axis;
      return true;
    };
    if (!settle(from, direction)) return std::nullopt;
    for (std::size_t k = from; k-- > 0;)
      if (!settle(k, links_[k + 1].before.rotation * carried[k + 1])) return std::nullopt;
    for (std::size_t k = from + 1; k < links_.size(); ++k)
      if (!settle(k, transposed_times(links_[k].before.rotation, carried[k - 1]))) return std::nullopt;
    return carried;
  }

  void add_direction(std::vector<FixedFigure>& figures) const {
    const auto turn =
        std::find_if(links_.begin(), links_.end(), [](const auto& l) { return l.motion.kind == MotionKind::kTurn; });
    const auto carried = carry(static_cast<std::size_t>(turn - links_.begin()), turn->motion.axis);
    if (!carried) return;
    figures.push_back({FigureKind::kDirection, {{}, carried->front(), {}}, {{}, carried->back(), {}}});
    if (shifts_are([&](std::size_t k) { return are_perpendicular(motion(k).axis, (*carried)[k]); }))
      add_plane(*carried, figures);
    if (!all_are({MotionKind::kTurn}) &&
        shifts_are([&](std::size_t k) { return are_parallel(motion(k).axis, (*carried)[k]); }) && are_on_line(*carried))
      figures.push_back({FigureKind::kLine, {{}, carried->front(), {}}, {{}, carried->back(), {}}});
  }

  template <class Test>
  bool shifts_are(Test test) const {
    for (std::size_t k = 0; k < links_.size(); ++k)
      if (motion(k).kind == MotionKind::kShift && !test(k)) return false;
    return true;
  }

  bool are_on_line(const std::vector<Vector>& n) const {
    for (std::size_t k = 1; k < links_.size(); ++k)
      if (!samples_.is_zero(cross(n[k - 1], links_[k].before.position), length_)) return false;
    return true;
  }

  // The plane through the first origin; the last one is above it by the parts of all ways along the normal.
  void add_plane(const std::vector<Vector>& n, std::vector<FixedFigure>& figures) const {
    Expr height;
    for (std::size_t k = 1; k < links_.size(); ++k) height += dot(n[k - 1], links_[k].before.position);
    if (samples_.is_zero(height, length_)) height = Expr(0);
    figures.push_back({FigureKind::kPlane, {{}, n.front(), Expr(0)}, {{}, n.back(), -height}});
  }

  void add_planes_along_shifts(std::vector<FixedFigure>& figures) const {
    std::vector<Vector> normals;
    const std::vector<Vector> ways = different_ways();
    if (ways.size() == 1) {
      const auto [a, b] = perpendicular(direction_of(ways[0]));
      normals = {a, b};
    } else if (ways.size() == 2) {
      normals = {cross(ways[0], ways[1])};
    }
    for (const Vector& normal : normals) {
      const auto carried = carry(0, normal);
      if (shifts_are([&](std::size_t k) { return are_perpendicular(motion(k).axis, (*carried)[k]); }))
        add_plane(*carried, figures);
    }
  }

  // The first shift, and the first that is not parallel to it, in axes of the first frame.
  std::vector<Vector> different_ways() const {
    std::vector<Vector> ways = {motion(0).axis};
    Matrix rotation = Matrix::identity();
    for (std::size_t k = 1; k < links_.size() && ways.size() < 2; ++k) {
      rotation = rotation * links_[k].before.rotation;
      if (const Vector way = rotation * motion(k).axis; !are_parallel(way, ways[0])) ways.push_back(way);
    }
    return ways;
  }

  // Of unit length, which shifts by formulas need not be.
  static Vector direction_of(const Vector& way) {
    const Expr square = simplify(dot(way, way), kBriefly);
    return square.is_one() ? way : way * (Expr(1) / sqrt(square));
  }

  // The point in which all axes meet, as a way along each: of neighbours that are not one line it is known.
  void add_point(std::vector<FixedFigure>& figures) const {
    std::vector<std::optional<Expr>> along(links_.size());
    for (std::size_t k = 0; k < links_.size(); ++k)
      if (motion(k).kind == MotionKind::kBall) along[k] = Expr(0);
    for (std::size_t k = 1; k < links_.size(); ++k)
      if (!meet(k, along)) return;
    for (std::size_t k = last(); k > 0; --k) pass_on(k, k - 1, along);
    if (!along[0]) along[0] = Expr(0);  // one line: any of its points
    for (std::size_t k = 1; k < links_.size(); ++k) pass_on(k - 1, k, along);
    for (std::size_t k = 1; k < links_.size(); ++k) {
      const Vector gap = links_[k].before.at(point_of(k, along)) - point_of(k - 1, along);
      if (!samples_.is_zero(gap, length_)) return;
    }
    figures.push_back({FigureKind::kPoint, {point_of(0, along), {}, {}}, {point_of(last(), along), {}, {}}});
  }

  Vector point_of(std::size_t k, const std::vector<std::optional<Expr>>& along) const {
    if (motion(k).kind == MotionKind::kBall || along[k]->is_zero()) return {};
    return motion(k).axis * *along[k];
  }

  // Two axes n and m = R m', r apart, meet at λ n = r + μ m, λ = (r × m)·(n × m)/(n × m)². False where they do not.
  bool meet(std::size_t k, std::vector<std::optional<Expr>>& along) const {
    if (motion(k).kind == MotionKind::kBall || motion(k - 1).kind == MotionKind::kBall) return true;
    const Vector &n = motion(k - 1).axis, &r = links_[k].before.position;
    const Vector m = links_[k].before.rotation * motion(k).axis, across = cross(n, m), arm = cross(r, m);
    if (samples_.is_zero(across, 1)) return samples_.is_zero(cross(r, n), length_);
    if (!samples_.is_zero(dot(r, across), length_)) return false;
    Expr lambda = dot(arm, across) / dot(across, across);
    if (samples_.is_zero(lambda, length_)) lambda = Expr(0);
    if (!along[k - 1]) along[k - 1] = lambda;
    if (!along[k]) along[k] = way_along(k, n * lambda);
    return true;
  }

  // Of a point of frame k − 1, along the axis of k.
  Expr way_along(std::size_t k, const Vector& point) const {
    const Expr way = dot(motion(k).axis, links_[k].before.back(point));
    return samples_.is_zero(way, length_) ? Expr(0) : way;
  }

  void pass_on(std::size_t from, std::size_t to, std::vector<std::optional<Expr>>& along) const {
    if (along[to] || !along[from]) return;
    if (from < to) {
      along[to] = way_along(to, point_of(from, along));
    } else {
      const Expr way = dot(motion(to).axis, links_[from].before.at(point_of(from, along)));
      along[to] = samples_.is_zero(way, length_) ? Expr(0) : way;
    }
  }

  std::span<const ChainLink> links_;
  const PositionSamples& samples_;
  double length_;
};

}  // namespace

std::vector<FixedFigure> find_fixed_figures(std::span<const ChainLink> links, const PositionSamples& samples,
                                            double length) {
  return FigureFinder(links, samples, length).find();
}

FramedFigure seen_through(const SteadyPose& pose, const FramedFigure& figure) {
  // n · x = h with x = back(y): (R n) · y = h − n · back_position
  return {pose.at(figure.point), pose.rotation * figure.direction,
          figure.height - dot(figure.direction, pose.back_position)};
}

FramedFigure seen_back(const SteadyPose& pose, const FramedFigure& figure) {
  return {pose.back(figure.point), transposed_times(pose.rotation, figure.direction),
          figure.height - dot(figure.direction, pose.position)};
}

}  // namespace kinemate
