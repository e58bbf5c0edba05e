// Robots as URDF text, and numbers of the machines that come of them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "model/fixture.h"
#include "model_io/urdf/notes.h"
#include "model_io/urdf/urdf.h"

namespace kinemate {

class UrdfTest : public ModelTest {};

inline std::string robot_text(const std::string& inside) { return "<robot name=\"r\">" + inside + "</robot>"; }

inline std::string link_text(const std::string& name, const std::string& mass = "1") {
  return fmt::format(
      "<link name=\"{}\"><inertial><mass value=\"{}\"/>"
      "<inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>",
      name, mass);
}

inline std::string joint_text(const std::string& name, const std::string& type, const std::string& parent,
                              const std::string& child, const std::string& more = "") {
  return fmt::format("<joint name=\"{}\" type=\"{}\"><parent link=\"{}\"/><child link=\"{}\"/>{}</joint>", name, type,
                     parent, child, more);
}

/// The machine of a text without mistakes.
inline Model robot_machine(const std::string& text, const UrdfOptions& options = {}) {
  Reading reading = read_urdf(text, "robot", options);
  for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
  return std::move(reading.model);
}

/// Messages without places and hints, one a line.
inline std::string messages(const std::vector<Error>& errors) {
  std::string result;
  for (const Error& error : errors) result += error.message + "\n";
  return result;
}
inline std::string messages(const std::vector<UrdfNote>& notes) {
  std::string result;
  for (const UrdfNote& note : notes) result += note.message + "\n";
  return result;
}

/// Seeded values of all coordinates; Euler parameters have norm one.
inline Values random_position(const Model& model, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1.5, 1.5);
  Values values;
  for (const Coordinate& coordinate : model.coordinates) values[make_symbol(coordinate.name)] = number(random);
  for (const Joint& joint : model.joints) {
    if (!joint.euler_parameters) continue;
    const auto p = std::span(joint.coordinates).last(4);
    double square = 0;
    for (std::size_t i : p) square += std::pow(values.at(make_symbol(model.coordinates[i].name)), 2);
    for (std::size_t i : p) values.at(make_symbol(model.coordinates[i].name)) /= std::sqrt(square);
  }
  return values;
}

inline Pose<double> number_pose(const Model& model, const Kinematics& kinematics, const Attachment& attachment,
                                const Values& values) {
  const Pose<Expr> pose = inertial_pose(model, kinematics, attachment);
  std::vector<Expr> entries = {pose.position.x, pose.position.y, pose.position.z};
  for (const Vector& row : pose.rotation.rows) entries.insert(entries.end(), {row.x, row.y, row.z});
  const std::vector<double> n = evaluate(entries, values);
  return {{{{{n[3], n[4], n[5]}, {n[6], n[7], n[8]}, {n[9], n[10], n[11]}}}}, {n[0], n[1], n[2]}};
}

/// Where all bodies and frames are, by their names; the world is not among them.
inline std::map<std::string, Pose<double>> number_poses(const Model& model, const Values& values) {
  std::map<std::string, Pose<double>> poses;
  const Kinematics kinematics = compute_kinematics(model);
  for (std::size_t body = 1; body < model.bodies.size(); ++body) {
    Attachment attachment;
    attachment.body = body;
    poses[model.bodies[body].name] = number_pose(model, kinematics, attachment, values);
  }
  for (std::size_t frame = 0; frame < model.frames.size(); ++frame) {
    Attachment attachment;
    attachment.frame = frame;
    poses[model.frames[frame].name] = number_pose(model, kinematics, attachment, values);
  }
  return poses;
}

inline void expect_near(const Pose<double>& a, const Pose<double>& b, double tolerance, const std::string& what) {
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(a.position[i], b.position[i], tolerance) << what;
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(a.rotation(i, j), b.rotation(i, j), tolerance) << what;
  }
}

/// The same bodies and frames by name, at the same places, with the same inertia.
inline void expect_same_machine(const Model& a, const Model& b, double tolerance = 1e-14) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 3; ++round) {
    const Values values = random_position(a, random);
    const auto poses_a = number_poses(a, values), poses_b = number_poses(b, values);
    ASSERT_EQ(poses_a.size(), poses_b.size());
    for (const auto& [name, pose] : poses_a) {
      ASSERT_TRUE(poses_b.contains(name)) << name;
      expect_near(pose, poses_b.at(name), tolerance, name);
    }
  }
  for (const Body& body : a.bodies) {
    const std::size_t other = find_body(b, body.name);
    ASSERT_NE(other, kNone) << body.name;
    const Body& same = b.bodies[other];
    EXPECT_NEAR(body.mass.real(), same.mass.real(), tolerance) << body.name;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(body.center[i].real(), same.center[i].real(), tolerance) << body.name;
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_NEAR(body.inertia.matrix()(i, j).real(), same.inertia.matrix()(i, j).real(), tolerance) << body.name;
    }
    EXPECT_EQ(body.unphysical, same.unphysical) << body.name;
  }
}

}  // namespace kinemate
