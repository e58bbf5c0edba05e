#include "sim/explicit/dopri5.h"

#include "sim/explicit/runge_kutta.h"

namespace kinemate {
namespace {

constexpr Tableau dopri5_coefficients() {
  Tableau t;
  t.stages = 6;
  t.order = 5;
  t.error_order = 4;
  t.stiff_bound = 3.25;
  t.beta = 0.04;
  t.c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  t.a[1] = sparse_weights<1>({1.0 / 5});
  t.a[2] = sparse_weights<2>({3.0 / 40, 9.0 / 40});
  t.a[3] = sparse_weights<3>({44.0 / 45, -56.0 / 15, 32.0 / 9});
  t.a[4] = sparse_weights<4>({19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729});
  t.a[5] = sparse_weights<5>({9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656});
  t.a[6] = sparse_weights<6>({35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84});
  t.error = sparse_weights<7>({71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40});
  t.dense_rows = 1;
  t.dense[0] = sparse_weights<7>({-12715105075.0 / 11282082432.0, 0, 87487479700.0 / 32700410799.0,
                                  -10690763975.0 / 1880347072.0, 701980252875.0 / 199316789632.0,
                                  -1453857185.0 / 822651844.0, 69997945.0 / 29380423.0});
  return t;
}

constexpr Tableau kDopri5 = dopri5_coefficients();

}  // namespace

const Tableau& dopri5_tableau() { return kDopri5; }

std::unique_ptr<Integrator> make_dopri5(OdeSystem& system, const IntegratorOptions& options) {
  return std::make_unique<RungeKutta>(system, options, kDopri5);
}

}  // namespace kinemate
