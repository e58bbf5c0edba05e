// Accelerations of a machine at many states, as fast as they can be had: by a compiled program, or by the engine.
//
// A program is made for one machine: two to five times as fast as the engine for arms, as fast for a thousand links,
// but it takes a second to make then, and the time grows with the machine. The engine is there at once. Both take the
// same inputs, those of the program for forward dynamics.
#pragma once

#include <memory>
#include <span>

#include "model/model.h"
#include "program/program.h"
#include "study/derivation.h"

namespace kinemate {

class ForwardDynamics {
 public:
  enum class Means {
    kAutomatic,  ///< a program up to 1,000 speeds, and for what the engine cannot take
    kProgram,
    kEngine
  };

  /// One state at a time, or batches. REQUIRES: width is 1, 4 or 8. Throws Error for loops that cannot be closed,
  /// parameters without a value, speeds without inertia, and machines that the engine cannot take where it is asked
  /// for, such as closed ones.
  explicit ForwardDynamics(const Model& model, Means means = Means::kAutomatic, unsigned width = 1);
  ~ForwardDynamics();
  ForwardDynamics(ForwardDynamics&&) noexcept;

  Means means() const;                       ///< which of the two it is
  const std::vector<Array>& inputs() const;  ///< t, q, s, states of loads, inputs, functions
  const Array& outputs() const;              ///< rates of the speeds

  /// What one call works on; each thread needs its own. Number i of lane l stands at [i*width + l].
  class Workspace {
   public:
    std::span<double> inputs();
    std::span<const double> accelerations() const;
    ~Workspace();
    Workspace(Workspace&&) noexcept;

   private:
    friend class ForwardDynamics;
    struct Parts;
    explicit Workspace(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
  };
  Workspace make_workspace() const;

  /// Allocates nothing.
  void run(Workspace& workspace) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace kinemate
