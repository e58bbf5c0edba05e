#include "codegen/c/header.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

namespace kinemate {
namespace {

Program pendulum() {
  Program program;
  program.name = "forward", program.machine = "pendulum", program.meaning = "accelerations at a state";
  program.inputs = {{"t", "time", {{"t", "s"}}},
                    {"q", "coordinates", {{"alpha1", "joint pivot, rad"}, {"x*/", ""}}},
                    {"p", "parameters", {}}};
  program.outputs = {{"a", "accelerations", {{"alpha1''", "rad/s^2"}, {"", ""}}}};
  return program;
}

TEST(CHeader, SaysWhatEveryIndexIs) {
  const Program program = pendulum();
  EXPECT_EQ(write_c_header(program, make_interface(program, "pendulum", c_language()), 5000),
            R"(/* forward of pendulum: accelerations at a state
 * Made by Kinemate.
 *
 * The function keeps nothing from call to call: several threads may call it at once.
 * Its arrays must not overlap. */
#ifndef PENDULUM_FORWARD_H
#define PENDULUM_FORWARD_H

/* t: input, time
 *   t -- s */

/* q: input, coordinates
 *   q[0]: alpha1 -- joint pivot, rad
 *   q[1]: x* / */
#define PENDULUM_FORWARD_Q_COUNT 2

/* a: result, accelerations
 *   a[0]: alpha1'' -- rad/s^2
 *   a[1]:  */
#define PENDULUM_FORWARD_A_COUNT 2

/* p -- parameters has no entries: no parameter */

/* The last parameter is room for numbers on the way, which need not be set; each thread has its own. */
#define PENDULUM_FORWARD_WORKSPACE 5000

#ifdef __cplusplus
extern "C" {
#endif

void pendulum_forward(double t, const double *q, double *a, double *workspace);

#ifdef __cplusplus
}
#endif

#endif
)");
}

TEST(CExample, FillsAndPrints) {
  const Program program = pendulum();
  const std::vector<double> values = {0.25, 1.5};
  EXPECT_EQ(write_c_example(program, make_interface(program, "pendulum", c_language()), 0, values),
            R"(/* An example: forward of pendulum: accelerations at a state
 * Made by Kinemate. */
#include "pendulum_forward.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
  static const double q[PENDULUM_FORWARD_Q_COUNT] = {
    1.5, /* alpha1 */
    0.0 /* x* / */
  };
  static const char *const a_names[PENDULUM_FORWARD_A_COUNT] = {
    "alpha1''",
    "a[1]"
  };
  static double a[PENDULUM_FORWARD_A_COUNT];
  pendulum_forward(0.25, q, a);
  for (size_t i = 0; i < PENDULUM_FORWARD_A_COUNT; ++i)
    printf("%s = %.17g\n", a_names[i], a[i]);
  return 0;
}
)");
}

}  // namespace
}  // namespace kinemate
