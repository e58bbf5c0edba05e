// The structure of a model file against its shape: every mistake, with what is likely meant.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "model_io/shape.h"

namespace kinemate {
namespace {

using ShapeKind = Shape::Kind;
using NodeKind = YamlNode::Kind;

std::string describe(const YamlNode& node) {
  if (node.is_null()) return "nothing";
  switch (node.kind) {
    case NodeKind::kList: return fmt::format("a list of {}", node.items.size());
    case NodeKind::kMap: return "a mapping";
    case NodeKind::kScalar: break;
  }
  return node.text.size() <= 40 ? fmt::format("'{}'", node.text) : "a long text";
}

// Digits with a sign, a point and an exponent, as far as they look like it.
bool is_number_text(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text.find_first_of("0123456789") != 0) return text.size() > 1 && text[0] == '.';
  return text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
}

// Opening brackets that are not closed: positive; closed but not opened: negative.
int open_brackets(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '(') - std::count(text.begin(), text.end(), ')'));
}

constexpr std::size_t kMostPieces = 100;  // of a formula that is cut at its commas

// A colon with something other than a blank behind it does not part a key from its value.
std::string colon_hint(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= text.size()) return "";
  return fmt::format("a blank must follow the colon of {}:", text.substr(0, colon));
}

class StructureChecker {
 public:
  struct Found {
    const YamlNode* node;
    ErrorCode code;
    std::string message;  // empty: the node is only marked
    std::string hint;
  };

  explicit StructureChecker(const Document& document) : document_(document) {}

  // Depth is that of the shapes and small.
  void check(const YamlNode& node, const Shape& shape) {
    switch (shape.kind) {
      case ShapeKind::kFormula:
      case ShapeKind::kName:
      case ShapeKind::kText:
        if (node.kind != NodeKind::kScalar || node.is_null() || (shape.kind == ShapeKind::kName && node.text.empty()))
          expect(node, shape);
        break;
      case ShapeKind::kNothing:
        if (!node.is_null()) expect(node, shape);
        break;
      case ShapeKind::kWord: check_word(node, shape.words, shape.what); break;
      case ShapeKind::kList:
      case ShapeKind::kTuple: check_list(node, shape); break;
      case ShapeKind::kMap: check_map(node, shape); break;
      case ShapeKind::kObject:
        if (is_map(node, shape)) check_keys(node, shape.what, shape.fields, {});
        break;
      case ShapeKind::kTyped: check_typed(node, shape); break;
      case ShapeKind::kEither: check_either(node, shape); break;
    }
  }

  std::vector<Found> take() { return std::move(found_); }

 private:
  void add(const YamlNode& node, ErrorCode code, std::string message, std::string hint = {}) {
    found_.push_back({&node, code, std::move(message), std::move(hint)});
  }
  void mark(const YamlNode& node) { found_.push_back({&node, ErrorCode::kRemark, "", ""}); }

  void expect(const YamlNode& node, const Shape& shape) {
    const bool lacks_names = shape.kind == ShapeKind::kMap && node.kind == NodeKind::kList;
    std::string hint = lacks_names ? "each has its name before a colon, instead of a dash" : colon_hint(node.text);
    if (hint.empty() && shape.kind == ShapeKind::kObject) hint = keys_hint(shape);
    add(node, ErrorCode::kWrongKind, fmt::format("expected {}, found {}", shape.what, describe(node)), std::move(hint));
  }

  // What such a thing has at least.
  static std::string keys_hint(const Shape& shape) {
    std::vector<std::string> needed;
    for (const Field& field : shape.fields)
      if (field.required) needed.push_back(fmt::format("{}: ...", field.key));
    return needed.empty() ? "" : fmt::format("write {{{}}}", fmt::join(needed, ", "));
  }

  bool is_map(const YamlNode& node, const Shape& shape) {
    if (node.kind == NodeKind::kMap) return true;
    expect(node, shape);
    return false;
  }

  void check_word(const YamlNode& node, const std::vector<std::string_view>& words, std::string_view what) {
    const bool scalar = node.kind == NodeKind::kScalar;
    if (scalar && std::find(words.begin(), words.end(), node.text) != words.end()) return;
    add(node, ErrorCode::kUnknownWord, fmt::format("expected {}, found {}", what, describe(node)),
        suggest(scalar ? node.text : "", words));
  }

  static std::string suggest(std::string_view word, const std::vector<std::string_view>& words) {
    const std::string near = nearest(word, words);
    return near.empty() ? fmt::format("there are: {}", fmt::join(words, ", ")) : fmt::format("did you mean {}?", near);
  }

  // Lists

  const YamlNode& item(const YamlNode& list, std::size_t i) const { return document_.node(list.items[i]); }

  // Where item i is a formula that is cut at its commas, the index behind its last piece; else i + 1.
  std::size_t end_of_formula(const YamlNode& list, std::size_t i) const {
    int open = 0;
    for (std::size_t end = i; end < std::min(list.items.size(), i + kMostPieces); ++end) {
      const YamlNode& piece = item(list, end);
      if (piece.kind != NodeKind::kScalar || piece.quoted) break;
      open += open_brackets(piece.text);
      if (open == 0) return end + 1;
      if (open < 0 || !document_.is_cut_at_comma(piece)) break;
    }
    return i + 1;
  }

  void refuse_comma(const YamlNode& node, const std::string& text) {
    add(node, ErrorCode::kYamlSyntax, "this formula is cut at its comma",
        fmt::format("between brackets and braces a formula with a comma stands in quotes: \"{}\"", text));
  }

  // The items, those of a cut formula as one: nullptr.
  std::vector<const YamlNode*> join_formulas(const YamlNode& list) {
    std::vector<const YamlNode*> items;
    for (std::size_t i = 0; i < list.items.size();) {
      const std::size_t end = end_of_formula(list, i);
      items.push_back(end == i + 1 ? &item(list, i) : nullptr);
      if (items.back() == nullptr) {
        std::string text = item(list, i).text;
        for (std::size_t j = i + 1; j < end; ++j) text += ", " + item(list, j).text;
        refuse_comma(item(list, i), text);
        mark(list);
        for (std::size_t j = i + 1; j < end; ++j) mark(item(list, j));
      }
      i = end;
    }
    return items;
  }

  void check_list(const YamlNode& node, const Shape& shape) {
    const bool is_tuple = shape.kind == ShapeKind::kTuple;
    if (node.kind != NodeKind::kList) return expect(node, shape);
    const std::vector<const YamlNode*> items = join_formulas(node);
    const std::size_t least = is_tuple ? shape.parts.size() : shape.least;
    const std::size_t most = is_tuple ? shape.parts.size() : shape.most;
    const std::size_t count = items.size();
    auto part = [&](std::size_t i) -> const Shape& { return *shape.parts[is_tuple ? i : 0]; };
    const auto is_single = [](const YamlNode* n) { return n != nullptr && n->kind == NodeKind::kScalar; };
    if (!is_tuple && (part(0).kind == ShapeKind::kList || part(0).kind == ShapeKind::kTuple) && count > 0 &&
        std::all_of(items.begin(), items.end(), is_single))
      return add(node, ErrorCode::kWrongKind,
                 fmt::format("expected {}, found a list of {} single values", shape.what, count),
                 "a list of lists is written [[...], [...]]");
    if (count < least || count > most) {
      const bool numbers = count > most && std::all_of(items.begin(), items.end(), [&](const YamlNode* n) {
                             return n != nullptr && is_number_text(n->text);
                           });
      add(node, ErrorCode::kWrongKind, fmt::format("expected {}, found a list of {}", shape.what, count),
          numbers ? "is a decimal comma among them? numbers have a decimal point" : "");
    }
    for (std::size_t i = 0; i < count; ++i)
      if (items[i] != nullptr && (!is_tuple || i < shape.parts.size())) check(*items[i], part(i));
  }

  // Mappings

  const YamlNode& key(const YamlNode& map, std::size_t i) const { return document_.node(map.entries[i].key); }
  const YamlNode& value(const YamlNode& map, std::size_t i) const { return document_.node(map.entries[i].value); }

  void check_map(const YamlNode& node, const Shape& shape) {
    if (node.is_null()) return;  // an empty section
    if (!is_map(node, shape)) return;
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      if (key(node, i).text.empty()) {
        add(key(node, i), ErrorCode::kMissingField, "a name is missing here");
      } else if (key(node, i).text == "<<") {
        refuse_merge(key(node, i));
      } else if (const std::size_t next = skip_cut_formula(node, i)) {
        i = next - 1;
      } else {
        check_value(key(node, i), value(node, i), *shape.parts[0]);
      }
    }
  }

  // Where the value of entry i is a formula cut at a comma, its rest stands in the following keys: reports it and says
  // which entry comes behind; 0 where nothing is cut. The same for 1,5.
  std::size_t skip_cut_formula(const YamlNode& map, std::size_t i) {
    const YamlNode& first = value(map, i);
    if (!document_.is_cut_at_comma(first)) return 0;
    auto is_rest = [&](std::size_t k) { return k < map.entries.size() && value(map, k).is_null(); };
    std::size_t next = i + 1;
    if (is_number_text(first.text) && is_rest(next) && is_number_text(key(map, next).text)) {
      const std::string& decimals = key(map, next).text;
      add(first, ErrorCode::kFormulaSyntax, fmt::format("{},{} is no number", first.text, decimals),
          fmt::format("numbers have a decimal point: {}.{}", first.text, decimals));
      mark(key(map, next));
      return next + 1;
    }
    std::string text = first.text;
    if (open_brackets(text) <= 0) return 0;
    while (is_rest(next) && open_brackets(text) > 0) text += ", " + key(map, next++).text;
    if (open_brackets(text) != 0) return 0;
    refuse_comma(first, text);
    for (std::size_t k = i + 1; k < next; ++k) mark(key(map, k));
    return next;
  }

  void check_keys(const YamlNode& node, std::string_view what, const std::vector<Field>& common,
                  const std::vector<Field>& own) {
    std::vector<std::string_view> keys;
    for (const auto* fields : {&common, &own})
      for (const Field& field : *fields) keys.push_back(field.key);
    std::set<std::string_view> seen;  // those that stand there, or are likely meant
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      const std::string& text = key(node, i).text;
      const Field* field = nullptr;
      for (const auto* fields : {&common, &own})
        for (const Field& known : *fields)
          if (known.key == text) field = &known;
      seen.insert(text);
      if (field == nullptr) {
        seen.insert(refuse_key(key(node, i), what, keys));
      } else if (const std::size_t next = skip_cut_formula(node, i)) {
        i = next - 1;
      } else if (field->shape != nullptr) {
        check_value(key(node, i), value(node, i), *field->shape);
      }
    }
    if (seen.contains("<<")) return;
    for (const auto* fields : {&common, &own})
      for (const Field& field : *fields)
        if (field.required && !seen.contains(field.key))
          add(node, ErrorCode::kMissingField, fmt::format("{} needs the key {} ({})", what, field.key, field.remark));
  }

  void check_value(const YamlNode& name, const YamlNode& node, const Shape& shape) {
    const std::size_t before = found_.size();
    check(node, shape);
    // an empty value has no place of its own: the key does
    if (!node.is_null() || found_.size() == before) return;
    found_.resize(before);
    add(name, ErrorCode::kMissingField, fmt::format("{} has no value; expected {}", name.text, shape.what));
  }

  void refuse_merge(const YamlNode& node) {
    add(node, ErrorCode::kYamlSyntax, "merge keys (<<) are not understood",
        "write the keys out, or use an alias for the whole value");
  }

  // Returns the key that is likely meant; empty where none is near.
  std::string_view refuse_key(const YamlNode& node, std::string_view what, const std::vector<std::string_view>& keys) {
    if (node.text == "<<") return refuse_merge(node), "";
    // no-break spaces do not part a colon from what follows
    std::string_view meant = std::string_view(node.text).substr(0, node.text.find(':'));
    const std::string near = nearest(meant, keys);
    const auto found = std::find(keys.begin(), keys.end(), near);
    std::string hint = suggest(meant, keys);
    if (is_number_text(node.text)) hint = "is it a decimal comma? numbers have a decimal point";
    if (open_brackets(node.text) != 0) hint = "a formula with a comma stands in quotes";
    if (!colon_hint(node.text).empty() && !near.empty()) hint = colon_hint(node.text);
    add(node, ErrorCode::kUnknownField, fmt::format("{} has no key '{}'", what, node.text), hint);
    return found == keys.end() ? std::string_view() : *found;
  }

  void check_typed(const YamlNode& node, const Shape& shape) {
    if (!is_map(node, shape)) return;
    std::vector<std::string_view> names;
    for (const TypedFields& typed : shape.types) names.push_back(typed.type);
    const YamlNode* type = document_.find(node, "type");
    if (type == nullptr || type->is_null())
      return add(node, ErrorCode::kMissingField, fmt::format("{} needs the key type", shape.what),
                 fmt::format("there are: {}", fmt::join(names, ", ")));
    const bool scalar = type->kind == NodeKind::kScalar;
    const auto found = std::find_if(shape.types.begin(), shape.types.end(),
                                    [&](const TypedFields& typed) { return scalar && typed.type == type->text; });
    if (found == shape.types.end())
      return add(*type, ErrorCode::kUnknownWord, fmt::format("{} has no type {}", shape.what, describe(*type)),
                 suggest(scalar ? type->text : "", names));
    std::vector<Field> own = found->fields;
    own.push_back({"type", nullptr, ""});
    check_keys(node, fmt::format("{} of type {}", shape.what, found->type), shape.fields, own);
  }

  // The alternative of the node's own kind with the fewest mistakes; what has a type is meant to be of one.
  void check_either(const YamlNode& node, const Shape& shape) {
    std::vector<Found> fewest;
    for (const Shape* alternative : shape.parts) {
      if (!fits(node, *alternative)) continue;
      if (alternative->kind == ShapeKind::kTyped && document_.find(node, "type") != nullptr)
        return check_typed(node, *alternative);
      StructureChecker checker(document_);
      if (alternative->kind == ShapeKind::kWord) {
        checker.check_word(node, alternative->words, shape.what);
      } else {
        checker.check(node, *alternative);
      }
      std::vector<Found> found = checker.take();
      if (found.empty()) return;
      if (fewest.empty() || found.size() < fewest.size()) fewest = std::move(found);
    }
    if (fewest.empty()) return expect(node, shape);
    found_.insert(found_.end(), std::make_move_iterator(fewest.begin()), std::make_move_iterator(fewest.end()));
  }

  static bool fits(const YamlNode& node, const Shape& shape) {
    switch (shape.kind) {
      case ShapeKind::kEither:
        return std::any_of(shape.parts.begin(), shape.parts.end(),
                           [&](const Shape* part) { return fits(node, *part); });
      case ShapeKind::kNothing: return node.is_null();
      case ShapeKind::kList:
      case ShapeKind::kTuple: return node.kind == NodeKind::kList;
      case ShapeKind::kMap:
      case ShapeKind::kObject:
      case ShapeKind::kTyped: return node.kind == NodeKind::kMap;
      default: return node.kind == NodeKind::kScalar && !node.is_null();
    }
  }

  const Document& document_;
  std::vector<Found> found_;
};

}  // namespace

void check_structure(const Document& document, const YamlNode& node, const Shape& shape, Mistakes& mistakes) {
  StructureChecker checker(document);
  checker.check(node, shape);
  for (const StructureChecker::Found& found : checker.take()) {
    if (found.message.empty()) {
      mistakes.mark(*found.node);
    } else {
      mistakes.add(*found.node, found.code, found.message, found.hint);
    }
  }
}

}  // namespace kinemate
