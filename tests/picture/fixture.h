// Scripts and drawn pictures, looked into.
#pragma once

#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "picture/scripts/gnuplot.h"
#include "picture/scripts/script.h"

namespace kinemate {

inline bool script_has(const std::string& script, const std::string& part) {
  return script.find(part) != std::string::npos;
}

/// The lines of the block of data with this name.
inline std::vector<std::string> block_of(const std::string& script, const std::string& name) {
  const std::string head = "$" + name + " << END\n";
  std::vector<std::string> lines;
  const std::size_t start = script.find(head);
  EXPECT_NE(start, std::string::npos) << name;
  if (start == std::string::npos) return lines;
  for (std::size_t at = start + head.size(); script.compare(at, 4, "END\n") != 0;) {
    const std::size_t end = script.find('\n', at);
    lines.push_back(script.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// What gnuplot makes of the data, as a document.
template <class Data>
pugi::xml_document drawn_svg(const Data& data) {
  pugi::xml_document document;
  const pugi::xml_parse_result result =
      document.load_string(run_gnuplot(gnuplot_script(data, PictureKind::kSvg)).c_str());
  EXPECT_TRUE(result) << result.description();
  return document;
}

inline std::vector<std::string> svg_texts(const pugi::xml_document& document) {
  std::vector<std::string> texts;
  for (const pugi::xpath_node node : document.select_nodes("//*[local-name()='text']")) {
    std::string text;
    for (const pugi::xpath_node part : node.node().select_nodes(".//text()")) text += part.node().value();
    texts.push_back(text);
  }
  return texts;
}

inline bool svg_shows(const pugi::xml_document& document, const std::string& text) {
  for (const std::string& shown : svg_texts(document))
    if (shown == text || shown == " " + text) return true;
  return false;
}

}  // namespace kinemate
