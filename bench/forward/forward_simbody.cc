// Simbody as a peer of forward dynamics: forward_simbody [--calls N] TREE...
// Articulated bodies. Weights and efforts go to the operator calcAccelerationIgnoringConstraints, which takes less than
// a state realised up to its accelerations with weights and efforts as forces of the system (9 % for a hundred bodies,
// 23 % for six).
#include <Simbody.h>

#include "bench/forward/forward_program.h"

namespace kinemate {
namespace {

using SimTK::MobilizedBody;
using SimTK::Rotation;
using SimTK::Vec3;

Vec3 vector_of(const Triple& v) { return {v[0], v[1], v[2]}; }

/// Simbody's joints turn about z and slide along x. Body frames turned so that they do take its shortest way.
Rotation frame_of_axis(const TreeBody& body) {
  if (body.joint == TreeJointKind::kFree) return {};
  const SimTK::CoordinateAxis own(body.joint == TreeJointKind::kRevolute ? 2 : 0);
  return Rotation(SimTK::UnitVec3(vector_of(body.axis)), own);
}

SimTK::Body::Rigid rigid_body(const TreeBody& body, const Rotation& turn) {
  const auto& i = body.inertia;
  const SimTK::Inertia central(i[0], i[1], i[2], i[3], i[4], i[5]);
  const Vec3 center = ~turn * vector_of(body.center);
  const SimTK::Inertia of_origin = central.reexpress(turn).shiftFromMassCenter(-center, body.mass);
  return SimTK::Body::Rigid(SimTK::MassProperties(body.mass, center, of_origin));
}

/// Of a free body: where its coordinates and speeds are.
struct FreeBody {
  std::size_t coordinate, speed;
};

Rotation rotation_of(const FreeBody& body, const TreeState& state) {
  const double* q = &state.coordinates[body.coordinate];
  return Rotation(SimTK::Quaternion(q[3], q[4], q[5], q[6]));
}

class Simbody {
 public:
  static constexpr const char* kName = "Simbody";

  struct State {
    SimTK::Vector coordinates, speeds, efforts;
  };

  explicit Simbody(const TreeMachine& tree) : matter_(system_) {
    matter_.setShowDefaultGeometry(false);
    add_bodies(tree);
    loads_.resize(matter_.getNumBodies());
    loads_.setToZero();
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    std::size_t coordinate = 0, speed = 0;
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      const MobilizedBody& body = bodies_[i];
      const TreeJointKind joint = tree.bodies[i].joint;
      for (std::size_t k = 0; k < coordinate_count(joint); ++k)
        coordinates_.push_back(static_cast<int>(body.getFirstQIndex(state_)) + static_cast<int>(k));
      for (std::size_t k = 0; k < speed_count(joint); ++k)
        speeds_.push_back(static_cast<int>(body.getFirstUIndex(state_)) + static_cast<int>(k));
      if (joint == TreeJointKind::kFree) {
        // Simbody has the quaternion before the position
        std::rotate(coordinates_.end() - 7, coordinates_.end() - 3, coordinates_.end());
        free_.push_back({coordinate, speed});
      }
      coordinate += coordinate_count(joint);
      speed += speed_count(joint);
    }
  }

  State prepare(const TreeState& given) const {
    TreeState state = given;
    for (const FreeBody& body : free_) {
      // Simbody's angular velocity is in the axes of the world
      const Rotation turn = rotation_of(body, given);
      for (double* values : {&state.speeds[body.speed], &state.efforts[body.speed]})
        Vec3::updAs(values) = turn * Vec3(Vec3::getAs(values));
    }
    return {scatter(state.coordinates, coordinates_), scatter(state.speeds, speeds_), scatter(state.efforts, speeds_)};
  }

  void evaluate(const State& state) {
    state_.updQ() = state.coordinates;
    state_.updU() = state.speeds;
    system_.realize(state_, SimTK::Stage::Dynamics);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec3 center = bodies_[i].getBodyRotation(state_) * centers_[i];
      loads_[bodies_[i].getMobilizedBodyIndex()] = {center % weights_[i], weights_[i]};
    }
    matter_.calcAccelerationIgnoringConstraints(state_, state.efforts, loads_, rates_, body_accelerations_);
  }

  std::vector<double> accelerations(const TreeState& state) const {
    std::vector<double> result;
    for (int place : speeds_) result.push_back(rates_[place]);
    for (const FreeBody& body : free_) {
      Vec3& rate = Vec3::updAs(&result[body.speed]);
      rate = ~rotation_of(body, state) * Vec3(rate);
    }
    return result;
  }

 private:
  void add_bodies(const TreeMachine& tree) {
    std::vector<Rotation> turns;
    for (const TreeBody& body : tree.bodies) {
      const auto& r = body.rotation;
      const Rotation own(SimTK::Mat33(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]), true);
      const bool on_world = body.parent < 0;
      const auto parent_index = static_cast<std::size_t>(body.parent);
      MobilizedBody& parent = on_world ? matter_.updGround() : bodies_[parent_index];
      const Rotation parent_turn = on_world ? Rotation() : turns[parent_index];
      turns.push_back(frame_of_axis(body));
      const SimTK::Transform frame(~parent_turn * own * turns.back(), ~parent_turn * vector_of(body.position));
      const SimTK::Body::Rigid rigid = rigid_body(body, turns.back());
      centers_.push_back(rigid.getDefaultRigidBodyMassProperties().getMassCenter());
      weights_.push_back(body.mass * vector_of(tree.gravity));
      if (body.joint == TreeJointKind::kRevolute) bodies_.push_back(MobilizedBody::Pin(parent, frame, rigid, {}));
      if (body.joint == TreeJointKind::kPrismatic) bodies_.push_back(MobilizedBody::Slider(parent, frame, rigid, {}));
      if (body.joint == TreeJointKind::kFree) bodies_.push_back(MobilizedBody::Free(parent, frame, rigid, {}));
    }
  }

  static SimTK::Vector scatter(const std::vector<double>& values, const std::vector<int>& places) {
    SimTK::Vector result(static_cast<int>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) result[places[i]] = values[i];
    return result;
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::State state_;
  std::vector<MobilizedBody> bodies_;
  std::vector<Vec3> centers_, weights_;                           // of the bodies, in their own axes and in the world's
  SimTK::Vector_<SimTK::SpatialVec> loads_, body_accelerations_;  // the world first
  SimTK::Vector rates_;
  std::vector<FreeBody> free_;
  std::vector<int> coordinates_, speeds_;  // where Simbody has those of the file
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_forward_program<kinemate::Simbody>(argc, argv); }
