// The programs of a pendulum that is driven, by hand: ode, outputs and jacobian.
//
//   x = (phi, omega), u = (torque), p = (m, l)
//   dx = (omega, -9.81/l sin(phi) + torque/(m l²) + w)
//   y = (l sin(phi), the second of dx)
#pragma once

#include <cmath>
#include <vector>

#include "program/builder.h"

namespace kinemate {

struct PendulumOptions {
  bool inputs = true;        ///< u
  bool outputs = true;       ///< the program of outputs, and C and D
  bool unspecified = false;  ///< w = (f) of ode, (g, f) of outputs
};

class Pendulum {
 public:
  Pendulum(const PendulumOptions& options, const char* name, std::vector<Entry> w)
      : options_(options), builder_(make_like(options, name, std::move(w))) {
    phi = builder_.input(1), omega = builder_.input(2);
    std::size_t at = 3;
    torque = options.inputs ? builder_.input(at++) : builder_.constant(0);
    first_w_ = at, at += w_count_;
    m = builder_.input(at), l = builder_.input(at + 1);
  }

  Builder& builder() { return builder_; }
  Value w(std::size_t i) { return builder_.input(first_w_ + i); }
  Value by_inertia(Value a) {  // a/(m l²)
    return builder_.divide(a, builder_.multiply(m, builder_.multiply(l, l)));
  }
  Value pull(Value a) {  // -9.81/l a
    return builder_.negate(builder_.multiply(builder_.divide(builder_.constant(9.81), l), a));
  }
  Value acceleration() { return builder_.add(pull(builder_.sine(phi)), by_inertia(torque)); }

  Value phi, omega, torque, m, l;

 private:
  Program make_like(const PendulumOptions& options, const char* name, std::vector<Entry> w) {
    w_count_ = w.size();
    Program like;
    like.name = name, like.machine = "pendulum", like.meaning = "by hand";
    like.inputs = {{"t", "time", {{"t", ""}}}, {"x", "the state", {{"phi", "an angle"}, {"omega", "its rate"}}}};
    if (options.inputs) like.inputs.push_back({"u", "inputs", {{"torque", ""}}});
    like.inputs.push_back({"w", "functions", std::move(w)});
    like.inputs.push_back({"p", "parameters", {{"m", ""}, {"l", "length"}}});
    return like;
  }

  PendulumOptions options_;
  std::size_t w_count_ = 0, first_w_ = 0;
  Builder builder_;
};

inline Program pendulum_ode(const PendulumOptions& options) {
  Pendulum pendulum(options, "ode", options.unspecified ? std::vector<Entry>{{"f(phi)", ""}} : std::vector<Entry>{});
  Value rate = pendulum.acceleration();
  if (options.unspecified) rate = pendulum.builder().add(rate, pendulum.w(0));
  return pendulum.builder().finish({{"dx", "rates of x", {{"phi'", ""}, {"omega'", ""}}}}, {pendulum.omega, rate});
}

inline Program pendulum_outputs(const PendulumOptions& options) {
  Pendulum pendulum(options, "outputs",
                    options.unspecified ? std::vector<Entry>{{"g(t)", ""}, {"f(phi)", ""}} : std::vector<Entry>{});
  Builder& builder = pendulum.builder();
  Value height = builder.multiply(pendulum.l, builder.sine(pendulum.phi)), rate = pendulum.acceleration();
  if (options.unspecified) height = builder.add(height, pendulum.w(0)), rate = builder.add(rate, pendulum.w(1));
  return builder.finish({{"y", "outputs", {{"side", ""}, {"rate", "of omega"}}}}, {height, rate});
}

inline Array pendulum_matrix(const char* name, std::size_t columns) {
  Array array{name, "", {}, columns};
  for (std::size_t i = 0; i < 2 * columns; ++i)
    array.entries.push_back(
        {std::string(name) + "(" + std::to_string(i / columns + 1) + "," + std::to_string(i % columns + 1) + ")", ""});
  return array;
}

inline Program pendulum_jacobian(const PendulumOptions& options) {
  Pendulum pendulum(options, "jacobian", {});
  Builder& builder = pendulum.builder();
  const Value zero = builder.constant(0), one = builder.constant(1), cosine = builder.cosine(pendulum.phi);
  const Value stiffness = pendulum.pull(cosine), by_torque = pendulum.by_inertia(one);
  std::vector<Array> outputs = {pendulum_matrix("A", 2)};
  std::vector<Value> results = {zero, one, stiffness, zero};
  const auto add = [&](const char* name, std::size_t columns, std::initializer_list<Value> values) {
    outputs.push_back(pendulum_matrix(name, columns));
    results.insert(results.end(), values);
  };
  if (options.inputs) add("B", 1, {zero, by_torque});
  if (options.outputs) add("C", 2, {builder.multiply(pendulum.l, cosine), zero, stiffness, zero});
  if (options.outputs && options.inputs) add("D", 1, {zero, by_torque});
  return builder.finish(outputs, results);
}

inline std::vector<Program> pendulum_programs(const PendulumOptions& options = {}) {
  std::vector<Program> programs = {pendulum_ode(options)};
  if (options.outputs) programs.push_back(pendulum_outputs(options));
  programs.push_back(pendulum_jacobian(options));
  return programs;
}

/// t, x, u, w, p of ode.
inline std::vector<double> pendulum_example(const PendulumOptions& options = {}) {
  std::vector<double> example = {0, 0.5, -0.25};
  if (options.inputs) example.push_back(0.125);
  if (options.unspecified) example.push_back(2);
  example.insert(example.end(), {1.5, 0.75});
  return example;
}

}  // namespace kinemate
