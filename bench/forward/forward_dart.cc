// DART as a peer of forward dynamics: forward_dart [--calls N] TREE...
// Articulated bodies, Skeleton::computeForwardDynamics.
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "bench/forward/forward_program.h"

namespace kinemate {
namespace {

using dart::dynamics::BodyNode;

// bodies: a chain of a thousand takes DART some twenty seconds to build, one of ten thousand more than three minutes
constexpr std::size_t kMostBodies = 2000;

Eigen::Vector3d vector_of(const Triple& v) { return {v[0], v[1], v[2]}; }

BodyNode::Properties body_properties(const TreeBody& body, std::size_t index) {
  const auto& i = body.inertia;
  BodyNode::Properties result{BodyNode::AspectProperties("b" + std::to_string(index))};
  result.mInertia = dart::dynamics::Inertia(body.mass, vector_of(body.center),
                                            (Eigen::Matrix3d() << i[0], i[3], i[4],  //
                                             i[3], i[1], i[5],                       //
                                             i[4], i[5], i[2])
                                                .finished());
  return result;
}

template <class Joint>
typename Joint::Properties joint_properties(const TreeBody& body, std::size_t index) {
  typename Joint::Properties result;
  result.mName = "j" + std::to_string(index);
  result.mT_ParentBodyToJoint.linear() =
      Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(body.rotation.data());
  result.mT_ParentBodyToJoint.translation() = vector_of(body.position);
  if constexpr (!std::is_same_v<Joint, dart::dynamics::FreeJoint>) result.mAxis = vector_of(body.axis);
  return result;
}

/// Of a free body: where its coordinates and speeds are.
struct FreeBody {
  std::size_t coordinate, speed;
};

Eigen::Isometry3d pose_of(const FreeBody& body, const TreeState& state) {
  const double* q = &state.coordinates[body.coordinate];
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.translation() = Eigen::Vector3d(q[0], q[1], q[2]);
  result.linear() = Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix();
  return result;
}

class Dart {
 public:
  static constexpr const char* kName = "DART";

  struct State {
    Eigen::VectorXd positions, velocities, forces;
  };

  explicit Dart(const TreeMachine& tree) : skeleton_(dart::dynamics::Skeleton::create()) {
    using namespace dart::dynamics;
    if (tree.bodies.size() > kMostBodies) throw Unsupported("too many bodies");
    skeleton_->setGravity(vector_of(tree.gravity));
    std::size_t coordinate = 0, speed = 0;
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      const TreeBody& body = tree.bodies[i];
      if (body.joint == TreeJointKind::kRevolute) add<RevoluteJoint>(body);
      if (body.joint == TreeJointKind::kPrismatic) add<PrismaticJoint>(body);
      if (body.joint == TreeJointKind::kFree) {
        add<FreeJoint>(body);
        free_.push_back({coordinate, speed});
      }
      for (std::size_t k = 0; k < speed_count(body.joint); ++k)
        places_.push_back(static_cast<Eigen::Index>(bodies_.back()->getParentJoint()->getIndexInSkeleton(k)));
      coordinate += coordinate_count(body.joint);
      speed += speed_count(body.joint);
    }
  }

  State prepare(const TreeState& given) const {
    TreeState state = given;
    std::vector<double> coordinates;  // as many as speeds
    std::size_t next = 0;
    for (const FreeBody& body : free_) {
      const Eigen::Isometry3d pose = pose_of(body, given);
      coordinates.insert(coordinates.end(), given.coordinates.begin() + offset(next),
                         given.coordinates.begin() + offset(body.coordinate));
      const Eigen::Vector6d position = dart::dynamics::FreeJoint::convertToPositions(pose);
      coordinates.insert(coordinates.end(), position.begin(), position.end());
      next = body.coordinate + coordinate_count(TreeJointKind::kFree);
      // DART's twist and wrench of a free body are in its own axes
      for (double* values : {&state.speeds[body.speed + 3], &state.efforts[body.speed + 3]}) {
        Eigen::Map<Eigen::Vector3d> vector(values);
        vector = (pose.linear().transpose() * vector).eval();
      }
    }
    coordinates.insert(coordinates.end(), given.coordinates.begin() + offset(next), given.coordinates.end());
    return {scatter(coordinates), scatter(state.speeds), scatter(state.efforts)};
  }

  void evaluate(const State& state) {
    skeleton_->setPositions(state.positions);
    skeleton_->setVelocities(state.velocities);
    skeleton_->setForces(state.forces);
    skeleton_->computeForwardDynamics();
  }

  std::vector<double> accelerations(const TreeState& state) const {
    const Eigen::VectorXd values = skeleton_->getAccelerations();
    std::vector<double> result;
    for (Eigen::Index place : places_) result.push_back(values[place]);
    for (const FreeBody& body : free_) {
      const Eigen::Matrix3d turn = pose_of(body, state).linear();
      const Eigen::Map<const Eigen::Vector3d> omega(&state.speeds[body.speed]), velocity(&state.speeds[body.speed + 3]);
      Eigen::Map<Eigen::Vector3d> rate(&result[body.speed + 3]);
      rate = (turn * (rate + omega.cross(turn.transpose() * velocity))).eval();
    }
    return result;
  }

 private:
  static std::ptrdiff_t offset(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

  template <class Joint>
  void add(const TreeBody& body) {
    BodyNode* parent = body.parent < 0 ? nullptr : bodies_[static_cast<std::size_t>(body.parent)];
    bodies_.push_back(skeleton_
                          ->createJointAndBodyNodePair<Joint>(parent, joint_properties<Joint>(body, bodies_.size()),
                                                              body_properties(body, bodies_.size()))
                          .second);
  }

  Eigen::VectorXd scatter(const std::vector<double>& values) const {
    Eigen::VectorXd result(static_cast<Eigen::Index>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) result[places_[i]] = values[i];
    return result;
  }

  dart::dynamics::SkeletonPtr skeleton_;
  std::vector<BodyNode*> bodies_;
  std::vector<FreeBody> free_;
  std::vector<Eigen::Index> places_;  // where DART has the file's speeds, and as many coordinates
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_forward_program<kinemate::Dart>(argc, argv); }
