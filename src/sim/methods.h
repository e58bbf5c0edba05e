// The integrators by name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim/integrator.h"

namespace kinemate {

enum class IntegrationMethod { kAuto, kEuler, kRk4, kDopri5, kDop853, kAdams, kCvode, kMidpoint, kMultirate };

struct MethodInfo {
  IntegrationMethod method;
  std::string_view name;
  std::string_view summary;  ///< what it is good for, a few words
};

/// All of them, in the order of the enumeration.
std::span<const MethodInfo> integration_methods();

std::string_view method_name(IntegrationMethod method);

/// Throws Error with the nearest name.
IntegrationMethod method_named(std::string_view name);

std::unique_ptr<Integrator> make_integrator(IntegrationMethod method, OdeSystem& system,
                                            const IntegratorOptions& options);

}  // namespace kinemate
