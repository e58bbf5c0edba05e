#include "loops/positions/characteristic_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "expr/count.h"
#include "model/joints/joint_shape.h"

namespace kinemate {
namespace {

constexpr double kLengthError = 1e-9;  // of lengths that are equal where loops are closed

// A formula of u, a cos u + b sin u + c of turns and a u² + 2 b u + c of shifts.
struct OfCoordinate {
  Expr a, b, c;
};

OfCoordinate operator-(const OfCoordinate& f, Expr number) { return {f.a, f.b, f.c - number}; }

// The motion of one coordinate, M(u).
class SoughtMotion {
 public:
  explicit SoughtMotion(const ElementaryMotion& motion) : w_(motion.axis), turns_(motion.kind == MotionKind::kTurn) {}

  bool turns() const { return turns_; }
  const Vector& axis() const { return w_; }

  Vector across(const Vector& p) const { return p - w_ * dot(w_, p); }  // of turns

  // g · M(u) p, linear in the coordinate of a shift
  OfCoordinate component(const Vector& g, const Vector& p) const {
    if (!turns_) return {Expr(0), dot(g, w_) / Expr(2), dot(g, p)};
    return {dot(g, across(p)), dot(g, cross(w_, p)), dot(g, w_) * dot(w_, p)};
  }
  // g · M(−u) p
  OfCoordinate component_back(const Vector& g, const Vector& p) const {
    const OfCoordinate f = component(g, p);
    return {f.a, -f.b, f.c};
  }
  // Equations of turns are halved: their sines and cosines come twice.
  Expr halved(Expr e) const { return turns_ ? e / Expr(2) : e; }

  // |M(u) p − q|², halved
  OfCoordinate distance(const Vector& p, const Vector& q) const {
    if (!turns_) {
      const Vector d = p - q;
      return {dot(w_, w_), dot(w_, d), dot(d, d)};
    }
    const Vector p_across = across(p), q_across = across(q);
    const Expr along = dot(w_, p) - dot(w_, q);
    return {-dot(q_across, p_across), -dot(q_across, cross(w_, p)),
            halved(dot(p_across, p_across) + dot(q_across, q_across) + along * along)};
  }

 private:
  Vector w_;
  bool turns_;
};

std::string joint_names(const Model& model, std::span<const ChainLink> links) {
  std::vector<std::size_t> joints;
  for (const ChainLink& link : links)
    if (std::find(joints.begin(), joints.end(), link.motion.joint) == joints.end()) joints.push_back(link.motion.joint);
  std::string names;
  for (std::size_t i = 0; i < joints.size(); ++i)
    names += (i == 0 ? "" : i + 1 < joints.size() ? ", " : " and ") + model.joints[joints[i]].name;
  return names;
}

class EquationFinder {
 public:
  EquationFinder(const Model& model, const MotionChain& chain, std::size_t u, const PositionSamples& samples,
                 double length)
      : model_(model), samples_(samples), length_(length), motion_(chain[u].motion), before_(chain[u].before) {
    links_.assign(chain.begin() + static_cast<std::ptrdiff_t>(u) + 1, chain.end());
    links_.insert(links_.end(), chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(u));
    if (motion_.turns()) look_from_elsewhere(chain[u].parts);
  }

  std::vector<CharacteristicEquation> find() {
    add_alone();
    if (links_.empty()) return std::move(equations_);
    for (const FixedFigure& figure : find_fixed_figures(links_, samples_, length_)) add_whole(figure);
    for (std::size_t count = 1; count < links_.size(); ++count) {
      const auto X = std::span(links_).first(count), Y = std::span(links_).subspan(count);
      const std::vector<FixedFigure> of_X = find_fixed_figures(X, samples_, length_);
      const std::vector<FixedFigure> of_Y =
          of_X.empty() ? std::vector<FixedFigure>{} : find_fixed_figures(Y, samples_, length_);
      for (const FixedFigure& x : of_X)
        for (const FixedFigure& y : of_Y)
          add_pair({x.kind, seen_through(X[0].before, x.start), x.end, joint_names(model_, X)},
                   {y.kind, seen_back(before_, y.end), seen_through(Y[0].before, y.start), joint_names(model_, Y)});
    }
    return std::move(equations_);
  }

 private:
  // Known turns about the axis of u just before it need not be made: u + `ahead_` is looked for then, and all is seen
  // in the axes in which what comes before these turns is shortest.
  void look_from_elsewhere(const std::vector<SteadyPose>& parts) {
    double least = pose_cost(before_);
    SteadyPose behind;
    std::vector<SteadyPose> from_start = {{}};
    for (const SteadyPose& part : parts) from_start.push_back(compose(from_start.back(), part));
    for (std::size_t i = parts.size(); i-- > 0;) {
      behind = compose(parts[i], behind);
      const std::optional<Expr> angle = angle_about(behind, motion_.axis());
      if (!angle) return;
      const SteadyPose other = compose(from_start[i], make_steady_shift(behind.position));
      if (const double its = pose_cost(other); its < least) {
        least = its;
        before_ = other;
        ahead_ = *angle;
      }
    }
  }

  static double pose_cost(const SteadyPose& pose) {
    const Expr formulas[] = {pose.back_position.x, pose.back_position.y, pose.back_position.z, pose.rotation(0, 0),
                             pose.rotation(1, 1)};
    return cost(formulas);
  }

  // All other motions shift: the turns alone must close, and where there are none, everything.
  void add_alone() {
    if (!std::all_of(links_.begin(), links_.end(),
                     [](const ChainLink& l) { return l.motion.kind == MotionKind::kShift; }))
      return;
    const Vector& w = motion_.axis();
    if (!motion_.turns()) {
      if (links_.empty()) add_value(-dot(w, before_.position) / dot(w, w), "ways around the loop");
      return;
    }
    SteadyPose around;
    for (const ChainLink& link : links_) around = compose(around, link.before);
    around = compose(around, before_);
    if (const std::optional<Expr> angle = angle_about(around, w)) return add_value(-*angle, "angles around the loop");
    const Vector e = perpendicular(w)[0];
    add_vector(e, transposed_times(around.rotation, e), 1, "turns around the loop");
  }

  // One figure on both sides: M(u) takes it from the start of the others to their end.
  void add_whole(const FixedFigure& figure) {
    const FramedFigure p = seen_through(links_[0].before, figure.start), q = seen_back(before_, figure.end);
    const std::string names = joint_names(model_, links_);
    const Vector& w = motion_.axis();
    if (figure.kind == FigureKind::kPoint && motion_.turns()) {
      add_vector(p.point, q.point, length_ * length_, "place of " + names);
    } else if (figure.kind == FigureKind::kPoint) {
      add_value(dot(w, q.point - p.point) / dot(w, w), "place of " + names);
    } else if (figure.kind == FigureKind::kDirection && motion_.turns()) {
      add_vector(p.direction, q.direction, 1, "direction of " + names);
    } else if (figure.kind == FigureKind::kPlane && !motion_.turns()) {
      const Expr rate = dot(p.direction, w);
      if (!samples_.is_zero(rate, 1)) add_value((q.height - p.height) / rate, "height of " + names);
    }
  }

  // A figure of one group: seen over u, from the frame before it or after it; and from between the groups.
  struct Side {
    FigureKind kind;
    FramedFigure over, between;
    std::string names;
  };

  void add_pair(const Side& x, const Side& y) {
    using enum FigureKind;
    const std::string names = fmt::format("{} and {}", x.names, y.names);
    const Vector apart = x.between.point - y.between.point;
    if (x.kind == kPoint && y.kind == kPoint) {
      add(motion_.distance(x.over.point, y.over.point) - motion_.halved(dot(apart, apart)), length_ * length_,
          "distance of " + names);
    } else if (x.kind == kPoint && y.kind == kPlane) {
      const Expr above = dot(y.between.direction, x.between.point) - y.between.height;
      add(motion_.component(y.over.direction, x.over.point) - (y.over.height + above), length_,
          fmt::format("height of {} above {}", x.names, y.names));
    } else if (x.kind == kPlane && y.kind == kPoint) {
      const Expr above = dot(x.between.direction, y.between.point) - x.between.height;
      add(motion_.component_back(x.over.direction, y.over.point) - (x.over.height + above), length_,
          fmt::format("height of {} above {}", y.names, x.names));
    } else if (x.kind == kDirection && y.kind == kDirection && motion_.turns()) {
      add(motion_.component(y.over.direction, x.over.direction) - dot(y.between.direction, x.between.direction), 1,
          "angle between " + names);
    } else if (x.kind == kPoint && y.kind == kLine) {
      const OfCoordinate along =
          motion_.component(y.over.direction, x.over.point) - dot(y.over.direction, y.over.point);
      add_line(x, y, along, dot(y.between.direction, apart));
    } else if (x.kind == kLine && y.kind == kPoint) {
      const OfCoordinate along =
          motion_.component_back(x.over.direction, y.over.point) - dot(x.over.direction, x.over.point);
      add_line(x, y, along, dot(x.between.direction, apart));
    }
  }

  // |d|² − (n·d)² of point and line, n·d = `along` over u and `along_between` between the groups. A turn about n does
  // not change n·d; another one would make cos² u of it.
  void add_line(const Side& x, const Side& y, const OfCoordinate& along, Expr along_between) {
    const OfCoordinate d = motion_.distance(x.over.point, y.over.point);
    const Vector apart = x.between.point - y.between.point;
    const Expr between = motion_.halved(dot(apart, apart) - along_between * along_between);
    const std::string meaning = fmt::format("distance of {} and {}", x.names, y.names);
    if (!motion_.turns()) {
      const OfCoordinate f{d.a - Expr(4) * along.b * along.b, d.b - Expr(2) * along.b * along.c,
                           d.c - along.c * along.c - between};
      add(f, length_ * length_, meaning);
    } else if (samples_.is_zero(along.a, length_) && samples_.is_zero(along.b, length_)) {
      add(d - (between + motion_.halved(along.c * along.c)), length_ * length_, meaning);
    }
  }

  // f(u) = 0, f of so many in size.
  void add(OfCoordinate f, double size, const std::string& meaning) {
    const double of_a = motion_.turns() ? size : size / (length_ * length_),
                 of_b = motion_.turns() ? size : size / length_;
    if (samples_.is_zero(f.a, of_a)) f.a = Expr(0);
    if (samples_.is_zero(f.b, of_b)) f.b = Expr(0);
    if (samples_.is_zero(f.c, size)) f.c = Expr(0);
    if (f.a.is_zero() && f.b.is_zero()) return;
    if (motion_.turns()) {
      equations_.push_back({CharacteristicEquation::Form::kTurn, f.a, f.b, f.c, ahead_, size, meaning});
    } else if (f.a.is_zero()) {
      add_value(-f.c / (Expr(2) * f.b), meaning);
    } else {
      equations_.push_back({CharacteristicEquation::Form::kDistance, f.a, f.b, f.c, ahead_, size, meaning});
    }
  }

  void add_value(Expr value, const std::string& meaning) {
    equations_.push_back({CharacteristicEquation::Form::kValue, value, Expr(0), Expr(0), ahead_, 1, meaning});
  }

  // R(u) p = q: sine and cosine of the angle from p to q about the axis.
  void add_vector(const Vector& p, const Vector& q, double size, const std::string& meaning) {
    const Vector p_across = motion_.across(p);
    Expr sine = dot(q, cross(motion_.axis(), p)), cosine = dot(motion_.across(q), p_across);
    if (samples_.is_zero(sine, size)) sine = Expr(0);
    if (samples_.is_zero(cosine, size)) cosine = Expr(0);
    if (sine.is_zero() && cosine.is_zero()) return;
    // turning keeps lengths: |p| |q| is the square of either
    const double found = std::hypot(samples_.at_start(sine), samples_.at_start(cosine));
    Expr radius(0);
    for (const Vector& v : {p_across, motion_.across(q)}) {
      const Expr square = dot(v, v);
      const bool shorter = radius.is_zero() || cost({&square, 1}) < cost({&radius, 1});
      if (shorter && std::abs(samples_.at_start(square) - found) <= kLengthError * size) radius = square;
    }
    equations_.push_back({CharacteristicEquation::Form::kVector, sine, cosine, Expr(0), ahead_, size, meaning, radius});
  }

  const Model& model_;
  const PositionSamples& samples_;
  double length_;
  SoughtMotion motion_;
  SteadyPose before_;
  Expr ahead_;
  std::vector<ChainLink> links_;  // all others, in the order of the loop
  std::vector<CharacteristicEquation> equations_;
};

}  // namespace

std::vector<CharacteristicEquation> find_characteristic_equations(const Model& model, const MotionChain& chain,
                                                                  std::size_t u, const PositionSamples& samples,
                                                                  double length) {
  return EquationFinder(model, chain, u, samples, length).find();
}

}  // namespace kinemate
