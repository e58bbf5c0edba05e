#include "sim/implicit/sundials_memory.h"

#include <utility>

#include "base/check.h"

namespace kinemate {

SundialsMemory::SundialsMemory(std::size_t size) : n(size) {
  CHECK(SUNContext_Create(nullptr, &context) == 0);
  const auto length = static_cast<sunindextype>(n);
  const Vector shape(N_VNew_Serial(length, context));
  matrix = SUNDenseMatrix(length, length, context);
  solver = SUNLinSol_Dense(shape.get(), matrix, context);
  CHECK(shape && matrix && solver);
}

SundialsMemory::~SundialsMemory() {
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  SUNContext_Free(&context);
}

SundialsMemory::Vector SundialsMemory::wrap(double* data) const {
  Vector result(N_VMake_Serial(static_cast<sunindextype>(n), data, context));
  CHECK(result != nullptr);
  return result;
}

void SundialsMemory::rethrow() {
  if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
}

void say_nothing(int, const char*, const char*, char*, void*) {}

}  // namespace kinemate
