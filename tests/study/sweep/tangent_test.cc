#include "study/sweep/tangent.h"

#include <gtest/gtest.h>

#include "study/sweep/fixture.h"

namespace kinemate {
namespace {

class TangentTest : public StudyTest {
 protected:
  struct End {
    std::vector<double> watched, derivatives;
  };

  static SimulationRequest request(std::vector<std::string> varied, const std::vector<std::string>& watched,
                                   double end) {
    SimulationRequest request = until(end, 1e-13);
    request.varied = std::move(varied);
    request.record.only_watched = true;
    for (const std::string& text : watched) request.record.watched.push_back(parse(text));
    request.times = {0, end / 2, end};
    return request;
  }

  static End end_of(TangentRun& run, const std::vector<double>& varied) {
    End end;
    const RunStatus status =
        run.run(varied, [&](double, std::span<const double> watched, std::span<const double> derivatives) {
          end.watched.assign(watched.begin(), watched.end());
          end.derivatives.assign(derivatives.begin(), derivatives.end());
        });
    EXPECT_TRUE(status.good()) << status.message;
    return end;
  }

  // Each derivative against central differences of fourth order, which the tolerance of the run makes good to 1e-9.
  static void expect_differences(const Model& model, const SimulationRequest& wanted, const std::vector<double>& at,
                                 double tolerance = 1e-7) {
    const TangentMachine machine = make_tangent_machine(model, wanted, [](const std::string&) {});
    TangentRun run(machine);
    const End here = end_of(run, at);
    for (std::size_t j = 0; j < at.size(); ++j) {
      const double size = std::abs(at[j]), h = std::min(1e-3 * std::max(1.0, size), 1e-2 * size);
      std::vector<End> ends;
      for (double step : {-2.0, -1.0, 1.0, 2.0}) {
        std::vector<double> moved = at;
        moved[j] += step * h;
        ends.push_back(end_of(run, moved));
      }
      for (std::size_t i = 0; i < here.watched.size(); ++i) {
        const double difference =
            (ends[0].watched[i] - 8 * ends[1].watched[i] + 8 * ends[2].watched[i] - ends[3].watched[i]) / (12 * h);
        const double scale = std::max(1.0, std::abs(difference));
        EXPECT_NEAR(here.derivatives[i * at.size() + j], difference, tolerance * scale) << i << " by " << j;
      }
    }
  }
};

// x = x₀ cos ωt + v₀/ω sin ωt + u/k (1 − cos ωt), ω² = k/m.
TEST_F(TangentTest, AnOscillatorByHand) {
  const Model model = machine(R"(
name: oscillator
parameters: {k: 9, m: 1}
inputs: {u: {unit: N}}
bodies: {b: {mass: m}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: u - k*x}}
initial: {x: k/9}
)");
  const double t = 2, k = 9, w = 3;
  const TangentMachine made =
      make_tangent_machine(model, request({"x'", "u", "k"}, {"x", "x''"}, t), [](const std::string&) {});
  TangentRun run(made);
  const End end = end_of(run, {0.5, 2, k});
  const double c = std::cos(w * t), s = std::sin(w * t), v = 0.5, u = 2, dw = 1 / (2 * w);
  EXPECT_NEAR(end.watched[0], c + v / w * s + u / k * (1 - c), 1e-11);
  EXPECT_NEAR(end.derivatives[0], s / w, 1e-11);
  EXPECT_NEAR(end.derivatives[1], (1 - c) / k, 1e-11);
  const double by_k = c / 9 - t * s * dw - v / (w * w) * s * dw + v / w * t * c * dw - u / (k * k) * (1 - c) +
                      u / k * t * s * dw;  // the initial value depends on k, too
  EXPECT_NEAR(end.derivatives[2], by_k, 1e-10);
  EXPECT_NEAR(end.derivatives[3], -s * w, 1e-9);  // of the acceleration by x'
}

TEST_F(TangentTest, DifferencesOfAPendulum) {
  expect_differences(machine(kPendulum), request({"l", "g", "phi", "phi'", "m"}, {"phi", "tip_x*phi'", "phi''"}, 3),
                     {1.3, 9.81, 1.2, 0.4, 2});
}

TEST_F(TangentTest, DifferencesOfExamples) {
  // J is a formula of l and m
  expect_differences(example("cart_pendulums"), request({"l", "m", "F", "d", "phi2"}, {"x", "phi1' + x'", "phi2''"}, 1),
                     {0.4, 0.3, 1.5, 0.002, 0.1});
  // by recursions
  expect_differences(example("puma_560"),
                     request({"theta2", "theta3", "theta5'"}, {"theta1", "theta4 + theta6", "theta2''"}, 0.5),
                     {0.4, -0.3, 1});
}

// Conditions of the time at varied times; those of the state at which the force jumps are refused.
TEST_F(TangentTest, DifferencesAcrossConditions) {
  const auto pushed = [](const std::string& force) {
    return machine(R"(
name: slider
parameters: {late: 1.3, width: 0.2, k: 20}
bodies: {block: {mass: 1}}
joints: {rail: {type: prismatic, axis: x, from: world, to: block, coordinate: x}}
loads: {push: {type: joint, joint: rail, effort: ")" +
                   force + "\"}}\n");
  };
  const SimulationRequest wanted = request({"late", "width", "k", "x'"}, {"x", "x'"}, 3);
  for (const char* force :
       {"if(t > late and t < late + width, k, 0)", "-k*x + k*step(late, t, late + width)"})
    expect_differences(pushed(force), wanted, {1.3, 0.2, 20, 0.7}, 2e-6);
  EXPECT_THROW(make_tangent_machine(pushed("if(x > 0.5, -k*x, 0)"), wanted, [](const std::string&) {}), Error);
}

TEST_F(TangentTest, Refusals) {
  EXPECT_TRUE(contains(refusal([&] {
                         make_tangent_machine(machine(falling_ball("floor: {condition: z, stop: true}")),
                                              request({"g"}, {"z"}, 1), [](const std::string&) {});
                       }),
                       "jump at events"));
}

}  // namespace
}  // namespace kinemate
