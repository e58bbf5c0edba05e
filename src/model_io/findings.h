// What the model's own checks find, at its places in the file; without what follows from other mistakes there.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "model/checks/finding.h"
#include "model_io/mistakes.h"

namespace kinemate {

/// Names that stand in parts of the file that are wrong. Whoever misses one of them is not told: it was meant to be
/// introduced there.
class LostNames {
 public:
  LostNames(const Document& document, const Mistakes& mistakes);

  bool contains(const std::string& name) const;

 private:
  void add_words(const Document& document, const YamlNode& root);
  void add_linkage(const Document& document, const std::string& name, const YamlNode& linkage);

  std::unordered_set<std::string> words_;
  std::unordered_set<std::string> joints_;  ///< wrong ones: speeds may have been named after them
  std::vector<std::string> linkages_;       ///< wrong ones: what the names of all that they make begin with
};

/// Adds the findings on a model that was read from this document, except those that follow from mistakes before.
void add_findings(const Document& document, const Model& model, const std::vector<Finding>& findings,
                  Mistakes& mistakes);

/// Findings that are no mistakes, in their order.
std::vector<Error> to_remarks(const Document& document, const std::vector<Finding>& findings);

}  // namespace kinemate
