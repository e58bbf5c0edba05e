// Orocos KDL as a peer of forward dynamics, on chains: forward_kdl [--calls N] TREE...
// Articulated bodies by Vereshchagin's solver without constraints. Its other solver, ChainFdSolver_RNE, factors the
// mass matrix: it takes 15 % less for six and seven joints (2 to 5 % where the library is built with -O3 -DNDEBUG), and
// more from ten on. Neither takes trees; free joints KDL does not have.
#include <kdl/chain.hpp>
#include <kdl/chainhdsolver_vereshchagin.hpp>

#include "bench/forward/forward_program.h"

namespace kinemate {
namespace {

constexpr unsigned kConstraints = 0;

KDL::Vector vector_of(const Triple& v) { return {v[0], v[1], v[2]}; }

KDL::JntArray array_of(const std::vector<double>& values) {
  KDL::JntArray result(static_cast<unsigned>(values.size()));
  for (unsigned i = 0; i < values.size(); ++i) result(i) = values[i];
  return result;
}

/// The joint is given in the parent's frame, the inertia in the body's, which lies at the segment's tip.
KDL::Segment make_segment(const TreeBody& body) {
  const auto& r = body.rotation;
  const KDL::Frame frame(KDL::Rotation(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]), vector_of(body.position));
  const auto type = body.joint == TreeJointKind::kRevolute ? KDL::Joint::RotAxis : KDL::Joint::TransAxis;
  const KDL::Joint joint(frame.p, frame.M * vector_of(body.axis), type);
  const auto& i = body.inertia;
  const KDL::RotationalInertia inertia(i[0], i[1], i[2], i[3], i[4], i[5]);  // about the centre of mass
  return KDL::Segment(joint, frame, KDL::RigidBodyInertia(body.mass, vector_of(body.center), inertia));
}

KDL::Chain make_chain(const TreeMachine& tree) {
  if (!is_chain(tree)) throw Unsupported("not a chain");
  KDL::Chain chain;
  for (const TreeBody& body : tree.bodies) {
    if (body.joint == TreeJointKind::kFree) throw Unsupported("a free joint");
    chain.addSegment(make_segment(body));
  }
  return chain;
}

class Kdl {
 public:
  static constexpr const char* kName = "KDL";

  struct State {
    KDL::JntArray coordinates, speeds, efforts;
  };

  explicit Kdl(const TreeMachine& tree)
      : chain_(make_chain(tree)),
        // the root accelerates upwards instead of the weights
        solver_(chain_, KDL::Twist(-vector_of(tree.gravity), KDL::Vector::Zero()), kConstraints),
        directions_(kConstraints),
        set_points_(kConstraints),
        forces_(tree.bodies.size(), KDL::Wrench::Zero()),
        accelerations_(chain_.getNrOfJoints()),
        constraint_efforts_(chain_.getNrOfJoints()) {}

  State prepare(const TreeState& state) const {
    return {array_of(state.coordinates), array_of(state.speeds), array_of(state.efforts)};
  }

  void evaluate(const State& state) {
    const int failure = solver_.CartToJnt(state.coordinates, state.speeds, accelerations_, directions_, set_points_,
                                          forces_, state.efforts, constraint_efforts_);
    if (failure != 0) throw std::runtime_error("the solver fails with " + std::to_string(failure));
  }

  std::vector<double> accelerations(const TreeState&) const {
    return {accelerations_.data.begin(), accelerations_.data.end()};
  }

 private:
  KDL::Chain chain_;  // the solver keeps a reference
  KDL::ChainHdSolver_Vereshchagin solver_;
  KDL::Jacobian directions_;
  KDL::JntArray set_points_;
  KDL::Wrenches forces_;
  KDL::JntArray accelerations_, constraint_efforts_;
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_forward_program<kinemate::Kdl>(argc, argv); }
