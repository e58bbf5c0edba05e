// Simbody's integrators as peers: integrate_simbody MACHINE END merson|rk3|cpodes ACCURACY...
// Hinges alone. CPodes by its Adams formulas with functional iteration, as suits machines that are not stiff.
#include <Simbody.h>

#include <memory>

#include "bench/runs/integration_program.h"

namespace kinemate {
namespace {

using SimTK::MobilizedBody;
using SimTK::Rotation;
using SimTK::Vec3;

constexpr int kMostSteps = 10'000'000;  // CPodes ends with a message after 500

Vec3 vector_of(const Triple& v) { return {v[0], v[1], v[2]}; }

/// Simbody's hinges turn about z; the frames on both bodies are turned so that z is the axis.
MobilizedBody add_hinge(MobilizedBody& parent, const TreeBody& body) {
  if (body.joint != TreeJointKind::kRevolute) throw std::runtime_error("only hinges");
  const auto& r = body.rotation;
  const Rotation own(SimTK::Mat33(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]), true);
  const Rotation to_axis(SimTK::UnitVec3(vector_of(body.axis)), SimTK::ZAxis);
  const auto& i = body.inertia;
  const Vec3 center = vector_of(body.center);
  const SimTK::Inertia of_origin =
      SimTK::Inertia(i[0], i[1], i[2], i[3], i[4], i[5]).shiftFromMassCenter(-center, body.mass);
  const SimTK::Body::Rigid rigid(SimTK::MassProperties(body.mass, center, of_origin));
  return MobilizedBody::Pin(parent, {own * to_axis, vector_of(body.position)}, rigid, to_axis);
}

class SimbodyRun {
 public:
  SimbodyRun(const std::string& machine, const TreeState& start) : matter_(system_), forces_(system_) {
    matter_.setShowDefaultGeometry(false);
    const TreeMachine tree = read_tree(machine + ".tree");
    for (const TreeBody& body : tree.bodies) {
      MobilizedBody& parent = body.parent < 0 ? matter_.updGround() : bodies_.at(static_cast<std::size_t>(body.parent));
      bodies_.push_back(add_hinge(parent, body));
    }
    SimTK::Force::UniformGravity(forces_, matter_, vector_of(tree.gravity));
    start_ = system_.realizeTopology();
    system_.realizeModel(start_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      bodies_[i].setOneQ(start_, 0, start.coordinates[i]);
      bodies_[i].setOneU(start_, 0, start.speeds[i]);
    }
  }

  std::vector<double> accelerations() {
    system_.realize(start_, SimTK::Stage::Acceleration);
    std::vector<double> result;
    for (const MobilizedBody& body : bodies_) result.push_back(body.getOneUDot(start_, 0));
    return result;
  }

  void prepare(const std::string& method, double accuracy, double end) {
    integrator_ = make(method);
    integrator_->setAccuracy(accuracy);
    integrator_->setFinalTime(end);
    integrator_->setInternalStepLimit(kMostSteps);
    end_ = end;
  }

  void run() {
    integrator_->initialize(start_);
    while (integrator_->getTime() < end_) integrator_->stepTo(end_);
  }

  std::vector<double> coordinates() const {
    std::vector<double> result;
    for (const MobilizedBody& body : bodies_) result.push_back(body.getOneQ(integrator_->getState(), 0));
    return result;
  }

 private:
  std::unique_ptr<SimTK::Integrator> make(const std::string& method) const {
    if (method == "merson") return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system_);
    if (method == "rk3") return std::make_unique<SimTK::RungeKutta3Integrator>(system_);
    if (method != "cpodes") throw std::runtime_error("no method " + method);
    return std::make_unique<SimTK::CPodesIntegrator>(system_, SimTK::CPodes::Adams, SimTK::CPodes::Functional);
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::State start_;
  std::vector<MobilizedBody> bodies_;
  std::unique_ptr<SimTK::Integrator> integrator_;
  double end_ = 0;
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_integration_program<kinemate::SimbodyRun>(argc, argv); }
