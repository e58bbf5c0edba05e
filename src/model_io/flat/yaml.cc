#include "model_io/flat/yaml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "expr/text/lexer.h"
#include "expr/text/misspelling.h"
#include "expr/text/print.h"
#include "model_io/flat/names.h"
#include "model_io/places.h"
#include "model_io/shape.h"
#include "model_io/values.h"

namespace kinemate {
namespace {

using NameRole = FlatNames::Role;

const Shape& flat_shape() {
  using Kind = Shape::Kind;
  static const Shape name{"", "a name", Kind::kName};
  static const Shape text{"", "a text", Kind::kText};
  static const Shape nothing{"", "nothing", Kind::kNothing};
  static const Shape names{"", "a list of names", Kind::kList, {}, {&name}, 1};
  static const Shape remark{"", "a remark, or nothing", Kind::kEither, {}, {&nothing, &text}};
  static const Shape remarks{"", "a mapping of names to remarks", Kind::kMap, {}, {&remark}};
  static const Shape unknowns{"", "a list of names, or a mapping", Kind::kEither, {}, {&names, &remarks}};
  static const Shape equation{"", "an equation", Kind::kFormula};
  static const Shape named{"", "a name and an equation", Kind::kMap, {}, {&equation}};
  static const Shape either{"", "an equation, or a name and an equation", Kind::kEither, {}, {&equation, &named}};
  static const Shape equations{"", "a list of equations", Kind::kList, {}, {&either}, 1};
  const std::vector<Field>& model = model_shape().fields;
  static const Shape* parameters =
      std::find_if(model.begin(), model.end(), [](const Field& f) { return f.key == "parameters"; })->shape;
  static const Shape inputs{
      "", "a list of names, or a mapping of names to values", Kind::kEither, {}, {&names, parameters}};
  static const Shape file = [] {
    Shape shape{"", "a list of equations", Kind::kObject};
    shape.fields = {{"name", &text, "of the list"},
                    {"parameters", parameters, "what is known; those without a value stay symbols"},
                    {"inputs", &inputs, "what is known and changes, such as coordinates; values are examples"},
                    {"unknowns", &unknowns, "what is to be found", true},
                    {"equations", &equations, "each with one =", true}};
    return shape;
  }();
  return file;
}

constexpr std::array<std::string_view, 5> kKeysOfMachines = {"bodies", "joints", "frames", "loads", "constraints"};

// Reads a document as far as its structure is right; every mistake is added to the list and reading goes on.
class FlatReader : private ValueReader {
 public:
  FlatReader(const Document& document, Mistakes& mistakes) : ValueReader(document, mistakes), lines_(document.text()) {}

  FlatSystem read() {
    const YamlNode& root = document_.root();
    if (const YamlNode* name = find_text(root, "name")) system_.name = name->text;
    for (std::string_view section : {"parameters", "inputs"})
      each(root, section, [&](const YamlNode& key, const YamlNode&) { declare_known(key); });
    const YamlNode* inputs = find(root, "inputs");
    const std::vector<const YamlNode*> input_list = inputs == nullptr ? std::vector<const YamlNode*>{} : names(*inputs);
    for (const YamlNode* name : input_list) declare_known(*name);
    read_unknowns(root);
    for (std::string_view section : {"parameters", "inputs", "unknowns"}) {
      const YamlNode* node = document_.find(root, section);
      all_declared_ = all_declared_ && (node == nullptr ? section != "unknowns" : !mistakes_.touch(*node));
    }
    for (std::string_view section : {"parameters", "inputs"})
      each(root, section,
           [&](const YamlNode& key, const YamlNode& value) { read_value(key, value, section == "inputs"); });
    for (const YamlNode* name : input_list) add_known(*name, Parameter{name->text, std::nullopt, "", ""}, true);
    check_circles();
    if (const YamlNode* list = find(root, "equations"); list != nullptr && !mistakes_.is_wrong(*list))
      for (const YamlNode* item : ValueReader::list(*list)) read_equation(*item);
    find_places(document_.source(), document_.text(), all_offsets());
    return std::move(system_);
  }

 private:
  // Names

  // x, x', x''; none where it is no name.
  std::optional<Expr> declare(const YamlNode& node, NameRole role) {
    const std::string_view what = role == NameRole::kKnown ? "a parameter" : "an unknown";
    std::string_view name = node.text;
    int primes = 0;
    for (; name.ends_with('\''); name.remove_suffix(1)) ++primes;
    const auto functions = function_names();
    if (name == "pi" || std::find(functions.begin(), functions.end(), name) != functions.end()) {
      add(node, ErrorCode::kImpossibleName,
          fmt::format("{} cannot be called {}: formulas know it as something else", what, name));
      return std::nullopt;
    }
    if (!is_name(name)) {
      add(node, ErrorCode::kImpossibleName,
          fmt::format("'{}' cannot be the name of {}: formulas could not refer to it", node.text, what),
          "letters, digits and underscores, no digit first; primes behind them");
      return std::nullopt;
    }
    const Expr symbol = make_symbol(name, primes);
    const auto first = names_.declare(symbol, {role, node.offset});
    if (!first) return symbol;
    const std::string hint = fmt::format("the first is in line {}", lines_.find(first->offset));
    add(node, ErrorCode::kNameTaken,
        first->role == role ? fmt::format("{} is declared twice", node.text)
                            : fmt::format("{} is declared as known and as unknown", node.text),
        hint);
    return std::nullopt;
  }

  struct UsedNames {
    std::vector<Token> functions, symbols;
  };

  // The names in a formula or an equation; what has no sense is left to the parser.
  static UsedNames used_names(std::string_view text) {
    UsedNames used;
    try {
      Lexer lexer("", text);
      for (Token token = lexer.next(); token.type != TokenType::kEnd;) {
        const Token name = token;
        // formulas have no sign of equality: a new one begins behind it
        const std::size_t behind = name.offset + name.text.size() + static_cast<std::size_t>(name.primes);
        const std::size_t at = std::min(text.find_first_not_of(" \t\r\n", behind), text.size());
        const bool ends = text.substr(at, 1) == "=" && text.substr(at, 2) != "==";
        if (ends) lexer = Lexer("", text, at + 1);
        token = lexer.next();
        if (name.type != TokenType::kName) continue;
        const bool called = !ends && (token.type == TokenType::kOpen || token.type == TokenType::kOpenBracket);
        (called ? used.functions : used.symbols).push_back(name);
      }
    } catch (const Error&) {  // told when it is read
    }
    return used;
  }

  bool check_functions(const YamlNode& node, const UsedNames& used) {
    bool good = true;
    for (const Token& name : used.functions) good = check_function(node, name) && good;
    return good;
  }

  bool check_function(const YamlNode& node, const Token& name) {
    const auto functions = function_names();
    if (std::find(functions.begin(), functions.end(), name.text) != functions.end()) return true;
    std::string hint = name.text.size() > 1 ? misspelling_hint(name.text) : "";
    if (const std::string near = nearest(name.text, functions); hint.starts_with("did you mean"))
      hint = fmt::format("did you mean {}?", near);
    if (names_.find(make_symbol(name.text, name.primes)))
      hint = fmt::format("a product is written {}*(...)", name.text);
    if (hint.empty()) hint = "equations have built-in functions only: see docs/formulas.md";
    add(node, ErrorCode::kFunctionCall, fmt::format("there is no function {}", name.text), hint, name.offset);
    return false;
  }

  // `owner` is the parameter whose value this is, or empty.
  void check_symbols(const YamlNode& node, const UsedNames& used, std::string_view owner = {}) {
    for (const Token& name : used.symbols) {
      if (name.text == "pi" || find_function(name.text)) continue;
      const Expr symbol = make_symbol(name.text, name.primes);
      const auto declared = names_.find(symbol);
      if (declared && declared->role == NameRole::kUnknown && !owner.empty()) {
        add(node, ErrorCode::kMisplacedName,
            fmt::format("the value of {} holds {}, an unknown", owner, to_text(symbol)),
            "values are formulas of parameters; what follows from unknowns is an unknown with an equation",
            name.offset);
      } else if (!declared && all_declared_ && names_.miss(symbol)) {
        add(node, ErrorCode::kUnknownName, fmt::format("{} is not declared", to_text(symbol)), names_.suggest(symbol),
            name.offset);
      }
    }
  }

  // Sections

  void declare_known(const YamlNode& key) {
    if (const std::optional<Expr> symbol = declare(key, NameRole::kKnown)) known_.emplace(&key, *symbol);
  }

  void add_known(const YamlNode& key, const Parameter& read, bool varies) {
    const auto symbol = known_.find(&key);
    if (symbol == known_.end()) return;
    system_.known.push_back({symbol->second, read.value, read.remark, varies, std::nullopt});
    known_keys_.push_back(&key);
  }

  void read_value(const YamlNode& key, const YamlNode& value, bool varies) {
    const YamlNode* formula = value.kind == YamlNode::Kind::kMap ? find(value, "value") : &value;
    const bool scalar = formula != nullptr && formula->kind == YamlNode::Kind::kScalar && !formula->is_null();
    const UsedNames used = scalar ? used_names(formula->text) : UsedNames{};
    if (scalar && !check_functions(*formula, used)) return;
    const Parameter read = parameter(key, value);
    if (scalar) check_symbols(*formula, used, key.text);
    add_known(key, read, varies);
  }

  void read_unknowns(const YamlNode& root) {
    const YamlNode* section = find(root, "unknowns");
    if (section == nullptr) return;
    const auto take = [&](const YamlNode& name, std::string meaning) {
      const std::optional<Expr> symbol = declare(name, NameRole::kUnknown);
      if (!symbol) return;
      system_.unknowns.push_back({*symbol, std::move(meaning), std::nullopt});
      unknown_offsets_.push_back(name.offset);
    };
    if (section->kind == YamlNode::Kind::kMap && section->entries.empty())
      add(*section, ErrorCode::kMissingField, "there are no unknowns");
    for (const YamlNode* name : names(*section)) take(*name, "");
    each(root, "unknowns", [&](const YamlNode& key, const YamlNode& value) {
      take(key, value.kind == YamlNode::Kind::kScalar && !value.is_null() ? value.text : "");
    });
  }

  void check_circles() {
    const std::vector<std::size_t> circle = known_in_circles(system_.known);
    if (circle.empty()) return;
    std::vector<std::string> circle_names;
    for (std::size_t i : circle) circle_names.push_back(to_text(system_.known[i].symbol));
    add(*known_keys_[circle[0]], ErrorCode::kCircle,
        fmt::format("the values of parameters run in a circle: {}", fmt::join(circle_names, ", ")),
        "give one of them a number, or leave it open");
  }

  void read_equation(const YamlNode& item) {
    if (mistakes_.is_wrong(item)) return;
    const YamlNode* node = &item;
    ++count_;
    std::string name = fmt::format("equation {}", count_);
    if (item.kind == YamlNode::Kind::kMap) {
      if (item.entries.size() != 1)
        return add(item, ErrorCode::kWrongKind, fmt::format("an equation has one name, found {}", item.entries.size()),
                   "each begins with a dash of its own");
      name = document_.node(item.entries[0].key).text;
      node = &document_.node(item.entries[0].value);
    }
    if (const auto [first, fresh] = equation_names_.emplace(name, item.offset); !fresh)
      add(item, ErrorCode::kNameTaken, fmt::format("{} is already the name of another equation", name),
          fmt::format("the first is in line {}", lines_.find(first->second)));
    const UsedNames used = used_names(node->text);
    if (!check_functions(*node, used)) return;
    guard(*node, [&] {
      const std::optional<EquationSides> both = sides(*node);
      check_symbols(*node, used);
      if (!both) return;
      system_.equations.push_back({std::move(name), both->left, both->right, std::nullopt});
      equation_offsets_.push_back(node->offset);
    });
  }

  std::vector<PlaceToFind> all_offsets() {
    std::vector<PlaceToFind> all;
    for (std::size_t i = 0; i < system_.known.size(); ++i)
      all.push_back({known_keys_[i]->offset, &system_.known[i].place});
    for (std::size_t i = 0; i < system_.unknowns.size(); ++i)
      all.push_back({unknown_offsets_[i], &system_.unknowns[i].place});
    for (std::size_t i = 0; i < system_.equations.size(); ++i)
      all.push_back({equation_offsets_[i], &system_.equations[i].place});
    return all;
  }

  FlatSystem system_;
  FlatNames names_;
  LineNumbers lines_;
  bool all_declared_ = true;  ///< whether what is missed was not meant to be declared where something is wrong
  std::size_t count_ = 0;
  std::unordered_map<const YamlNode*, Expr> known_;  ///< the parameters by their keys
  std::vector<const YamlNode*> known_keys_;
  std::vector<std::size_t> unknown_offsets_, equation_offsets_;
  std::unordered_map<std::string, std::size_t> equation_names_;
};

void refuse_machine(const Document& document) {
  for (std::string_view key : kKeysOfMachines) {
    if (document.find(document.root(), key) == nullptr) continue;
    Error error(ErrorCode::kForeignFile, fmt::format("this is the file of a machine: it has {}", key),
                fmt::format("its equations as a list: kinemate convert {} --to equations", document.source()));
    const YamlNode::Entry& entry =
        *std::find_if(document.root().entries.begin(), document.root().entries.end(),
                      [&](const YamlNode::Entry& e) { return document.node(e.key).text == key; });
    error.place = locate(document.source(), document.text(), document.node(entry.key).offset);
    throw error;
  }
}

}  // namespace

FlatReading read_flat_yaml(std::string text, const std::string& source) {
  FlatReading reading;
  try {
    const Document document(source, std::move(text));
    if (document.is_empty()) {
      Error error(ErrorCode::kEmptyFile, "the file is empty",
                  "a list of equations has unknowns and equations: see docs/flat_equations.md");
      error.place = Place{source, 1, 1, "", 0};
      throw error;
    }
    refuse_machine(document);
    Mistakes mistakes(document);
    find_duplicates(document, mistakes);
    check_structure(document, document.root(), flat_shape(), mistakes);
    reading.system = FlatReader(document, mistakes).read();
    reading.mistakes = mistakes.to_errors();
  } catch (const Error& error) {
    reading.mistakes = {error};
  }
  return reading;
}

}  // namespace kinemate
