// Scripts by which shells complete what is typed behind the command. They hold all they know and run nothing.
#pragma once

#include <string>

#include "cli/command_tree.h"

namespace kinemate {

std::string bash_completion(const CommandTree& command);
std::string zsh_completion(const CommandTree& command);
std::string fish_completion(const CommandTree& command);

}  // namespace kinemate
