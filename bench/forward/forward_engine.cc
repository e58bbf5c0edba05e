// Kinemate's numeric engine as one of those of forward dynamics: forward_engine [--calls N] TREE...
#include <span>

#include "bench/forward/forward_program.h"
#include "recursion/engine/engine.h"

namespace kinemate {
namespace {

Matrix3<double> make_matrix(const std::array<double, 9>& r) {
  return {{{{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}}}};
}

Vector3<double> make_vector(const Triple& t) { return {t[0], t[1], t[2]}; }

// Rotation whose z axis is the joint's.
Matrix3<double> axes_of(const Vector3<double>& axis) {
  const std::size_t least = std::abs(axis.x) < 0.6 ? 0 : 1;
  Vector3<double> x = unit<double>(least);
  x = x - axis * dot(x, axis);
  x = x * (1 / std::sqrt(dot(x, x)));
  return transpose(Matrix3<double>{{x, cross(axis, x), axis}});
}

EngineLink make_link(const TreeBody& body) {
  EngineLink link;
  if (body.parent >= 0) link.carrier = static_cast<std::size_t>(body.parent);
  const std::array<double, 6>& i = body.inertia;
  link.inertia =
      make_rigid_inertia(body.mass, make_vector(body.center), Symmetric3<double>{i[0], i[1], i[2], i[3], i[4], i[5]});
  link.near = {make_matrix(body.rotation), make_vector(body.position)};
  link.kind = body.joint == TreeJointKind::kRevolute    ? EngineLink::Kind::kTurn
              : body.joint == TreeJointKind::kPrismatic ? EngineLink::Kind::kSlide
                                                        : EngineLink::Kind::kGeneral;
  if (body.joint == TreeJointKind::kFree) link.columns = 6;
  return link;
}

// Frames of links have z along the axis: each body's frame is turned, with what it carries.
std::vector<EngineLink> make_links(const TreeMachine& tree) {
  std::vector<EngineLink> links;
  std::vector<Matrix3<double>> turned;
  for (const TreeBody& body : tree.bodies) {
    EngineLink link = make_link(body);
    turned.push_back(body.joint == TreeJointKind::kFree ? Matrix3<double>::identity()
                                                        : axes_of(make_vector(body.axis)));
    link.near.rotation = link.near.rotation * turned.back();
    if (body.parent >= 0) {
      const Matrix3<double>& carrier = turned[static_cast<std::size_t>(body.parent)];
      link.near = {transpose(carrier) * link.near.rotation, transposed_times(carrier, link.near.position)};
    }
    link.inertia = rotate(link.inertia, transpose(turned.back()));
    links.push_back(link);
  }
  return links;
}

// Of a free joint: columns are ω in body axes, then v in the world's.
void write_free_joint(const double* q, const double* s, double* numbers) {
  const Matrix3<double> r = make_rotation(EulerParameters<double>{q[3], {q[4], q[5], q[6]}});
  const Vector3<double> v = transposed_times(r, Vector3<double>{s[3], s[4], s[5]});
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      numbers[3 * i + j] = r(i, j);
      numbers[12 + 6 * i + j] = i == j, numbers[15 + 6 * i + j] = 0;
      numbers[30 + 6 * i + j] = 0, numbers[33 + 6 * i + j] = r(i, j);
    }
    numbers[9 + i] = q[i];
    numbers[48 + i] = s[i], numbers[51 + i] = v[i];
  }
}

class KinemateEngine {
 public:
  static constexpr const char* kName = "kinemate engine";

  struct State {
    std::vector<double> free, coordinates, speeds, efforts;
  };

  explicit KinemateEngine(const TreeMachine& tree)
      : tree_(tree),
        engine_(make_links(tree)),
        workspace_(engine_.make_workspace()),
        joints_(engine_.joint_number_count()),
        accelerations_(engine_.speed_count()) {
    for (std::size_t i = 0; i < 3; ++i) base_[6 + i] = -tree.gravity[i];
  }

  State prepare(const TreeState& state) const {
    State result{{}, {}, state.speeds, state.efforts};
    const double* q = state.coordinates.data();
    for (const TreeBody& body : tree_.bodies) {
      const bool free = body.joint == TreeJointKind::kFree;
      if (free)
        result.free.insert(result.free.end(), q, q + 7), result.coordinates.resize(result.coordinates.size() + 6);
      else
        result.coordinates.push_back(*q);
      q += coordinate_count(body.joint);
    }
    return result;
  }

  void evaluate(const State& state) {
    const double *q = state.free.data(), *s = state.speeds.data();
    double* numbers = joints_.data();
    if (!state.free.empty()) {
      for (const TreeBody& body : tree_.bodies) {
        if (body.joint == TreeJointKind::kFree) write_free_joint(q, s, numbers), q += 7, numbers += 60;
        s += speed_count(body.joint);
      }
    }
    engine_.forward({.coordinates = state.coordinates,
                     .speeds = state.speeds,
                     .given = state.efforts,
                     .base = base_,
                     .joints = joints_},
                    workspace_, accelerations_);
  }

  std::vector<double> accelerations(const TreeState&) const { return accelerations_; }

 private:
  TreeMachine tree_;
  Engine engine_;
  EngineWorkspace workspace_;
  std::vector<double> joints_, accelerations_;
  std::array<double, 9> base_{};
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_forward_program<kinemate::KinemateEngine>(argc, argv); }
