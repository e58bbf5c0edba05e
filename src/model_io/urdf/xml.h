// An XML text as a tree whose elements and attributes know their places.
//
// pugixml reads and frees without recursion and expands no entities. It forgives much; what it forgives and what it
// does not keep (two root elements, text outside of the root, places of attributes) is looked for here.
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace kinemate {

struct XmlAttribute {
  std::string_view name;
  std::string_view value;        ///< references and line breaks resolved; lives as long as the document
  std::size_t name_offset = 0;   ///< byte of the text
  std::size_t value_offset = 0;  ///< behind the quote
  bool verbatim = true;          ///< the value stands in the text to the letter
};

class XmlDocument {
 public:
  /// Throws Error with its place where the text is no XML with one root element, is no UTF-8 or ASCII, or has
  /// entities.
  XmlDocument(std::string source, std::string text);

  const std::string& source() const { return source_; }
  const std::string& text() const { return text_; }
  pugi::xml_node root() const { return root_; }

  /// The byte of the text where the name of an element begins, or what is not blank of a piece of text.
  std::size_t offset(pugi::xml_node node) const;

  /// The line of a byte, from 1.
  std::size_t line(std::size_t offset) const;

  /// In the order of the text; an attribute may stand twice.
  std::vector<XmlAttribute> attributes(pugi::xml_node element) const;

 private:
  [[noreturn]] void refuse(std::size_t offset, ErrorCode code, std::string message, std::string hint = {}) const;
  [[noreturn]] void refuse_syntax(pugi::xml_parse_status status, std::size_t offset) const;
  void check_bytes() const;
  void find_root();
  void check_references() const;

  std::string source_;
  std::string text_;
  pugi::xml_document tree_;
  pugi::xml_node root_;
  mutable std::vector<std::size_t> line_ends_;  ///< found when a line is asked for
};

}  // namespace kinemate
