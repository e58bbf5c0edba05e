// Manual pages of the command and its verbs, in the macros of man(7).
#pragma once

#include <string>

#include "cli/command_tree.h"

namespace kinemate {

/// The page of the whole command, kinemate(1). `release` is what stands at its foot, "kinemate 1.2".
std::string command_man_page(const CommandTree& command, const std::string& release);

/// The page of one of its verbs, kinemate-simulate(1), with all verbs below it.
std::string verb_man_page(const CommandTree& command, const CommandTree& verb, const std::string& release);

}  // namespace kinemate
