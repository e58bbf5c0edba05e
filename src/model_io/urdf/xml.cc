#include "model_io/urdf/xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/file.h"

namespace kinemate {
namespace {

constexpr std::string_view kXmlBlanks = " \t\r\n";
constexpr std::size_t kLongestReference = 100;

struct Tag {
  std::string_view name;
  std::size_t offset = 0;  // of the name
};

// What stands before a place where pugixml gave up.
struct Progress {
  std::vector<Tag> open;  // elements that are not closed
  std::size_t last = 0;   // where the last piece of markup begins
  bool last_ends = true;  // and whether it ends before the place, and fits what is open
};

// Where a piece of markup that begins at `at` ends: behind its last character.
std::size_t end_of_markup(std::string_view text, std::size_t at) {
  auto behind = [&](std::string_view end) {
    const std::size_t found = text.find(end, at);
    return found == std::string_view::npos ? text.size() + 1 : found + end.size();
  };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) return behind("-->");
  if (rest.starts_with("<![CDATA[")) return behind("]]>");
  if (rest.starts_with("<?")) return behind("?>");
  int brackets = 0;
  char quote = '\0';
  for (std::size_t i = at; i < text.size(); ++i) {
    if (quote != '\0') {
      if (text[i] == quote) quote = '\0';
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '[' || text[i] == ']') {
      brackets += text[i] == '[' ? 1 : -1;
    } else if (text[i] == '>' && brackets <= 0) {
      return i + 1;
    }
  }
  return text.size() + 1;
}

std::string_view name_at(std::string_view text, std::size_t at) {
  return text.substr(at, text.find_first_of(" \t\r\n/>", at) - at);
}

Progress progress_until(std::string_view text, std::size_t stop) {
  Progress progress;
  for (std::size_t at = text.find('<'); at <= stop && at != std::string_view::npos;) {
    progress.last = at;
    const std::size_t end = end_of_markup(text, at);
    const bool closes = text.substr(at + 1, 1) == "/";
    const bool fits = !closes || (!progress.open.empty() && progress.open.back().name == name_at(text, at + 2));
    progress.last_ends = end <= stop + 1 && fits;
    if (!progress.last_ends) break;
    if (closes) {
      progress.open.pop_back();
    } else if (text[at + 1] != '!' && text[at + 1] != '?' && text[end - 2] != '/') {
      progress.open.push_back({name_at(text, at + 1), at + 1});
    }
    at = text.find('<', end);
  }
  return progress;
}

struct Unclosed {
  pugi::xml_parse_status status;
  std::string_view what;
  std::string_view end;
};

constexpr Unclosed kUnclosed[] = {{pugi::status_bad_comment, "comment", "-->"},
                                  {pugi::status_bad_cdata, "CDATA section", "]]>"},
                                  {pugi::status_bad_pi, "declaration", "?>"},
                                  {pugi::status_bad_doctype, "DOCTYPE", ">"}};

}  // namespace

XmlDocument::XmlDocument(std::string source, std::string text) : source_(std::move(source)), text_(std::move(text)) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  check_bytes();
  const pugi::xml_parse_result result =
      tree_.load_buffer(text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment,
                        pugi::encoding_utf8);
  if (!result) refuse_syntax(result.status, static_cast<std::size_t>(result.offset));
  find_root();
  check_references();
}

void XmlDocument::refuse(std::size_t offset, ErrorCode code, std::string message, std::string hint) const {
  Error error(code, std::move(message), std::move(hint));
  error.place = locate(source_, text_, offset);
  throw error;
}

void XmlDocument::check_bytes() const {
  if (text_.size() > kLargestFile) {
    Error error(ErrorCode::kNotText, fmt::format("the file has more than {} bytes", kLargestFile));
    error.place = Place{source_, 1, 1, "", 0};
    throw error;
  }
  const std::string_view text = text_;
  const std::string_view pairs = text.substr(0, 2);
  using namespace std::string_view_literals;
  if (pairs == "\xFF\xFE"sv || pairs == "\xFE\xFF"sv || pairs == "<\0"sv || pairs == "\0<"sv || pairs == "\0\0"sv)
    refuse(0, ErrorCode::kNotText, "this file is not UTF-8: it seems to be UTF-16 or UTF-32", "save it as UTF-8");
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    refuse(zero, ErrorCode::kNotText, "a byte of value 0 stands here: this is no text", "the file may be damaged");
  if (text.find_first_not_of(kXmlBlanks) == std::string_view::npos)
    refuse(0, ErrorCode::kEmptyFile, "the file is empty");
}

// pugixml's state in the words of people who write files, with what is likely meant.
void XmlDocument::refuse_syntax(pugi::xml_parse_status status, std::size_t offset) const {
  const std::string_view text = text_;
  const Progress progress = progress_until(text, offset);
  const std::size_t last = progress.last;
  for (const Unclosed& unclosed : kUnclosed)
    if (status == unclosed.status)
      refuse(last, ErrorCode::kXmlSyntax, fmt::format("the {} that begins here has no end", unclosed.what),
             fmt::format("it ends with {}", unclosed.end));
  if (end_of_markup(text, last) > text.size() && text.find_first_of("\"'>", offset) == std::string_view::npos)
    refuse(last, ErrorCode::kXmlSyntax, "the file ends inside of this element",
           "a quote is not closed, or the file is cut off");
  if (status == pugi::status_unrecognized_tag)
    refuse(last, ErrorCode::kXmlSyntax, "the name of an element stands right behind <",
           "the sign < itself is written &lt;");
  if (status == pugi::status_end_element_mismatch) {
    const std::string_view closed = name_at(text, std::min(last + 2, text.size()));
    if (progress.open.empty())
      refuse(last, ErrorCode::kXmlSyntax, fmt::format("</{}> closes what was not opened", closed),
             "is there one </ too many?");
    const Tag& open = progress.open.back();
    if (progress.last_ends)
      refuse(open.offset, ErrorCode::kXmlSyntax, fmt::format("<{}> is not closed", open.name),
             fmt::format("the file ends without </{}>: it may be cut off", open.name));
    refuse(last, ErrorCode::kXmlSyntax, fmt::format("</{}> stands where </{}> is expected", closed, open.name),
           fmt::format("<{}> is opened in line {} and not closed", open.name, line(open.offset)));
  }
  if (const std::size_t next = text.find('<', last + 1); next < offset)
    refuse(last, ErrorCode::kXmlSyntax, "a quote in this element is not closed",
           fmt::format("its attributes would go on in line {}", line(next)));
  if (status == pugi::status_bad_attribute || status == pugi::status_bad_start_element)
    refuse(offset, ErrorCode::kXmlSyntax,
           fmt::format("the attributes of <{}> cannot be read from here on", name_at(text, last + 1)),
           "an attribute is written name=\"value\", with quotes and a blank before it");
  refuse(offset, ErrorCode::kXmlSyntax, "this is no XML that can be read", "");
}

void XmlDocument::find_root() {
  for (const pugi::xml_node node : tree_) {
    if (node.type() == pugi::node_doctype) {
      const std::string_view value = node.value();
      if (value.find("<!ENTITY") != std::string_view::npos)
        refuse(offset(node), ErrorCode::kXmlSyntax, "entities are not supported",
               "write out what the entities declared here stand for");
    } else if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      refuse(offset(node), ErrorCode::kXmlSyntax, "text stands outside of the root element",
             root_ ? "the file may have been joined from two" : "an XML file begins with <");
    } else if (node.type() == pugi::node_element) {
      if (root_)
        refuse(offset(node), ErrorCode::kXmlSyntax,
               fmt::format("a second root element, <{}>, begins here", node.name()),
               fmt::format("<{}> is closed before", root_.name()));
      root_ = node;
    }
  }
  if (!root_) refuse(0, ErrorCode::kXmlSyntax, "the file has no element");
}

// References to entities that XML does not have by itself: pugixml leaves them as they are.
void XmlDocument::check_references() const {
  const std::string_view text = text_;
  for (std::size_t at = 0; (at = text.find_first_of("<&", at)) != std::string_view::npos;) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!") || rest.starts_with("<?")) {
      at = std::min(end_of_markup(text, at), text.size());
      continue;
    }
    ++at;
    if (rest[0] == '<') continue;
    const std::size_t end = rest.substr(0, kLongestReference).find_first_of("; \t\r\n<>\"'", 1);
    if (end == std::string_view::npos || end < 2 || rest[end] != ';' || rest[1] == '#') continue;
    const std::string_view name = rest.substr(1, end - 1);
    if (name == "lt" || name == "gt" || name == "amp" || name == "quot" || name == "apos") continue;
    refuse(at - 1, ErrorCode::kXmlSyntax, fmt::format("the entity &{}; is not known: entities are not supported", name),
           "the sign & itself is written &amp;");
  }
}

std::size_t XmlDocument::offset(pugi::xml_node node) const {
  const std::ptrdiff_t found = node.offset_debug();
  const std::size_t begin = found < 0 ? 0 : static_cast<std::size_t>(found);
  return std::min(text_.find_first_not_of(kXmlBlanks, begin), text_.size());
}

std::size_t XmlDocument::line(std::size_t offset) const {
  if (line_ends_.empty()) {
    for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
      line_ends_.push_back(at);
    line_ends_.push_back(text_.size());
  }
  const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
  return static_cast<std::size_t>(end - line_ends_.begin()) + 1;
}

// Walks along the start tag in the text; pugixml has seen that it is one.
std::vector<XmlAttribute> XmlDocument::attributes(pugi::xml_node element) const {
  std::vector<XmlAttribute> result;
  const std::string_view text = text_;
  std::size_t at = offset(element) + std::string_view(element.name()).size();
  for (const pugi::xml_attribute attribute : element.attributes()) {
    const std::size_t name = text.find_first_not_of(kXmlBlanks, at);
    const std::size_t quote = text.find_first_of("\"'", name);
    const std::size_t end = quote == std::string_view::npos ? quote : text.find(text[quote], quote + 1);
    if (end == std::string_view::npos) break;
    const std::string_view raw = text.substr(quote + 1, end - quote - 1);
    result.push_back({attribute.name(), attribute.value(), name, quote + 1, raw == attribute.value()});
    at = end + 1;
  }
  return result;
}

}  // namespace kinemate
