// Files as texts: read up to a limit, written whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace kinemate {

/// Files above this size are refused; a chain of 100,000 bodies has about 20 MB.
inline constexpr std::size_t kLargestFile = 64u << 20;

/// The content of a file; of a larger one than readers take, a little more than they take. Throws Error of kind
/// kFileSystem.
std::string read_text_file(const std::string& path);

/// Writes a file beside `path` and then puts it in its place, so that no file is ever half written. Throws Error of
/// kind kFileSystem.
void write_text_file(const std::string& path, const std::string& text);

/// Where a link leads, even if nothing is there.
std::filesystem::path behind_links(std::filesystem::path path);

/// The Error of kind kFileSystem: `path` cannot be `what` (written, read, ...), with the reason, an errno or 0, and the
/// likely cause.
[[noreturn]] void refuse_file(const std::filesystem::path& path, std::string_view what, int reason);

}  // namespace kinemate
