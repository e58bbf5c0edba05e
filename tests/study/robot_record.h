// Robots of others (URDF) and numbers of Simbody 3.7 about them. Both lie beside the repository; tests that need them
// are skipped where they do not.
#pragma once

#include <fstream>
#include <map>
#include <sstream>

#include "model_io/urdf/urdf.h"
#include "study/fixture.h"

namespace kinemate {

inline const std::string kRobots = KINEMATE_SOURCE "/../shared/cases/urdf/";

inline bool robots_are_here() { return std::ifstream(kRobots + "panda.urdf").good(); }

/// A machine at a state, and its numbers in the order of its speeds: M a + bias = effort.
struct RobotRecord {
  Model model;
  Kinematics kinematics;
  State state;
  Eigen::MatrixXd mass;
  Eigen::VectorXd bias, effort, acceleration;
  double kinetic = 0;
};

/// A word and its values on each line.
inline std::map<std::string, std::vector<double>> read_lines(const std::string& path) {
  std::map<std::string, std::vector<double>> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    for (double value; words >> value;) lines[word].push_back(value);
  }
  return lines;
}

/// The joints of the record are those of the file in its order; a floating base comes first, its state is always this.
inline RobotRecord read_record(const std::string& robot, const std::string& recorded, UrdfOptions options) {
  options.ignore_mimic = options.ignore_damping = true;
  RobotRecord record;
  const Reading reading = read_urdf(read_text_file(kRobots + robot + ".urdf"), robot, options);
  EXPECT_TRUE(reading.mistakes.empty());
  record.model = reading.model;
  record.kinematics = compute_kinematics(record.model);
  const std::vector<Expr>& all = record.kinematics.speeds;
  auto lines = read_lines(kRobots + recorded);
  const double pose[] = {.3, -.2, .9, .8, .4, -.2, .4}, twist[] = {.1, -.3, .2, .5, -.4, .7};
  std::vector<Given> state;
  std::vector<Eigen::Index> place;  // of the record's rows among the speeds
  std::size_t next = 0;
  record.effort = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(all.size()));
  for (const Joint& joint : record.model.joints) {
    const bool base = joint.type == JointType::kFree;
    const std::vector<Expr> speeds = joint_speeds(record.model, joint);
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i)
      state.push_back({make_symbol(record.model.coordinates[joint.coordinates[i]].name),
                       make_real(base ? pose[i] : lines["q"].at(next))});
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      state.push_back({speeds[i], make_real(base ? twist[i] : lines["v"].at(next))});
      place.push_back(std::find(all.begin(), all.end(), speeds[i]) - all.begin());
      if (!base) record.effort[place.back()] = lines["tau"].at(next);
    }
    if (!base && !speeds.empty()) ++next;
  }
  EXPECT_EQ(next, lines["q"].size());
  record.state = make_state(record.model, record.kinematics, state);
  const auto f = static_cast<Eigen::Index>(place.size());
  record.mass.resize(f, f);
  record.bias.resize(f);
  record.acceleration.resize(f);
  for (Eigen::Index i = 0; i < f; ++i) {
    const Eigen::Index row = place[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < f; ++j)
      record.mass(row, place[static_cast<std::size_t>(j)]) =
          lines["M" + std::to_string(i)].at(static_cast<std::size_t>(j));
    record.bias[row] = lines["bias"].at(static_cast<std::size_t>(i));
    record.acceleration[row] = lines["qacc"].at(static_cast<std::size_t>(i));
  }
  record.kinetic = lines["ke"].at(0);
  return record;
}

/// Calls check(record) for every record there is.
template <class Check>
void for_each_record(Check check) {
  for (const char* robot : {"panda", "ur5_robot"})
    for (const char* seed : {"1", "2"}) {
      SCOPED_TRACE(std::string(robot) + " " + seed);
      check(read_record(robot, std::string(robot) + ".seed" + seed + ".simbody.txt", {}));
    }
  SCOPED_TRACE("anymal_b");
  check(read_record("anymal_b", "anymal_b.float.seed1.simbody.txt", {.floating = true}));
}

}  // namespace kinemate
