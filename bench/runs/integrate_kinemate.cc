// Kinemate's integrators on compiled equations of motion: integrate_kinemate MACHINE END METHOD TOLERANCE...
// What `kinemate simulate` integrates, without rows of results and without the check of energy.
#include "base/error.h"
#include "bench/runs/integration_program.h"
#include "expr/pool.h"
#include "model_io/machine_file.h"
#include "sim/integrate.h"
#include "sim/methods.h"
#include "study/programs/shortest_program.h"
#include "study/simulation/machine_system.h"

namespace kinemate {
namespace {

MachinePrograms make_programs(const std::string& path, std::size_t speeds) {
  Pool pool;
  const PoolScope scope(pool);
  const Reading reading = read_machine_file(path);
  if (!reading.mistakes.empty()) throw std::runtime_error(path + ": " + reading.mistakes[0].message);
  MachinePrograms programs;
  programs.coordinates = programs.speeds = speeds;
  programs.names.assign(2 * speeds, "x");
  ProgramRequest request;
  request.purpose = Purpose::kOde;
  request.algorithm.kind = Algorithm::Kind::kFastest;
  programs.rates = make_shortest_program(reading.model, request, [](const std::string&) {}).optimized.program;
  return programs;
}

class KinemateRun {
 public:
  KinemateRun(const std::string& machine, const TreeState& start)
      : speeds_(start.speeds.size()), start_(start.coordinates), system_(make_programs(machine + ".yaml", speeds_)) {
    start_.insert(start_.end(), start.speeds.begin(), start.speeds.end());
  }

  std::vector<double> accelerations() {
    const auto values = system_.accelerations(0, start_);
    return {values.begin(), values.end()};
  }

  void prepare(const std::string& method, double tolerance, double end) {
    IntegratorOptions options;
    options.rtol = tolerance;
    options.atol = {tolerance};
    integrator_ = make_integrator(method_named(method), system_, options);
    options_ = {.t0 = 0, .t1 = end, .output_times = {end}, .stop_times = {}};
  }

  void run() {
    const RunStatus status = run_integration(*integrator_, start_, options_, {});
    if (!status.good()) throw std::runtime_error(status.message);
  }

  std::vector<double> coordinates() const {
    const auto state = integrator_->state();
    return {state.begin(), state.begin() + static_cast<std::ptrdiff_t>(speeds_)};
  }

 private:
  std::size_t speeds_;
  std::vector<double> start_;
  MachineSystem system_;
  std::unique_ptr<Integrator> integrator_;
  RunOptions options_;
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  try {
    return kinemate::run_integration_program<kinemate::KinemateRun>(argc, argv);
  } catch (const kinemate::Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 1;
  }
}
