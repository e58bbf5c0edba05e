#include "sim/explicit/euler.h"

#include "sim/explicit/runge_kutta.h"

namespace kinemate {
namespace {

constexpr Tableau euler_coefficients() {
  Tableau t;
  t.stages = 1;
  t.order = 1;
  t.c = {0, 1};
  t.a[1] = sparse_weights<1>({1});
  return t;
}

constexpr Tableau kEuler = euler_coefficients();

}  // namespace

std::unique_ptr<Integrator> make_euler(OdeSystem& system, const IntegratorOptions& options) {
  return std::make_unique<RungeKutta>(system, options, kEuler);
}

}  // namespace kinemate
