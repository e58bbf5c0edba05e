// What a fit or a search for the best parameters has found, as people read it.
#pragma once

#include <string>

#include "picture/figure.h"
#include "study/sweep/goal.h"

namespace kinemate {

/// Values with their 95 % confidence, what is at a bound, what the data do not determine, how well it fits.
std::string fit_text(const FitRequest& request, const FitResult& result);
std::string fit_json(const FitRequest& request, const FitResult& result);

/// What was measured as points, what was fitted as lines; a panel for each name.
Figure fit_figure(const FitRequest& request, const FitResult& result, const std::string& machine);

std::string goal_text(const GoalRequest& request, const GoalResult& result);
std::string goal_json(const GoalRequest& request, const GoalResult& result);

}  // namespace kinemate
