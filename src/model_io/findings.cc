#include "model_io/findings.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "model/names.h"

namespace kinemate {
namespace {

using NodeKind = YamlNode::Kind;

bool is_word_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (static_cast<unsigned char>(c) & 0x80u) != 0;
}

// Calls take(scalar) for the scalars below a node in the order of the file, until it returns true.
template <class Take>
void each_scalar(const Document& document, const YamlNode& root, Take take) {
  std::vector<const YamlNode*> stack = {&root};
  while (!stack.empty()) {
    const YamlNode* node = stack.back();
    stack.pop_back();
    if (node->kind == NodeKind::kScalar && take(*node)) return;
    for (auto item = node->items.rbegin(); item != node->items.rend(); ++item) stack.push_back(&document.node(*item));
    for (auto entry = node->entries.rbegin(); entry != node->entries.rend(); ++entry) {
      stack.push_back(&document.node(entry->value));
      stack.push_back(&document.node(entry->key));
    }
  }
}

struct FoundWord {
  const YamlNode* node;
  std::size_t at;
};

// The first place of a name as a whole word below a node.
std::optional<FoundWord> find_word(const Document& document, const YamlNode& root, const std::string& word) {
  std::optional<FoundWord> found;
  each_scalar(document, root, [&](const YamlNode& node) {
    for (std::size_t at = node.text.find(word); at != std::string::npos; at = node.text.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if ((at > 0 && is_word_part(node.text[at - 1])) || (end < node.text.size() && is_word_part(node.text[end])))
        continue;
      found = FoundWord{&node, at};
      return true;
    }
    return false;
  });
  return found;
}

// Finds the nodes that paths of the model speak of.
class Places {
 public:
  explicit Places(const Document& document) : document_(document) {}

  struct Spot {
    const YamlNode* key = nullptr;
    const YamlNode* value = nullptr;
  };

  Spot entry(const YamlNode* map, std::string_view name) {
    if (map == nullptr || map->kind != NodeKind::kMap) return {};
    auto [index, fresh] = index_.try_emplace(map);
    if (fresh)
      for (const YamlNode::Entry& entry : map->entries)
        index->second.emplace(document_.node(entry.key).text,
                              Spot{&document_.node(entry.key), &document_.node(entry.value)});
    const auto found = index->second.find(name);
    return found == index->second.end() ? Spot{} : found->second;
  }

  Spot section(const ModelPath& path) { return entry(&document_.root(), path.section); }

  Spot element(const ModelPath& path) {
    const Spot spot = entry(section(path).value, path.element);
    if (spot.key == nullptr && (path.section == "joints" || path.section == "loads")) return linkage(path.element);
    if (spot.key != nullptr || path.section != "initial") return spot;
    // the initial value of a load's state stands with it
    const YamlNode* loads = entry(&document_.root(), "loads").value;
    if (loads == nullptr) return spot;
    for (const YamlNode::Entry& load : loads->entries)
      if (const Spot state = entry(entry(&document_.node(load.value), "states").value, path.element); state.key)
        return state;
    return spot;
  }

  // What is one key to the model may be one of several in the file.
  Spot key(const ModelPath& path) {
    const YamlNode* map = element(path).value;
    Spot spot = entry(map, path.key);
    if (spot.key == nullptr && path.key.ends_with("s")) spot = entry(map, path.key.substr(0, path.key.size() - 1));
    if (spot.key == nullptr && path.key == "effort") spot = entry(map, "force");
    if (spot.key == nullptr && path.key == "axis") spot = entry(map, "axes");
    if (spot.key == nullptr && path.key == "axis") spot = entry(map, "sequence");
    if (spot.key == nullptr && path.key.ends_with("holonomic")) spot = entry(map, "equation");
    return spot;
  }

  // The place to point at: the value of a key or of a section, else the name of the element.
  const YamlNode& node(const ModelPath& path) {
    const Spot element_spot = path.element.empty() ? Spot{} : element(path);
    const Spot key_spot = path.key.empty() ? Spot{} : key(path);
    if (key_spot.value != nullptr) return key_spot.value->is_null() ? *key_spot.key : *key_spot.value;
    if (element_spot.key != nullptr) return *element_spot.key;
    const Spot section_spot = section(path);
    return section_spot.value == nullptr ? document_.root() : *section_spot.value;
  }

  void add_to(Mistakes& mistakes, const Finding& finding) {
    const YamlNode* node_of_name = nullptr;
    std::size_t within = 0;
    const YamlNode& whole = node(finding.path);
    if (!finding.symbol.empty()) {
      // of a list of names the last one that is meant: the one before may be right
      for (std::uint32_t item : whole.items)
        if (is_list_of_names(finding.path) && document_.node(item).text == finding.symbol)
          node_of_name = &document_.node(item);
      const Spot element_spot = element(finding.path);
      // what a linkage makes has keys that do not stand there
      const bool below = element_spot.value != nullptr && key(finding.path).value == nullptr;
      if (node_of_name == nullptr)
        if (const auto word = find_word(document_, below ? *element_spot.value : whole, finding.symbol))
          node_of_name = word->node, within = word->at;
    }
    mistakes.add(node_of_name == nullptr ? whole : *node_of_name, finding.code, finding.message, finding.hint, within);
  }

 private:
  // The ready linkage that made an element: its name is the beginning of the element's.
  Spot linkage(std::string_view element) {
    const YamlNode* linkages = entry(&document_.root(), "subsystems").value;
    for (std::size_t end = element.rfind('_'); end != std::string_view::npos && end > 0;
         end = element.rfind('_', end - 1)) {
      const Spot spot = entry(linkages, element.substr(0, end));
      if (entry(spot.value, "type").key != nullptr) return spot;
    }
    return {};
  }

  static bool is_list_of_names(const ModelPath& path) {
    return path.section == "inputs" || path.section == "functions" || path.section == "coordinates" ||
           path.section == "independent" || path.key == "coordinates" || path.key == "speeds" || path.key == "bodies";
  }

  const Document& document_;
  std::unordered_map<const YamlNode*, std::unordered_map<std::string_view, Spot>> index_;
};

// Whether findings follow from mistakes that are told already.
class Consequences {
 public:
  Consequences(const Document& document, const Model& model, const Mistakes& mistakes)
      : mistakes_(mistakes), places_(document), lost_(document, mistakes), roles_(symbol_roles(model)) {}

  bool hold(const Finding& finding) {
    const ModelPath& path = finding.path;
    std::string name = finding.symbol;
    if (name.empty() && path.section == "initial") name = path.element.substr(0, path.element.find('\''));
    if (!name.empty() && !roles_.contains(name) && lost_.contains(name)) return true;
    const auto section = places_.section(path);
    if (section.value != nullptr && mistakes_.is_wrong(*section.value)) return true;
    // what is used by nothing may be meant for a joint or a load that is wrong
    if (path.section == "coordinates" && !path.element.empty())
      return lost_.contains(path.element) || loads_are_wrong();
    if (path.element.empty()) return section.value != nullptr && touch(*section.value);
    const auto element = places_.element(path);
    if (element.value == nullptr) return section.value != nullptr && touch(*section.value);
    const auto key = places_.key(path);
    if (key.value != nullptr && touch(*key.value)) return true;
    if (!finding.symbol.empty()) return path.key.empty() && touch(*element.value);
    if (path.section == "bodies" && path.key != "inertia") return false;
    if (path.section == "joints" && (path.key == "to" || path.key == "locked_rates")) return false;
    return touch(*element.value) || depends_on_wrong_joint(path, *element.value);
  }

 private:
  bool depends_on_wrong_joint(const ModelPath& path, const YamlNode& load) {
    if (path.section != "loads") return false;
    const auto name = places_.entry(&load, "joint");
    if (name.value == nullptr) return false;
    const auto joint = places_.element({"joints", name.value->text, ""});
    return joint.value != nullptr && touch(*joint.value);
  }

  bool loads_are_wrong() {
    const auto loads = places_.section({"loads", "", ""});
    return loads.value != nullptr && touch(*loads.value);
  }

  bool touch(const YamlNode& node) {
    const auto [known, fresh] = touched_.try_emplace(&node, false);
    if (fresh) known->second = mistakes_.touch(node);
    return known->second;
  }

  const Mistakes& mistakes_;
  Places places_;
  LostNames lost_;
  std::unordered_map<std::string, Role> roles_;
  std::unordered_map<const YamlNode*, bool> touched_;
};

}  // namespace

LostNames::LostNames(const Document& document, const Mistakes& mistakes) {
  if (!mistakes.any() || document.root().kind != NodeKind::kMap) return;
  for (const YamlNode::Entry& entry : document.root().entries) {
    const YamlNode& key = document.node(entry.key);
    const YamlNode& section = document.node(entry.value);
    const bool list = key.text == "coordinates" || key.text == "inputs" || key.text == "parameters";
    if (mistakes.is_wrong(key) || mistakes.is_wrong(section) || (list && mistakes.touch(section))) {
      add_words(document, section);
    } else if (key.text == "subsystems") {
      for (const YamlNode::Entry& element : section.entries)
        if (mistakes.touch(document.node(element.value)) && !document.find(document.node(element.value), "bodies"))
          add_linkage(document, document.node(element.key).text, document.node(element.value));
    } else if (key.text == "joints" || key.text == "loads") {
      for (const YamlNode::Entry& element : section.entries) {
        const YamlNode& value = document.node(element.value);
        if (!mistakes.touch(value)) continue;
        const bool joint = key.text == "joints";
        if (joint) joints_.insert(document.node(element.key).text);
        if (const YamlNode* names = joint ? &value : document.find(value, "states")) add_words(document, *names);
      }
    }
  }
}

void LostNames::add_linkage(const Document& document, const std::string& name, const YamlNode& linkage) {
  linkages_.push_back(name + "_");
  linkages_.push_back(make_symbol_name(name + "_"));
  if (const YamlNode* coordinates = document.find(linkage, "coordinates")) add_words(document, *coordinates);
}

void LostNames::add_words(const Document& document, const YamlNode& root) {
  each_scalar(document, root, [&](const YamlNode& node) {
    words_.insert(node.text);
    for (std::size_t begin = 0; begin < node.text.size();) {
      std::size_t end = begin;
      while (end < node.text.size() && is_word_part(node.text[end])) ++end;
      if (end > begin) words_.insert(node.text.substr(begin, end - begin));
      begin = end + 1;
    }
    return false;
  });
}

bool LostNames::contains(const std::string& name) const {
  if (words_.contains(name)) return true;
  if (std::any_of(linkages_.begin(), linkages_.end(), [&](const std::string& l) { return name.starts_with(l); }))
    return true;
  const std::size_t line = name.find('_');
  return line != std::string::npos && joints_.contains(name.substr(line + 1));
}

void add_findings(const Document& document, const Model& model, const std::vector<Finding>& findings,
                  Mistakes& mistakes) {
  std::vector<const Finding*> own;
  Consequences consequences(document, model, mistakes);
  for (const Finding& finding : findings)
    if (!mistakes.any() || !consequences.hold(finding)) own.push_back(&finding);
  Places places(document);
  for (const Finding* finding : own) places.add_to(mistakes, *finding);
}

std::vector<Error> to_remarks(const Document& document, const std::vector<Finding>& findings) {
  Mistakes remarks(document);
  Places places(document);
  for (const Finding& finding : findings) places.add_to(remarks, finding);
  return remarks.to_errors_as_added();
}

}  // namespace kinemate
