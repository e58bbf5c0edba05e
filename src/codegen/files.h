// Generated files to a folder, all of them or none.
#pragma once

#include <span>
#include <string>

#include "codegen/generated.h"

namespace kinemate {

/// Throws Error where this can be no folder to write to: for a look before long work.
void require_folder(const std::string& directory);

/// Makes the folder where it is missing. Each file is written beside its place first; when all are written, they take
/// their places. Where that fails, files that were there before stay as they were, nothing new is left behind, and an
/// Error of kind kFileSystem says why.
void write_files(const std::string& directory, std::span<const GeneratedFile> files);

}  // namespace kinemate
