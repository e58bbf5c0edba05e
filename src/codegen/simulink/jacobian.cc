#include "codegen/simulink/jacobian.h"

#include <optional>

#include "base/check.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

// The results of the program that are one of its matrices.
struct Matrix {
  std::size_t first = 0, rows = 0, columns = 0;
};

std::optional<Matrix> find_matrix(const Program& program, std::string_view name) {
  std::size_t first = 0;
  for (const Array& array : program.outputs) {
    if (array.name == name && !array.entries.empty()) {
      CHECK(array.columns > 0);
      return Matrix{first, array.entries.size() / array.columns, array.columns};
    }
    first += array.entries.size();
  }
  return std::nullopt;
}

bool is_zero(const Program& program, std::size_t result) {
  const Operation& operation = program.operations[program.results[result]];
  return operation.code == Code::kConstant && program.constants[operation.operands[0]] == 0;
}

std::size_t count_entries(const Array* array) { return array == nullptr ? 0 : array->entries.size(); }

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) { made_.starts.push_back(0); }

  void add(const std::optional<Matrix>& matrix, std::size_t column, std::size_t first_row) {
    if (!matrix) return;
    CHECK(column < matrix->columns);
    for (std::size_t row = 0; row < matrix->rows; ++row) {
      const std::size_t result = matrix->first + row * matrix->columns + column;
      if (!is_zero(program_, result)) made_.rows.push_back(first_row + row), made_.sources.push_back(result);
    }
  }

  void add_one(std::size_t row) { made_.rows.push_back(row), made_.sources.push_back(program_.results.size()); }

  void end_column() { made_.starts.push_back(made_.rows.size()); }

  SparseJacobian finish() { return std::move(made_); }

 private:
  const Program& program_;
  SparseJacobian made_;
};

}  // namespace

SparseJacobian find_sparse_jacobian(std::span<const Program> programs) {
  const Program* jacobian = find_program(programs, "jacobian");
  const Program* outputs = find_program(programs, "outputs");
  SparseJacobian none;
  if (jacobian == nullptr) none.missing = "its derivatives were not derived";
  for (const Program& program : programs)
    if (find_array(program.inputs, "w") != nullptr)
      none.missing = "the derivatives of its unspecified functions are not known";
  if (!none.missing.empty()) return none;
  const std::size_t states = count_entries(find_array(programs[0].inputs, "x"));
  const std::size_t inputs = count_entries(find_array(programs[0].inputs, "u"));
  const auto A = find_matrix(*jacobian, "A"), B = find_matrix(*jacobian, "B");
  const auto C = find_matrix(*jacobian, "C"), D = find_matrix(*jacobian, "D");
  CHECK(A && A->columns == states && (B ? B->columns : 0) == inputs);
  if (outputs != nullptr && !C) {
    none.missing = "the derivatives of its outputs were not derived";
    return none;
  }
  Collector collector(*jacobian);
  for (std::size_t column = 0; column < states; ++column) {
    collector.add(A, column, 0);
    if (outputs != nullptr) collector.add(C, column, states);
    if (outputs == nullptr) collector.add_one(states + column);
    collector.end_column();
  }
  for (std::size_t column = 0; column < inputs; ++column) {
    collector.add(B, column, 0);
    if (outputs != nullptr) collector.add(D, column, states);
    collector.end_column();
  }
  return collector.finish();
}

}  // namespace kinemate
