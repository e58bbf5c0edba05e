#include "bench/programs/programmed_machines.h"

#include "base/check.h"
#include "expr/pool.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

// What the machines' files leave open.
std::vector<std::string> numbers_for(const std::string& machine) {
  if (machine == "cardan") return {"m1=6/5", "l1=7/10", "I1=1/20", "m2=9/10", "l2=1/2", "I2=1/50", "g=981/100"};
  if (machine.starts_with("keppler")) return {"m=6/5", "l=1/2", "a=1/4", "Ixx=1/40", "Iyy=1/500", "Izz=1/41"};
  return {};
}

// Calls `make` with the model and the request.
template <class Make>
auto with_machine(const std::string& folder, const std::string& name, Purpose purpose, ParameterUse values, Make make) {
  Pool pool;
  const PoolScope scope(pool);
  Reading reading = read_machine_file(folder + "/" + name + ".yaml");
  CHECK(reading.mistakes.empty());
  Model model = std::move(reading.model);
  ProgramRequest request{.purpose = purpose};
  if (values == ParameterUse::kNumbers) {
    model = specialise(model, {numbers_for(name), std::vector<std::string>{}});
  } else {
    for (const Parameter& parameter : model.parameters) request.parameters.push_back(parameter.name);
  }
  return make(model, request, [](const std::string&) {});
}

}  // namespace

Program machine_program(const std::string& folder, const std::string& name, Purpose purpose, ParameterUse values) {
  return with_machine(folder, name, purpose, values, [](const Model& model, const auto& request, const auto& progress) {
    return make_machine_program(model, request, progress);
  });
}

Program shortest_machine_program(const std::string& folder, const std::string& name, Purpose purpose,
                                 ParameterUse values) {
  return with_machine(folder, name, purpose, values, make_shortest_program).optimized.program;
}

}  // namespace kinemate
