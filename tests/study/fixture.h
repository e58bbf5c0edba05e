// States and numbers of machines, from texts.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "formalism/fixture.h"
#include "model/fixture.h"
#include "study/evaluate.h"

namespace kinemate {

class StudyTest : public ModelTest {};

/// {"q = 0.3", "q' = 1"}
inline std::vector<Given> given(const std::vector<std::string>& texts) {
  std::vector<Given> result;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    result.push_back({parse(text.substr(0, equals)), parse(text.substr(equals + 1))});
  }
  return result;
}

/// The numbers of a machine at its initial values or at a seed, but for what is given.
inline StateNumbers evaluate_at(const Model& model, const std::vector<std::string>& texts,
                                std::optional<std::uint64_t> seed = std::nullopt, const EvaluateRequest& request = {}) {
  const Kinematics kinematics = compute_kinematics(model);
  return evaluate_state(model, kinematics, make_state(model, kinematics, given(texts), seed), request);
}

inline Model example(const std::string& name) {
  return machine(read_text_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml"));
}

/// The Error that a call throws, as text.
template <class F>
std::string refusal(F call) {
  try {
    call();
  } catch (const Error& error) {
    return render(error);
  }
  return "nothing was refused";
}

inline testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in: " << text;
}

inline testing::AssertionResult is_near(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, double tolerance) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return testing::AssertionFailure() << "other sizes";
  if (largest(a - b) <= tolerance) return testing::AssertionSuccess();
  return testing::AssertionFailure() << a << "\n is not\n" << b << "\n by " << largest(a - b);
}

inline Eigen::Vector3d to_eigen(const Vector3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d to_eigen(const Matrix3<double>& m) {
  Eigen::Matrix3d result;
  for (std::size_t i = 0; i < 3; ++i) result.row(static_cast<Eigen::Index>(i)) = to_eigen(m.rows[i]).transpose();
  return result;
}

}  // namespace kinemate
