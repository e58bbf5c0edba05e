#include "study/reduction/reduction_subject.h"

#include <fmt/format.h>

#include "formalism/energy.h"
#include "formalism/methods/lagrange.h"

namespace kinemate {
namespace {

std::vector<std::string> row_names(std::size_t speeds) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= speeds; ++i)
    for (std::size_t j = 1; j <= i; ++j) names.push_back(fmt::format("M({}, {})", i, j));
  for (const char* part : {"k", "f", "tau"})
    for (std::size_t i = 1; i <= speeds; ++i) names.push_back(fmt::format("{}({})", part, i));
  return names;
}

class RowsSubject : public ReductionSubject {
 public:
  explicit RowsSubject(const Equations& exact) : speeds_(exact.speeds) {
    formulas = rows_of(exact);
    names = row_names(exact.speeds.size());
    inertial = exact.mass.size();
    are_rows = true;
  }
  Equations equations(std::span<const Expr> other) const override { return from_rows(speeds_, other); }
  Equations lost(std::span<const Expr> dropped) const override { return from_rows(speeds_, dropped); }

 private:
  std::vector<Expr> speeds_;
};

class Matrices : public ReductionSubject {
 public:
  Matrices(const Model& model, const Kinematics& kinematics)
      : model_(model), kinematics_(kinematics), exact_(compute_roberson_wittenburg(model, kinematics)) {
    for (const MatrixEntry& entry : matrix_entries(exact_)) {
      formulas.push_back(*entry.place);
      names.push_back(entry.name);
    }
    inertial = exact_.mass.size();
    are_coefficients = true;
  }
  Equations equations(std::span<const Expr> other) const override {
    RobersonWittenburg matrices = exact_;
    return assemble_with(matrices, other);
  }
  Equations lost(std::span<const Expr> dropped) const override {
    RobersonWittenburg matrices = exact_;
    for (std::vector<Expr>* rest : {&matrices.efforts, &matrices.added}) rest->assign(rest->size(), Expr(0));
    Equations result = assemble_with(matrices, dropped);
    result.conservative.assign(result.speeds.size(), Expr(0));
    return result;
  }

 private:
  Equations assemble_with(RobersonWittenburg& matrices, std::span<const Expr> entries) const {
    const std::vector<MatrixEntry> places = matrix_entries(matrices);
    for (std::size_t i = 0; i < places.size(); ++i) *places[i].place = entries[i];
    return assemble(model_, kinematics_, matrices);
  }

  const Model model_;
  const Kinematics kinematics_;
  RobersonWittenburg exact_;
};

class EnergiesOf : public ReductionSubject {
 public:
  EnergiesOf(const Model& model, const Kinematics& kinematics) : model_(model), kinematics_(kinematics) {
    const Energies energies = compute_energies(model, kinematics);
    const Equations exact = derive_by_lagrange(model, kinematics);
    formulas = {energies.kinetic, energies.potential};
    names = {"T", "V"};
    for (std::size_t i = 0; i < exact.forces.size(); ++i) {
      formulas.push_back(exact.forces[i] - exact.conservative[i]);
      names.push_back(fmt::format("tau({})", i + 1));
    }
    inertial = 1;
  }
  Equations equations(std::span<const Expr> other) const override {
    Equations result = derive_from_energies(model_, kinematics_, other[0], other[1]);
    for (std::size_t i = 0; i < result.forces.size(); ++i) result.forces[i] += other[2 + i];
    return result;
  }
  Equations lost(std::span<const Expr> dropped) const override { return equations(dropped); }

 private:
  const Model model_;
  const Kinematics kinematics_;
};

}  // namespace

std::unique_ptr<ReductionSubject> reduce_rows(const Equations& equations) {
  return std::make_unique<RowsSubject>(equations);
}

std::unique_ptr<ReductionSubject> reduce_matrices(const Model& model, const Kinematics& kinematics) {
  return std::make_unique<Matrices>(model, kinematics);
}

std::unique_ptr<ReductionSubject> reduce_energies(const Model& model, const Kinematics& kinematics) {
  return std::make_unique<EnergiesOf>(model, kinematics);
}

std::vector<MatrixEntry> matrix_entries(RobersonWittenburg& matrices) {
  constexpr const char* kAxes = "xyz";
  std::vector<MatrixEntry> entries;
  const std::size_t f = matrices.speeds.size();
  auto add_vector = [&](Vector& v, const std::string& name) {
    for (std::size_t a = 0; a < 3; ++a) entries.push_back({&v[a], fmt::format("{}, {})", name, kAxes[a])});
  };
  for (std::size_t i = 0; i < f; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      entries.push_back({&matrices.mass[Equations::place(i, j)], fmt::format("M({}, {})", i + 1, j + 1)});
  for (std::size_t i = 0; i < f; ++i) {
    for (std::size_t j = 0; j <= f; ++j)
      for (std::size_t k = 0; k <= j; ++k)
        entries.push_back({&matrices.R1[i][Equations::place(j, k)], fmt::format("R1_{}({}, {})", i + 1, j, k)});
    for (std::size_t k = 0; k <= f; ++k) add_vector(matrices.R2[i][k], fmt::format("R2_{}({}", i + 1, k));
    Symmetric3<Expr>& R3 = matrices.R3[i];
    for (const auto& [place, name] : {std::pair{&R3.xx, "x, x"}, std::pair{&R3.yy, "y, y"}, std::pair{&R3.zz, "z, z"},
                                      std::pair{&R3.xy, "x, y"}, std::pair{&R3.xz, "x, z"}, std::pair{&R3.yz, "y, z"}})
      entries.push_back({place, fmt::format("R3_{}({})", i + 1, name)});
    add_vector(matrices.R4[i], fmt::format("R4({}", i + 1));
    for (std::size_t b = 1; b < matrices.R5[i].size(); ++b) {
      add_vector(matrices.R5[i][b], fmt::format("R5({}, {}", i + 1, b));
      add_vector(matrices.R6[i][b], fmt::format("R6({}, {}", i + 1, b));
    }
  }
  return entries;
}

std::vector<Expr> rows_of(const Equations& equations) {
  std::vector<Expr> formulas = equations.mass;
  for (const auto* part : {&equations.bias, &equations.conservative})
    formulas.insert(formulas.end(), part->begin(), part->end());
  for (std::size_t i = 0; i < equations.forces.size(); ++i)
    formulas.push_back(equations.forces[i] - equations.conservative[i]);
  return formulas;
}

Equations from_rows(const std::vector<Expr>& speeds, std::span<const Expr> rows) {
  Equations result = make_equations(speeds);
  const std::size_t f = speeds.size(), masses = result.mass.size();
  for (std::size_t i = 0; i < masses; ++i) result.mass[i] = rows[i];
  for (std::size_t i = 0; i < f; ++i) {
    result.bias[i] = rows[masses + i];
    result.conservative[i] = rows[masses + f + i];
    result.forces[i] = result.conservative[i] + rows[masses + 2 * f + i];
  }
  return result;
}

}  // namespace kinemate
