#include "sim/explicit/rk4.h"

#include "sim/explicit/runge_kutta.h"

namespace kinemate {
namespace {

constexpr Tableau rk4_coefficients() {
  Tableau t;
  t.stages = 4;
  t.order = 4;
  t.c = {0, 0.5, 0.5, 1, 1};
  t.a[1] = sparse_weights<1>({0.5});
  t.a[2] = sparse_weights<2>({0, 0.5});
  t.a[3] = sparse_weights<3>({0, 0, 1});
  t.a[4] = sparse_weights<4>({1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6});
  return t;
}

constexpr Tableau kRk4 = rk4_coefficients();

}  // namespace

std::unique_ptr<Integrator> make_rk4(OdeSystem& system, const IntegratorOptions& options) {
  return std::make_unique<RungeKutta>(system, options, kRk4);
}

}  // namespace kinemate
