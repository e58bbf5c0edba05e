// Simbody as a peer for closed loops: loops_simbody MACHINE END CLOSING rates|merson|fehlberg|bdf [ACCURACY...]
// MACHINE is a file of bench/scripts/loop_machines.py, points of a plane as two numbers, in SI units, the world as body -1:
//   gravity gx gy
//   bodies N
//   body PARENT pin|slide TURN px py MASS cx cy INERTIA q EFFORT   parents first; about the centre of mass; q at rest
//   closings N
//   closing BODY px py BODY px py
//   springs N
//   spring BODY px py BODY px py STIFFNESS LENGTH DAMPING
// The motion goes from 0 s to END. CLOSING says how pins close loops: `line`, a point of one body on a line of the
// other, the two conditions of the plane; `ball`, with a third one across it, which holds anyway. Prints lines of JSON:
// of `rates`, the time of one right-hand side, states of the motion realised up to accelerations in turn; of
// integrators, a line as those of bench/runs/integration_program.h for each accuracy. Constraints are held within a tenth of
// the accuracy, which is Simbody's own choice. CPodes by its BDF: steps of its Adams formulas dwindle to nothing where
// states are projected onto constraints.
#include <Simbody.h>

#include <fstream>
#include <memory>

#include "bench/runs/integration_program.h"

namespace kinemate {
namespace {

using SimTK::MobilizedBody;
using SimTK::Vec3;

constexpr int kMostSteps = 10'000'000;  // CPodes ends with a message after 500

struct PlanarPlace {
  int body = -1;
  Vec3 point{0};
};

/// Numbers and words behind words that say what they are.
class PlanarText {
 public:
  explicit PlanarText(const std::string& path) : path_(path), file_(path) {}

  template <class Value>
  Value take() {
    Value value{};
    if (!(file_ >> value)) throw std::runtime_error(path_ + ": not as expected");
    return value;
  }
  void expect(const std::string& word) {
    if (take<std::string>() != word) throw std::runtime_error(path_ + ": no " + word);
  }
  int count(const std::string& word) {
    expect(word);
    return take<int>();
  }
  Vec3 point() {
    const auto x = take<double>();
    return {x, take<double>(), 0};
  }
  PlanarPlace place() {
    const int body = take<int>();
    return {body, point()};
  }

 private:
  std::string path_;
  std::ifstream file_;
};

class LoopPeer {
 public:
  LoopPeer(const std::string& path, const std::string& closing) : matter_(system_), forces_(system_) {
    matter_.setShowDefaultGeometry(false);
    PlanarText text(path);
    text.expect("gravity");
    const Vec3 gravity = text.point();
    const int bodies = text.count("bodies");
    std::vector<double> start;
    for (int i = 0; i < bodies; ++i) start.push_back(add_body(text));
    const int closings = text.count("closings");
    for (int i = 0; i < closings; ++i) close_loop(text, closing);
    const int springs = text.count("springs");
    for (int i = 0; i < springs; ++i) add_spring(text);
    if (gravity.norm() > 0) SimTK::Force::Gravity(forces_, matter_, gravity);
    start_ = system_.realizeTopology();
    system_.realizeModel(start_);
    for (std::size_t i = 0; i < start.size(); ++i) bodies_[i].setOneQ(start_, 0, start[i]);
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

  /// Of one right-hand side.
  double seconds_of_rates(double end) {
    constexpr int kStates = 8;
    std::vector<SimTK::Vector> coordinates, speeds;
    prepare("merson", 1e-4, end);
    integrator_->initialize(start_);
    for (int i = 1; i <= kStates; ++i) {
      while (integrator_->getTime() < end * i / kStates) integrator_->stepTo(end * i / kStates);
      coordinates.push_back(integrator_->getState().getQ());
      speeds.push_back(integrator_->getState().getU());
    }
    SimTK::State state = start_;
    std::size_t next = 0;  // another state at each call, since what is known of the last one is kept
    return least_processor_seconds([&] {
      state.updQ() = coordinates[next % kStates];
      state.updU() = speeds[next++ % kStates];
      system_.realize(state, SimTK::Stage::Acceleration);
    });
  }

 private:
  MobilizedBody& body_at(int index) {
    return index < 0 ? matter_.updGround() : bodies_.at(static_cast<std::size_t>(index));
  }

  /// Its coordinate at the start. Inertia across the plane is that of a thin plate, and does not matter.
  double add_body(PlanarText& text) {
    text.expect("body");
    MobilizedBody& parent = body_at(text.take<int>());
    const auto kind = text.take<std::string>();
    const auto turn = text.take<double>();
    const SimTK::Transform frame(SimTK::Rotation(turn, SimTK::ZAxis), text.point());
    const auto mass = text.take<double>();
    const Vec3 center = text.point();
    const auto moment = text.take<double>();
    const SimTK::Inertia of_origin = SimTK::Inertia(moment / 2, moment / 2, moment).shiftFromMassCenter(-center, mass);
    const SimTK::Body::Rigid rigid(SimTK::MassProperties(mass, center, of_origin));
    if (kind == "pin") {
      bodies_.push_back(MobilizedBody::Pin(parent, frame, rigid, {}));
    } else {
      bodies_.push_back(MobilizedBody::Slider(parent, frame, rigid, {}));
    }
    const auto start = text.take<double>();
    const auto effort = text.take<double>();
    if (effort != 0) SimTK::Force::MobilityConstantForce(forces_, bodies_.back(), effort);
    return start;
  }

  void close_loop(PlanarText& text, const std::string& closing) {
    text.expect("closing");
    const PlanarPlace a = text.place(), b = text.place();
    if (closing == "line") {
      SimTK::Constraint::PointOnLine(body_at(a.body), SimTK::UnitVec3(SimTK::ZAxis), a.point, body_at(b.body), b.point);
    } else if (closing == "ball") {
      SimTK::Constraint::Ball(body_at(a.body), a.point, body_at(b.body), b.point);
    } else {
      throw std::runtime_error("no closing " + closing);
    }
  }

  void add_spring(PlanarText& text) {
    text.expect("spring");
    const PlanarPlace a = text.place(), b = text.place();
    const auto stiffness = text.take<double>(), length = text.take<double>(), damping = text.take<double>();
    MobilizedBody &first = body_at(a.body), &second = body_at(b.body);
    if (stiffness != 0) SimTK::Force::TwoPointLinearSpring(forces_, first, a.point, second, b.point, stiffness, length);
    if (damping != 0) SimTK::Force::TwoPointLinearDamper(forces_, first, a.point, second, b.point, damping);
  }

  std::unique_ptr<SimTK::Integrator> make(const std::string& method) const {
    if (method == "merson") return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system_);
    if (method == "fehlberg") return std::make_unique<SimTK::RungeKuttaFeldbergIntegrator>(system_);
    if (method == "bdf") return std::make_unique<SimTK::CPodesIntegrator>(system_, SimTK::CPodes::BDF);
    throw std::runtime_error("no method " + method);
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::State start_;
  std::vector<MobilizedBody> bodies_;
  std::unique_ptr<SimTK::Integrator> integrator_;
  double end_ = 0;
};

/// Processor time of a run, the least of at least two.
double least_seconds_of_runs(LoopPeer& peer) {
  constexpr double kTotal = 0.3;
  double best = 1e9, spent = 0;
  for (int i = 0; i < 2 || spent < kTotal; ++i) {
    const double begin = processor_seconds();
    peer.run();
    const double seconds = processor_seconds() - begin;
    spent += seconds;
    best = std::min(best, seconds);
  }
  return best;
}

void print_run(LoopPeer& peer, const std::string& method, const std::string& accuracy, double end) {
  peer.prepare(method, std::strtod(accuracy.c_str(), nullptr), end);
  const double seconds = least_seconds_of_runs(peer);
  std::printf(R"({"setting": %s, "seconds": %.6g)", accuracy.c_str(), seconds);
  print_numbers("coordinates", peer.coordinates());
  print_numbers("accelerations", peer.accelerations());
  std::printf("}\n");
  std::fflush(stdout);
}

int run_loops_program(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: %s MACHINE END line|ball rates|merson|fehlberg|bdf [ACCURACY...]\n", argv[0]);
    return 2;
  }
  try {
    LoopPeer peer(argv[1], argv[3]);
    const double end = std::strtod(argv[2], nullptr);
    const std::string method = argv[4];
    if (method == "rates") {
      std::printf(R"({"seconds": %.6g)", peer.seconds_of_rates(end));
      print_numbers("accelerations", peer.accelerations());
      std::printf("}\n");
      return 0;
    }
    for (int i = 5; i < argc; ++i) print_run(peer, method, argv[i], end);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_loops_program(argc, argv); }
