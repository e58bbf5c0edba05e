#include "model_io/document.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <unordered_map>

#include "base/utf8.h"

namespace kinemate {

// Turns libyaml's events into nodes.
class DocumentBuilder {
 public:
  explicit DocumentBuilder(Document& document) : document_(document) {
    const std::string& text = document.text_;
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
      for (std::size_t i = 0; i < text.size(); ++i)
        if (!is_utf8_continuation(text[i])) characters_.push_back(static_cast<std::uint32_t>(i));
    }
    yaml_parser_initialize(&parser_);
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~DocumentBuilder() { yaml_parser_delete(&parser_); }
  DocumentBuilder(const DocumentBuilder&) = delete;
  DocumentBuilder& operator=(const DocumentBuilder&) = delete;

  void run() {
    for (bool more = true; more;) {
      Event event;
      if (yaml_parser_parse(&parser_, &event.yaml) == 0) refuse_syntax();
      take(event.yaml);
      more = event.yaml.type != YAML_STREAM_END_EVENT;
    }
  }

 private:
  struct Event {
    yaml_event_t yaml{};
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { yaml_event_delete(&yaml); }
  };
  struct Open {
    std::uint32_t node;
    std::uint32_t key = kNoKey;
  };
  static constexpr std::uint32_t kNoKey = ~std::uint32_t{0};

  std::size_t offset_of(const yaml_mark_t& mark) const {
    if (characters_.empty()) return std::min(mark.index, document_.text_.size());
    return mark.index < characters_.size() ? characters_[mark.index] : document_.text_.size();
  }

  [[noreturn]] void refuse(std::size_t offset, ErrorCode code, std::string message, std::string hint = {}) const {
    Error error(code, std::move(message), std::move(hint));
    error.place = locate(document_.source_, document_.text_, offset);
    throw error;
  }

  [[noreturn]] void refuse_bytes() const {
    const std::size_t offset = std::min(parser_.problem_offset, document_.text_.size());
    const std::string_view problem = parser_.problem;
    if (problem.find("octet") == std::string_view::npos)
      refuse(offset, ErrorCode::kNotText, fmt::format("this is no text: {}", problem), "a model file is text in UTF-8");
    refuse(offset, ErrorCode::kNotText, fmt::format("this is no UTF-8: {}", problem),
           "the file may have been saved as Latin-1, Windows-1252 or UTF-16: save it as UTF-8");
  }

  // libyaml's words in those of people who write files, with what is likely meant.
  [[noreturn]] void refuse_syntax() const {
    if (parser_.error == YAML_READER_ERROR) refuse_bytes();
    if (parser_.error == YAML_MEMORY_ERROR) refuse(0, ErrorCode::kYamlSyntax, "out of memory");
    const std::string problem = parser_.problem == nullptr ? "this is no YAML" : parser_.problem;
    const std::string context = parser_.context == nullptr ? "" : parser_.context;
    const std::size_t stopped = offset_of(parser_.problem_mark), begin = offset_of(parser_.context_mark);
    const std::string_view rest = std::string_view(document_.text_).substr(stopped);
    // the end of the file: behind what stands there last
    const std::size_t offset = rest.empty() ? document_.text_.find_last_not_of(" \t\r\n") + 1 : stopped;
    const Place opened = locate(document_.source_, document_.text_, begin);
    auto says = [&](std::string_view words) { return problem.find(words) != std::string::npos; };
    if (rest.starts_with("\t") || says("tab character"))
      refuse(offset, ErrorCode::kYamlSyntax, "a tab stands where the line is indented",
             "indent with blanks, not with tabs");
    if (says("cannot start any token"))
      refuse(offset, ErrorCode::kYamlSyntax, fmt::format("a value cannot begin with {}", rest.substr(0, 1)),
             "put it in quotes");
    if (says("expected ',' or")) {
      refuse(offset, ErrorCode::kYamlSyntax,
             fmt::format("expected ',' or '{}' of the {} that begins in line {}, column {}", says("'}'") ? '}' : ']',
                         says("'}'") ? "mapping" : "list", opened.line, opened.column),
             "a bracket or brace is not closed, or a comma is missing");
    }
    if (context.find("quoted scalar") != std::string::npos && says("unexpected"))
      refuse(begin, ErrorCode::kYamlSyntax, "the quote that begins here is not closed");
    if (says("mapping values are not allowed"))
      refuse(offset, ErrorCode::kYamlSyntax, "a colon is not expected here",
             "a second colon in the line, or an indentation that does not fit the lines above");
    if (says("could not find expected ':'"))
      refuse(begin, ErrorCode::kYamlSyntax, "expected a key with a colon here",
             "the line lacks a colon, or its indentation does not fit");
    if (says("did not find expected key") || says("'-' indicator"))
      refuse(offset, ErrorCode::kYamlSyntax, says("key") ? "expected a key here" : "expected a key or '-' here",
             "the indentation does not fit the lines above");
    refuse(offset, ErrorCode::kYamlSyntax, problem + (context.empty() ? "" : fmt::format(" ({})", context)),
           rest.empty() ? "the file ends too early" : "");
  }

  // Where a node begins behind its anchor and its tag.
  std::size_t skip_properties(std::size_t at) const {
    const std::string& text = document_.text_;
    while (at < text.size() && (text[at] == '&' || text[at] == '!'))
      at = text.find_first_not_of(" \t\r\n", text.find_first_of(" \t\r\n,[]{}", at));
    return std::min(at, text.size());
  }

  void take(const yaml_event_t& event) {
    const std::size_t offset = offset_of(event.start_mark);
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (++documents_ > 1)
          refuse(offset, ErrorCode::kYamlSyntax, "a second document begins here", "a model file holds one machine");
        break;
      case YAML_SCALAR_EVENT: {
        const auto& scalar = event.data.scalar;
        const bool quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
        YamlNode node{YamlNode::Kind::kScalar, quoted, skip_properties(offset), {}, {}, {}};
        node.text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
        add(std::move(node), scalar.anchor);
        break;
      }
      case YAML_SEQUENCE_START_EVENT: open(YamlNode::Kind::kList, offset, event.data.sequence_start.anchor); break;
      case YAML_MAPPING_START_EVENT: open(YamlNode::Kind::kMap, offset, event.data.mapping_start.anchor); break;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: close(); break;
      case YAML_ALIAS_EVENT: add_alias(reinterpret_cast<const char*>(event.data.alias.anchor), offset); break;
      default: break;
    }
  }

  void open(YamlNode::Kind kind, std::size_t offset, const yaml_char_t* anchor) {
    if (open_.size() >= kDeepestNesting)
      refuse(offset, ErrorCode::kYamlSyntax,
             fmt::format("lists and mappings are nested more than {} deep", kDeepestNesting));
    const std::uint32_t id = add({kind, false, skip_properties(offset), {}, {}, {}}, anchor);
    open_.push_back({id});
    weights_before_.push_back(weight_);
  }

  void close() {
    finished_weight_[open_.back().node] = weight_ - weights_before_.back();
    weights_before_.pop_back();
    open_.pop_back();
  }

  std::uint32_t add(YamlNode node, const yaml_char_t* anchor) {
    const auto id = static_cast<std::uint32_t>(document_.nodes_.size());
    const std::size_t offset = node.offset;
    document_.nodes_.push_back(std::move(node));
    if (anchor != nullptr) anchors_[reinterpret_cast<const char*>(anchor)] = id;
    link(id, 1, offset);
    return id;
  }

  void add_alias(const std::string& name, std::size_t offset) {
    const auto anchor = anchors_.find(name);
    if (anchor == anchors_.end())
      refuse(offset, ErrorCode::kYamlSyntax, fmt::format("there is no anchor &{} for *{}", name, name),
             "in YAML * begins a reference to an anchor; a product needs both of its factors");
    const bool scalar = document_.nodes_[anchor->second].kind == YamlNode::Kind::kScalar;
    const auto weight = finished_weight_.find(anchor->second);
    if (!scalar && weight == finished_weight_.end())
      refuse(offset, ErrorCode::kYamlSyntax, fmt::format("*{} stands inside of what it stands for", name));
    link(anchor->second, scalar ? 1 : weight->second + 1, offset);
  }

  // Puts a node into the list or mapping that is open.
  void link(std::uint32_t id, std::size_t weight, std::size_t offset) {
    weight_ += weight;
    if (weight_ > kMostNodes)
      refuse(offset, ErrorCode::kNotText, fmt::format("the file has more than {} entries", kMostNodes));
    if (open_.empty()) {
      document_.root_ = id;
      return;
    }
    Open& top = open_.back();
    YamlNode& parent = document_.nodes_[top.node];
    if (parent.kind == YamlNode::Kind::kList) {
      parent.items.push_back(id);
    } else if (top.key == kNoKey) {
      if (document_.nodes_[id].kind != YamlNode::Kind::kScalar)
        refuse(offset, ErrorCode::kYamlSyntax, "a key must be a name, not a list or a mapping",
               "is a formula or a text meant? put it in quotes");
      top.key = id;
    } else {
      parent.entries.push_back({top.key, id});
      top.key = kNoKey;
    }
  }

  Document& document_;
  yaml_parser_t parser_;
  std::vector<std::uint32_t> characters_;  // bytes where characters begin; empty for ASCII
  std::vector<Open> open_;
  std::unordered_map<std::string, std::uint32_t> anchors_;
  std::unordered_map<std::uint32_t, std::size_t> finished_weight_;  // nodes inside of a list or mapping
  std::vector<std::size_t> weights_before_;
  std::size_t weight_ = 0;
  int documents_ = 0;
};

Document::Document(std::string source, std::string text) : source_(std::move(source)), text_(std::move(text)) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  if (text_.size() > kLargestFile) {
    Error error(ErrorCode::kNotText, fmt::format("the file has more than {} bytes", kLargestFile));
    error.place = Place{source_, 1, 1, "", 0};
    throw error;
  }
  DocumentBuilder(*this).run();
}

const YamlNode* Document::find(const YamlNode& map, std::string_view key) const {
  for (const YamlNode::Entry& entry : map.entries)
    if (nodes_[entry.key].text == key) return &nodes_[entry.value];
  return nullptr;
}

// Walks through the text of the file and the value together. Between quotes '' and \" are one character; where a line
// ends, blanks on both sides of the break are a blank or a break of the value.
std::size_t Document::offset_in(const YamlNode& scalar, std::size_t within) const {
  constexpr std::string_view kBlanks = " \t\r\n";
  auto is_blank = [&](char c) { return kBlanks.find(c) != std::string_view::npos; };
  const std::string& value = scalar.text;
  within = std::min(within, value.size());
  while (within == value.size() && within > 0 && is_blank(value[within - 1])) --within;  // the end of a block
  std::size_t at = scalar.offset;
  const char first = at < text_.size() ? text_[at] : '\0';
  const bool escapes = scalar.quoted && first == '"', doubles = scalar.quoted && first == '\'';
  if (escapes || doubles) {
    ++at;
  } else if (scalar.quoted) {
    at = text_.find_first_not_of(kBlanks, std::min(text_.find('\n', at), text_.size()));
  }
  for (std::size_t k = 0; k <= within && at < text_.size();) {
    const char here = text_[at];
    if (k == within && (k == value.size() || here == value[k])) break;
    if (here == '\n' || here == '\r') {
      at = text_.find_first_not_of(kBlanks, at);
      while (k < within && is_blank(value[k])) ++k;
    } else if (k < within && doubles && here == '\'') {
      at += 2, ++k;
    } else if (k < within && escapes && here == '\\' && at + 1 < text_.size() && text_[at + 1] == value[k]) {
      at += 2, ++k;
    } else if (k < within && here == value[k]) {
      ++at, ++k;
    } else if (is_blank(here)) {
      ++at;
    } else {
      break;  // an escape of another kind
    }
  }
  return std::min(at, text_.size());
}

bool Document::is_cut_at_comma(const YamlNode& scalar) const {
  if (scalar.kind != YamlNode::Kind::kScalar || scalar.quoted) return false;
  const std::size_t next = text_.find_first_not_of(' ', offset_in(scalar, scalar.text.size()));
  return next != std::string::npos && text_[next] == ',';
}

}  // namespace kinemate
