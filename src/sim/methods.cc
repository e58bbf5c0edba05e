#include "sim/methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/error.h"
#include "base/suggest.h"
#include "sim/automatic.h"
#include "sim/explicit/adams.h"
#include "sim/explicit/dop853.h"
#include "sim/explicit/dopri5.h"
#include "sim/explicit/euler.h"
#include "sim/explicit/rk4.h"
#include "sim/implicit/cvode.h"
#include "sim/implicit/midpoint.h"
#include "sim/multirate.h"

namespace kinemate {
namespace {

using M = IntegrationMethod;

constexpr std::array<MethodInfo, 9> kMethods = {{
    {M::kAuto, "auto", "chosen from the system, changed when it turns out to be stiff"},
    {M::kEuler, "euler", "order 1, fixed steps"},
    {M::kRk4, "rk4", "order 4, fixed steps"},
    {M::kDopri5, "dopri5", "order 5, for moderate tolerances"},
    {M::kDop853, "dop853", "order 8, for most machines"},
    {M::kAdams, "adams", "order 1 to 12, for smooth motions whose equations are dear"},
    {M::kCvode, "cvode", "order 1 to 5, for stiff machines"},
    {M::kMidpoint, "midpoint", "order 2, fixed steps, keeps energy over long times"},
    {M::kMultirate, "multirate", "order 4, where a few states are much faster than the rest"},
}};

}  // namespace

std::span<const MethodInfo> integration_methods() { return kMethods; }

std::string_view method_name(IntegrationMethod method) { return kMethods[static_cast<std::size_t>(method)].name; }

IntegrationMethod method_named(std::string_view name) {
  const auto found =
      std::find_if(kMethods.begin(), kMethods.end(), [&](const MethodInfo& m) { return m.name == name; });
  if (found != kMethods.end()) return found->method;
  std::array<std::string_view, kMethods.size()> names;
  std::transform(kMethods.begin(), kMethods.end(), names.begin(), [](const MethodInfo& method) { return method.name; });
  const std::string near = nearest(name, names);
  throw Error(
      ErrorCode::kOptionValue, fmt::format("there is no integrator `{}`", name),
      near.empty() ? fmt::format("there are {}", fmt::join(names, ", ")) : fmt::format("did you mean `{}`?", near));
}

std::unique_ptr<Integrator> make_integrator(IntegrationMethod method, OdeSystem& system,
                                            const IntegratorOptions& options) {
  switch (method) {
    case M::kAuto: return make_automatic(system, options);
    case M::kEuler: return make_euler(system, options);
    case M::kRk4: return make_rk4(system, options);
    case M::kDopri5: return make_dopri5(system, options);
    case M::kDop853: return make_dop853(system, options);
    case M::kAdams: return make_adams(system, options);
    case M::kCvode: return make_cvode(system, options);
    case M::kMidpoint: return make_midpoint(system, options);
    case M::kMultirate: return make_multirate(system, options);
  }
  CHECK(false);
  return nullptr;
}

}  // namespace kinemate
