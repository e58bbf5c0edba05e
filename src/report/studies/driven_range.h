// What a machine goes through while one coordinate drives it, summed up: each column's extremes and where they are.
#pragma once

#include <string>

#include "study/driven_range.h"

namespace kinemate {

std::string driven_range_text(const std::string& machine, const DriveRequest& request, const DrivenTable& driven);
std::string driven_range_json(const std::string& machine, const DriveRequest& request, const DrivenTable& driven);

}  // namespace kinemate
