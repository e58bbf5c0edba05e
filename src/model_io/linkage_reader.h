// The ready linkages of a model file: entries of `subsystems` that have a type.
#pragma once

#include <functional>

#include "model_io/values.h"

namespace kinemate {

/// What names mean in the machine that is being read; a body is kNone where the name is wrong, and that is told.
struct LinkageLookups {
  std::function<Attachment(const YamlNode&)> place;
  std::function<std::size_t(const YamlNode&)> body;
};

/// Adds what the linkage makes (model/joints/linkages.h). Where anything of its fields is wrong that is told, and nothing is
/// added.
void read_linkage(ValueReader& values, const Mistakes& mistakes, const LinkageLookups& lookups, const YamlNode& name,
                  const YamlNode& node, Model& model);

}  // namespace kinemate
