// Random trees with every kind of joint, as text.
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "expr/evaluate.h"
#include "model/model.h"

namespace kinemate {

/// A tree of 1 to `most` bodies: joints of all types, in both directions, frames on both sides, drives, a moving base
/// now and then. Coordinates are called c1, c2, ...
inline std::string random_machine(std::mt19937_64& random, int most) {
  auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  auto number = [&] { return std::to_string(below(19) - 9) + "/10"; };
  auto vector = [&] { return "[" + number() + ", " + number() + ", " + number() + "]"; };
  int coordinates = 0;
  auto names = [&](int n) {
    std::string list = "[";
    for (int i = 0; i < n; ++i) list += (i > 0 ? ", c" : "c") + std::to_string(++coordinates);
    return list + "]";
  };
  auto axis = [&] {
    const char* const axes[] = {"x", "y", "z", "-x", "-z", "[3, 0, 4]", "[2, 3, 6]", "[0, 1, -1]"};
    return std::string(axes[below(8)]);
  };
  auto place = [&](const std::string& body) {
    if (below(3) == 0) return body;
    std::string text = "{body: " + body + ", at: " + vector();
    if (below(2) == 0) text += ", rotation: [[" + axis() + ", " + number() + "], [" + axis() + ", " + number() + "]]";
    return text + "}";
  };
  auto joint = [&]() -> std::string {
    switch (below(13)) {
      case 0: return "type: fixed";
      case 1: return "type: prismatic, axis: " + axis() + ", coordinates: " + names(1);
      case 2: return "type: screw, axis: " + axis() + ", pitch: " + number() + ", coordinates: " + names(1);
      case 3: return "type: cylindrical, axis: " + axis() + ", coordinates: " + names(2);
      case 4: return "type: universal, axes: [x, [0, 3, 4]], coordinates: " + names(2);
      case 5: return "type: planar, axis: " + axis() + ", coordinates: " + names(3);
      case 6: return "type: spherical, sequence: zyx, coordinates: " + names(3);
      case 7: return "type: spherical, sequence: euler_parameters, coordinates: " + names(4);
      case 8: return "type: free, sequence: [z, x, [3, 0, 4]], coordinates: " + names(6);
      case 9: return "type: free, sequence: euler_parameters, coordinates: " + names(7);
      case 10:
        switch (below(3)) {
          case 0: return "type: constant_velocity, axis: " + axis() + ", coordinates: " + names(2);
          case 1:
            return "type: constant_velocity, form: double_cardan, length: " + number() + ", axis: " + axis() +
                   ", coordinates: " + names(2);
          default:
            return "type: constant_velocity, form: euler_parameters, axis: " + axis() + ", coordinates: " + names(3);
        }
      case 11: {
        const std::string list = names(2), last = "c" + std::to_string(coordinates),
                          first = "c" + std::to_string(coordinates - 1);
        return "type: motion, coordinates: " + list + ", rotation: [[x, " + first + "*2], [y, t - " + last +
               "]], position: [" + last + "^2, sin(t), " + first + "]";
      }
      default: {
        const std::string list = names(1);
        return "type: revolute, axis: " + axis() + ", coordinates: " + list +
               (below(4) == 0 ? ", drive: sin(2*t) + t/3" : "");
      }
    }
  };
  std::string bodies = "bodies:\n", joints = "joints:\n";
  const int count = 1 + below(most);
  for (int i = 1; i <= count; ++i) {
    const std::string body = "b" + std::to_string(i);
    const int parent = below(3) == 0 ? below(i) : i - 1;  // mostly chains
    std::string near = place(parent == 0 ? "world" : "b" + std::to_string(parent)), far = place(body);
    const bool world_axes = near[0] == '{' && below(5) == 0;
    if (world_axes) near.insert(near.size() - 1, ", axes: world");
    if (!world_axes && below(3) == 0) std::swap(near, far);
    bodies += "  " + body + ": {mass: 1}\n";
    joints += "  j" + std::to_string(i) + ": {" + joint() + ", from: " + near + ", to: " + far + "}\n";
  }
  const std::string base = below(4) == 0 ? "base: {position: [t^2, sin(t), 0], rotation: [[z, 2*t], [x, t^2]]}\n" : "";
  return base + bodies + joints;
}

/// Values of Euler parameters scaled to norm one.
inline void normalise_euler_parameters(const Model& model, Values& values) {
  for (const Joint& joint : model.joints) {
    double square = 0;
    for (std::size_t index : euler_coordinates(joint))
      if (const auto p = values.find(make_symbol(model.coordinates[index].name)); p != values.end())
        square += p->second * p->second;
    for (std::size_t index : euler_coordinates(joint))
      if (const auto p = values.find(make_symbol(model.coordinates[index].name)); p != values.end())
        p->second /= std::sqrt(square);
  }
}

}  // namespace kinemate
