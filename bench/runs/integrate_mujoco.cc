// MuJoCo's integrators as peers: integrate_mujoco MACHINE END euler|rk4|implicit STEPS...
// Everything that a machine of bodies and hinges does without is switched off.
#include <mujoco/mujoco.h>

#include <map>
#include <memory>

#include "bench/runs/integration_program.h"

namespace kinemate {
namespace {

mjModel* load_mjcf(const std::string& path) {
  char error[1000] = "";
  mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  if (model == nullptr) throw std::runtime_error(path + ": " + error);
  model->opt.disableflags = mjDSBL_CONSTRAINT | mjDSBL_EQUALITY | mjDSBL_FRICTIONLOSS | mjDSBL_LIMIT | mjDSBL_CONTACT |
                            mjDSBL_PASSIVE | mjDSBL_WARMSTART | mjDSBL_ACTUATION | mjDSBL_SENSOR;
  return model;
}

class MujocoRun {
 public:
  MujocoRun(const std::string& machine, const TreeState& start)
      : start_(start), model_(load_mjcf(machine + ".xml")), data_(mj_makeData(model_.get())) {}

  std::vector<double> accelerations() {
    set_start();
    mj_forward(model_.get(), data_.get());
    return {data_->qacc, data_->qacc + model_->nv};
  }

  void prepare(const std::string& method, double steps, double end) {
    const std::map<std::string, int> methods = {
        {"euler", mjINT_EULER}, {"rk4", mjINT_RK4}, {"implicit", mjINT_IMPLICIT}};
    model_->opt.integrator = methods.at(method);
    model_->opt.timestep = end / steps;
    steps_ = static_cast<long>(steps);
  }

  void run() {
    set_start();
    for (long i = 0; i < steps_; ++i) mj_step(model_.get(), data_.get());
  }

  std::vector<double> coordinates() const { return {data_->qpos, data_->qpos + model_->nq}; }

 private:
  struct Delete {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };

  void set_start() {
    data_->time = 0;
    std::copy(start_.coordinates.begin(), start_.coordinates.end(), data_->qpos);
    std::copy(start_.speeds.begin(), start_.speeds.end(), data_->qvel);
  }

  TreeState start_;
  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
  long steps_ = 0;
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_integration_program<kinemate::MujocoRun>(argc, argv); }
