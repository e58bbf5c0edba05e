// Names for the quantities of a machine's links, each with the formula it stands for.
#pragma once

#include <set>
#include <string>

#include "formalism/links/links.h"

namespace kinemate {

struct RecursionStep {
  std::string group;  ///< in words, the same for all steps of a pass
  Expr symbol;
  Expr formula;  ///< of symbols of the machine and of steps before
};

class StepNames {
 public:
  enum class Short {
    kStay,  ///< what is as short as a name gets none
    kNamed
  };
  StepNames(const Model& model, const MachineLinks& machine, Short brief = Short::kStay);

  /// Puts the name of a new step in place of the formula: rod1_wx, of the body or the joint's frame, for `what` wx.
  void name(const char* group, std::size_t link, const std::string& what, Expr& formula);
  void name(const char* group, std::size_t link, const std::string& what, Vector& v);

  /// A symbol that nothing else is called.
  Expr make_new(std::string name);

  std::vector<RecursionStep> steps;

 private:
  const Short brief_;
  std::set<std::string> taken_;
  std::vector<std::string> labels_;  // of the links
};

}  // namespace kinemate
