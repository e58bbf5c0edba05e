// Problems with certified answers: NIST, Statistical Reference Datasets (StRD), Nonlinear Least Squares Regression,
// Misra1a (lower difficulty), BoxBOD and MGH09 (higher difficulty). Certified to ten digits.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace kinemate {

struct StatisticalReference {
  std::string name;
  std::vector<double> x, y;
  /// y at x, and its derivatives by b.
  double (*curve)(std::span<const double> b, double x, std::span<double> derivatives);
  std::vector<std::vector<double>> starts;
  std::vector<double> certified, deviations;
  double square_sum;
};

inline double saturation_curve(std::span<const double> b, double x, std::span<double> derivatives) {
  const double decay = std::exp(-b[1] * x);
  derivatives[0] = 1 - decay;
  derivatives[1] = b[0] * x * decay;
  return b[0] * (1 - decay);
}

inline double rational_curve(std::span<const double> b, double x, std::span<double> derivatives) {
  const double above = x * x + x * b[1], below = x * x + x * b[2] + b[3];
  derivatives[0] = above / below;
  derivatives[1] = b[0] * x / below;
  derivatives[2] = -b[0] * above * x / (below * below);
  derivatives[3] = -b[0] * above / (below * below);
  return b[0] * above / below;
}

inline std::vector<StatisticalReference> statistical_references() {
  return {
      {.name = "Misra1a",
       .x = {77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0},
       .y = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78},
       .curve = saturation_curve,
       .starts = {{500, 0.0001}, {250, 0.0005}},
       .certified = {2.3894212918e+02, 5.5015643181e-04},
       .deviations = {2.7070075241e+00, 7.2668688436e-06},
       .square_sum = 1.2455138894e-01},
      {.name = "BoxBOD",
       .x = {1, 2, 3, 5, 7, 10},
       .y = {109, 149, 149, 191, 213, 224},
       .curve = saturation_curve,
       .starts = {{1, 1}, {100, 0.75}},
       .certified = {2.1380940889e+02, 5.4723748542e-01},
       .deviations = {1.2354515176e+01, 1.0455993237e-01},
       .square_sum = 1.1680088766e+03},
      {.name = "MGH09",
       .x = {4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625},
       .y = {0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246},
       .curve = rational_curve,
       .starts = {{25, 39, 41.5, 39}, {0.25, 0.39, 0.415, 0.39}},
       .certified = {1.9280693458e-01, 1.9128232873e-01, 1.2305650693e-01, 1.3606233068e-01},
       .deviations = {1.1435312227e-02, 1.9633220911e-01, 8.0842031232e-02, 9.0025542308e-02},
       .square_sum = 3.0750560385e-04},
  };
}

}  // namespace kinemate
