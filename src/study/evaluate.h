// Numbers of a machine at a state: M, k, τ, accelerations, energies, loads in joints, motion of points.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "study/state.h"

namespace kinemate {

/// A point of a body or frame, in axes of the place.
struct PointRequest {
  std::string name;
  Attachment place;
  Vector position;
};

struct EvaluateRequest {
  bool mass = true, bias = true, forces = true;
  bool acceleration = true;  ///< also that of the points
  bool energies = true;
  bool reactions = true;
  std::vector<PointRequest> points;
  std::vector<Given> efforts;                       ///< on speeds, beside the loads of the model
  std::optional<std::vector<Given>> accelerations;  ///< ṡ as given, 0 where not: what efforts does this need?
};

struct NamedNumber {
  std::string name;
  double value = 0;
  double rate = 0;
};

/// What a joint carries, efforts along its free directions included, or a contact; inertial axes.
struct Reaction {
  std::string joint;      ///< or constraint
  std::string on;         ///< the body that it acts on, away from the root
  Vector3<double> about;  ///< the joint's origin on that body
  Load<double> load;
};

/// Inertial axes.
struct PointNumbers {
  std::string name;
  Vector3<double> position;
  Matrix3<double> rotation;  ///< of the place
  Vector3<double> velocity, angular_velocity;
  std::optional<Vector3<double>> acceleration, angular_acceleration;
  Eigen::MatrixXd J_T, J_R;  ///< (3 x f)
};

struct EnergyNumbers {
  double kinetic = 0, potential = 0, dissipation = 0;
};

/// What was not asked for is not there.
struct StateNumbers {
  double time = 0;
  std::vector<NamedNumber> coordinates;  ///< driven ones too, with q̇
  std::vector<NamedNumber> states;       ///< of loads, with their rates
  std::vector<std::string> speed_names;  ///< (f)
  Eigen::VectorXd speeds;                ///< s (f)
  std::vector<NamedNumber>
      dependent;  ///< speeds that follow where loops are closed, with their rates; with accelerations
  std::optional<Eigen::MatrixXd> mass;             ///< M (f x f)
  std::optional<Eigen::VectorXd> bias;             ///< k (f)
  std::optional<Eigen::VectorXd> forces;           ///< τ (f): gravity and loads
  std::optional<Eigen::VectorXd> effort;           ///< (f), where some was given: M ṡ + k = τ + effort
  std::optional<Eigen::VectorXd> acceleration;     ///< ṡ (f)
  std::optional<Eigen::VectorXd> required_effort;  ///< M ṡ + k − τ of given accelerations
  std::optional<EnergyNumbers> energies;
  std::optional<std::vector<Reaction>> reactions;
  std::vector<NamedNumber> multipliers;   ///< of constraints that are equations, with the reactions
  std::vector<std::string> undetermined;  ///< joints whose loads are not: then those of least squares of all
  std::vector<PointNumbers> points;
};

/// Throws Error: kInput for open parameters; kNumerical where M is
/// singular (study/singular.h) and is to be solved, or where a formula has no value.
StateNumbers evaluate_state(const Model& model, const Kinematics& kinematics, const State& state,
                            const EvaluateRequest& request = {});

}  // namespace kinemate
