// Points of a machine as arguments: NAME or NAME:x,y,z.
#pragma once

#include <string>

#include "model/model.h"

namespace kinemate {

struct Point {
  std::string name;  ///< of the body or frame
  Attachment place;
  Vector position;  ///< in axes of the place
};

/// A body or a frame. Throws Error for a name that is none.
Attachment place_named(const Model& model, const std::string& name);

/// Commas inside brackets do not part coordinates. Throws Error for a point that is not fixed on its body.
Point parse_point(const Model& model, const std::string& text, const std::string& option = "--point");

}  // namespace kinemate
