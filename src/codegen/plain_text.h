// Any text as it may stand in a source: one line, and nothing that misleads readers.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kinemate {

/// One line of UTF-8, without signs that turn the direction of writing: blanks for control characters and for what ends
/// lines, '?' for what is no text.
std::string plain_line(std::string_view text);

/// alpha1 -- pivot, rad
std::string plain_entry(std::string_view name, std::string_view meaning);

/// A backslash before each of the `special` characters.
std::string escaped(std::string_view text, std::string_view special);

/// A line within double quotes, a backslash before what is special there.
std::string quoted(std::string_view text, std::string_view special);

/// Blanks before every line.
std::string indented(std::string_view text, std::size_t blanks);

/// Words with commas between: as many as fit in a line, then the next line, a little to the right.
std::string wrapped(const std::string& head, std::span<const std::string> words);

}  // namespace kinemate
