// Generated files to a folder, all of them or none.
#pragma once

#include <span>
#include <string>

#include "codegen/generated.h"

namespace kinemate {

/// Makes the folder where it is missing. Each file is written beside its place first; when all are written, they take
/// their places. Where that fails, files that were there before stay as they were, nothing new is left behind, and an
/// Error of kind kFileSystem says why.
void write_files(const std::string& directory, std::span<const GeneratedFile> files);

}  // namespace kinemate
