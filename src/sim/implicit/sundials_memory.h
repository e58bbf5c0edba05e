// What CVODE and IDA share: a context, dense linear algebra, vectors over our own memory, exceptions held back while C
// code stands between.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <span>

namespace kinemate {

struct SundialsMemory {
  struct FreeVector {
    void operator()(N_Vector v) const { N_VDestroy(v); }
  };
  using Vector = std::unique_ptr<_generic_N_Vector, FreeVector>;

  explicit SundialsMemory(std::size_t n);
  ~SundialsMemory();
  SundialsMemory(const SundialsMemory&) = delete;
  SundialsMemory& operator=(const SundialsMemory&) = delete;

  /// A vector over `data`, which is not owned. REQUIRES: data lives on; it goes before this memory does.
  Vector wrap(double* data) const;

  /// Runs `call`, which returns whether there is a value. For SUNDIALS: 0 is good, 1 asks for a shorter step, -1 ends.
  template <class Call>
  int guarded(Call&& call) {
    try {
      return call() ? 0 : 1;
    } catch (...) {
      thrown = std::current_exception();
      return -1;
    }
  }
  /// Throws what a callback threw.
  void rethrow();

  std::size_t n;
  SUNContext context = nullptr;
  SUNMatrix matrix = nullptr;  ///< n x n
  SUNLinearSolver solver = nullptr;
  std::exception_ptr thrown;
};

inline std::span<double> entries(N_Vector v) {
  return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))};
}

/// SUNDIALS prints its mistakes unless it is given this.
void say_nothing(int code, const char* module, const char* function, char* message, void* data);

}  // namespace kinemate
