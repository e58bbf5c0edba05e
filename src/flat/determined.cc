#include "flat/determined.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/text/print.h"
#include "flat/words.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostErrors = 20;

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

struct Part {
  std::vector<std::size_t> equations, unknowns;
};

class Determined {
 public:
  Determined(const FlatSystem& system, const Incidence& incidence, const Matching& matching)
      : system_(system), incidence_(incidence), matching_(matching) {}

  // Everything that competes with this unknown for equations.
  Part reach_from_unknown(std::size_t start) const {
    Part part{{}, {start}};
    std::vector<bool> seen(incidence_.unknowns_of.size(), false);
    for (std::size_t at = 0; at < part.unknowns.size(); ++at) {
      for (std::size_t e : incidence_.equations_of[part.unknowns[at]]) {
        if (seen[e]) continue;
        seen[e] = true;
        part.equations.push_back(e);
        if (matching_.unknown_of[e] != kUnmatched) part.unknowns.push_back(matching_.unknown_of[e]);
      }
    }
    return sorted(part);
  }

  Part reach_from_equation(std::size_t start) const {
    Part part{{start}, {}};
    std::vector<bool> seen(incidence_.equations_of.size(), false);
    for (std::size_t at = 0; at < part.equations.size(); ++at) {
      for (std::size_t u : incidence_.unknowns_of[part.equations[at]]) {
        if (seen[u]) continue;
        seen[u] = true;
        part.unknowns.push_back(u);
        if (matching_.equation_of[u] != kUnmatched) part.equations.push_back(matching_.equation_of[u]);
      }
    }
    return sorted(part);
  }

  Error too_little(std::size_t unknown) const {
    const std::string name = to_text(system_.unknowns[unknown].symbol);
    const Part part = reach_from_unknown(unknown);
    Error error =
        part.equations.empty()
            ? Error(ErrorCode::kFlatCount, fmt::format("the unknown {} stands in no equation", name),
                    "write the equation that determines it, or leave it out")
            : Error(ErrorCode::kFlatCount,
                    fmt::format("under-determined: {} for the {} {}: {}", counted(part.equations.size(), "equation"),
                                counted(part.unknowns.size(), "unknown"), unknowns(part), equations(part)),
                    "an equation is missing, or one of these is known and belongs to the parameters");
    error.place = system_.unknowns[unknown].place;
    return error;
  }

  Error too_much(std::size_t equation) const {
    const FlatEquation& wrong = system_.equations[equation];
    const Part part = reach_from_equation(equation);
    Error error =
        part.unknowns.empty()
            ? Error(ErrorCode::kFlatCount, fmt::format("{} holds no unknown", wrong.name),
                    "what it says must follow from the parameters: "
                    "leave it out")
            : Error(ErrorCode::kFlatCount,
                    fmt::format("over-determined: {} for the {} {}: {}", counted(part.equations.size(), "equation"),
                                counted(part.unknowns.size(), "unknown"), unknowns(part), equations(part)),
                    "one of these equations is too many, or a parameter in them is meant to be unknown");
    error.place = wrong.place;
    return error;
  }

 private:
  static Part sorted(Part part) {
    std::sort(part.equations.begin(), part.equations.end());
    std::sort(part.unknowns.begin(), part.unknowns.end());
    return part;
  }
  std::string unknowns(const Part& part) const {
    std::vector<std::string> names;
    for (std::size_t u : part.unknowns) names.push_back(to_text(system_.unknowns[u].symbol));
    return list_names(std::move(names));
  }
  std::string equations(const Part& part) const {
    std::vector<std::string> names;
    for (std::size_t e : part.equations) names.push_back(describe(system_.equations[e]));
    return list_names(std::move(names));
  }

  const FlatSystem& system_;
  const Incidence& incidence_;
  const Matching& matching_;
};

}  // namespace

std::vector<Error> find_undetermined(const FlatSystem& system, const Incidence& incidence, const Matching& matching) {
  const Determined parts(system, incidence, matching);
  std::vector<Error> errors;
  for (std::size_t e = 0; e < matching.unknown_of.size() && errors.size() < kMostErrors; ++e)
    if (matching.unknown_of[e] == kUnmatched) errors.push_back(parts.too_much(e));
  for (std::size_t u = 0; u < matching.equation_of.size() && errors.size() < kMostErrors; ++u)
    if (matching.equation_of[u] == kUnmatched) errors.push_back(parts.too_little(u));
  return errors;
}

}  // namespace kinemate
