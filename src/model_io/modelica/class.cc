#include "model_io/modelica/class.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "model_io/mistakes.h"

namespace kinemate {
namespace {

using ModelicaType = ModelicaTokenType;
using ModelicaRole = ModelicaComponent::Role;

constexpr std::array<std::string_view, 5> kClassWords = {"model", "block", "class", "connector", "package"};
constexpr std::array<std::string_view, 11> kAttributes = {"start",       "fixed",     "unit",      "min",
                                                          "max",         "nominal",   "quantity",  "displayUnit",
                                                          "stateSelect", "unbounded", "HideResult"};

// Words that begin what is not read, with what they are.
struct ForeignWord {
  std::string_view word;
  std::string_view what;
};
constexpr std::array kForeignDeclarations = {
    ForeignWord{"function", "functions"},
    ForeignWord{"record", "records"},
    ForeignWord{"type", "types of one's own"},
    ForeignWord{"operator", "operators of one's own"},
    ForeignWord{"extends", "inheritance (extends)"},
    ForeignWord{"import", "imports"},
    ForeignWord{"replaceable", "replaceable elements"},
    ForeignWord{"redeclare", "redeclarations"},
    ForeignWord{"inner", "inner elements"},
    ForeignWord{"outer", "outer elements"},
    ForeignWord{"stream", "stream variables"},
    ForeignWord{"discrete", "discrete variables"},
    ForeignWord{"external", "external functions"},
    ForeignWord{"expandable", "expandable connectors"},
};
constexpr std::array kForeignEquations = {
    ForeignWord{"for", "loops (for)"},
    ForeignWord{"when", "events (when)"},
    ForeignWord{"while", "loops (while)"},
    ForeignWord{"if", "equations under conditions (if ... end if)"},
};
constexpr std::array<std::string_view, 5> kForeignCalls = {"assert", "terminate", "reinit", "branch", "root"};

template <class List>
const ForeignWord* find_foreign(const List& list, const ModelicaToken& token) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const ForeignWord& foreign) { return token.is(foreign.word); });
  return found == list.end() ? nullptr : &*found;
}

bool contains(const auto& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Modelica.Units.SI.Angle, SI.Angle, Modelica.SIunits.Angle: Real with a unit.
bool is_unit_type(std::string_view type) {
  return type.starts_with("SI.") || type.find(".SI.") != std::string_view::npos || type.starts_with("SIunits.") ||
         type.find(".SIunits.") != std::string_view::npos || type.starts_with("Modelica.Blocks.Interfaces.Real");
}

class ClassReader {
 public:
  ClassReader(std::string_view text, std::vector<TextNote>& notes) : text_(text), cursor_(text), notes_(notes) {}

  std::vector<ModelicaClass> read() {
    guard([&] { cursor_.advance(); });
    while (!cursor_.at_end()) {
      if (open_.empty()) {
        read_at_top();
      } else {
        read_in_class();
      }
    }
    for (; !open_.empty(); open_.pop_back())
      add({cursor_.last_end(), ErrorCode::kModelica, fmt::format("'end {};' is missing", open_.back().simple_name),
           fmt::format("{} {} begins in line {}", open_.back().made.kind, open_.back().simple_name,
                       lines_.find(open_.back().made.offset))});
    return std::move(classes_);
  }

 private:
  enum class Section { kDeclarations, kEquations };
  struct Open {
    ModelicaClass made;
    std::string simple_name;
    Section section = Section::kDeclarations;
  };

  const ModelicaToken& token() const { return cursor_.token(); }
  ModelicaClass& current() { return open_.back().made; }

  // Mistakes

  // Reads something; where that fails, goes on behind the next semicolon.
  template <class Read>
  void guard(Read read) {
    const std::size_t before = token().offset;
    try {
      read();
    } catch (const TextNote& note) {
      add(note);
      if (!open_.empty() && open_.back().section == Section::kDeclarations) current().damaged = true;
      skip_statement();
      if (token().offset == before) {  // at a word that ends statements
        step();
        skip_statement();
      }
    }
  }

  void add(TextNote note) {
    if (notes_.size() <= kMostMistakes) {
      notes_.push_back(std::move(note));
    } else {
      cursor_.stop();
    }
  }

  void step() {
    try {
      cursor_.advance();
    } catch (const TextNote& note) {
      add(note);
    }
  }

  void skip_statement() {
    while (!cursor_.at_end() && !cursor_.at(";") && !cursor_.at("equation") && !cursor_.at("end")) step();
    if (cursor_.at(";")) step();
  }

  // Behind `end word;`, where the word may stand inside again.
  void skip_to_end(std::string_view word) {
    int depth = 0;
    bool after_end = false;
    while (!cursor_.at_end()) {
      if (token().text == word && after_end && --depth <= 0) break;
      if (token().text == word && !after_end) ++depth;
      after_end = cursor_.at("end");
      step();
    }
    skip_statement();
  }

  // A semicolon, or the mistake that there is none. In a new line something new begins all the same.
  void end_statement(std::string_view what) {
    if (cursor_.accept(";")) return;
    const std::string message = fmt::format("expected ';' behind {}, found {}", what, describe(token()));
    const std::size_t end = cursor_.last_end();
    if (text_.substr(end, token().offset - end).find('\n') == std::string_view::npos && !cursor_.at_end())
      throw TextNote{end, ErrorCode::kModelica, message, ""};
    add({end, ErrorCode::kModelica, message, ""});
  }

  // Classes

  bool at_class() const {
    return cursor_.token().type == ModelicaType::kWord &&
           (contains(kClassWords, token().text) || cursor_.at("partial") || cursor_.at("encapsulated"));
  }

  void read_at_top() {
    guard([&] {
      if (cursor_.accept("within")) {
        if (token().type == ModelicaType::kName) read_modelica_name(cursor_);
        return end_statement("'within'");
      }
      while (cursor_.accept("final")) {
      }
      if (at_class()) return begin_class();
      if (const ForeignWord* foreign = find_foreign(kForeignDeclarations, token())) return refuse_declaration(*foreign);
      throw TextNote{token().offset, ErrorCode::kModelica, fmt::format("expected a model, found {}", describe(token())),
                     "a Modelica file begins with: model NAME"};
    });
  }

  void begin_class() {
    Open open;
    open.made.offset = token().offset;
    while (cursor_.accept("partial") || cursor_.accept("encapsulated")) {
    }
    if (token().type != ModelicaType::kWord || !contains(kClassWords, token().text)) {
      if (const ForeignWord* foreign = find_foreign(kForeignDeclarations, token())) return refuse_declaration(*foreign);
      throw TextNote{token().offset, ErrorCode::kModelica, fmt::format("expected a class, found {}", describe(token())),
                     ""};
    }
    open.made.kind = token().text;
    cursor_.advance();
    if (token().type != ModelicaType::kName)
      throw TextNote{token().offset, ErrorCode::kModelica,
                     fmt::format("expected the name of a {}, found {}", open.made.kind, describe(token())), ""};
    open.simple_name = modelica_unquoted(token().text);
    open.made.name = open_.empty() ? open.simple_name : current().name + "." + open.simple_name;
    cursor_.advance();
    if (cursor_.at("="))
      throw TextNote{token().offset, ErrorCode::kModelicaSubset, "classes that are other names of classes are not read",
                     "write the class out"};
    open.made.remark = read_remark();
    open_.push_back(std::move(open));
  }

  void read_in_class() {
    guard([&] {
      if (cursor_.at("end")) return end_class();
      if (cursor_.accept("public") || cursor_.accept("protected")) {
        open_.back().section = Section::kDeclarations;
        return;
      }
      if (cursor_.accept("initial")) return skip_initial();
      if (cursor_.accept("equation")) {
        open_.back().section = Section::kEquations;
        return;
      }
      if (cursor_.at("algorithm")) return refuse_algorithm();
      if (cursor_.at("annotation")) {
        skip_annotation();
        return end_statement("an annotation");
      }
      if (open_.back().section == Section::kEquations) return read_equation();
      read_element();
    });
  }

  // Start values are found by whoever simulates: they do not belong to the equations.
  void skip_initial() {
    step();
    while (!cursor_.at_end() && !cursor_.at("equation") && !cursor_.at("algorithm") && !cursor_.at("end") &&
           !cursor_.at("public") && !cursor_.at("protected"))
      step();
  }

  void refuse_algorithm() {
    add({token().offset, ErrorCode::kModelicaSubset, "an algorithm is no equation: the flat subset has no such thing",
         "write what it computes as equations"});
    step();
    bool after_end = false;
    while (!cursor_.at_end() && !cursor_.at("equation")) {
      if (after_end && token().type == ModelicaType::kName) break;  // end NAME
      after_end = cursor_.at("end");
      step();
    }
    if (after_end && token().type == ModelicaType::kName) close_class();
  }

  void end_class() {
    cursor_.advance();
    close_class();
  }

  // REQUIRES: the cursor is behind `end`.
  void close_class() {
    if (token().type != ModelicaType::kName) {
      const std::string found = describe(token());
      const std::size_t offset = token().offset;
      if (token().type == ModelicaType::kWord) step();  // end for, end if: told where it begins
      throw TextNote{offset, ErrorCode::kModelica,
                     fmt::format("expected '{}' behind 'end', found {}", open_.back().simple_name, found), ""};
    }
    const std::string name = modelica_unquoted(token().text);
    if (name != open_.back().simple_name)
      add({token().offset, ErrorCode::kModelica,
           fmt::format("'end {}' does not end {} {}", name, current().kind, open_.back().simple_name),
           fmt::format("it begins in line {}", lines_.find(current().offset))});
    cursor_.advance();
    classes_.push_back(std::move(open_.back().made));
    open_.pop_back();
    end_statement(fmt::format("'end {}'", name));
  }

  // Declarations

  void read_element() {
    if (at_class()) return begin_class();
    if (const ForeignWord* foreign = find_foreign(kForeignDeclarations, token())) return refuse_declaration(*foreign);
    ModelicaComponent common;
    read_prefixes(common);
    if (const ForeignWord* foreign = find_foreign(kForeignDeclarations, token())) return refuse_declaration(*foreign);
    if (at_class()) return begin_class();
    read_type(common);
    do {
      ModelicaComponent component = common;
      read_component(component);
      current().components.push_back(std::move(component));
    } while (cursor_.accept(","));
    end_statement("this declaration");
  }

  void refuse_declaration(const ForeignWord& foreign) {
    const ModelicaToken word = token();
    const std::string message = fmt::format("the flat subset has no {}", foreign.what);
    if (word.is("function") || word.is("record") || word.is("operator")) {
      add({word.offset, ErrorCode::kModelicaSubset, message, ""});
      step();
      const std::string name(token().text);
      while (!cursor_.at_end()) {  // up to `end name`
        const bool after_end = cursor_.at("end");
        step();
        if (after_end && token().text == name) break;
      }
      return skip_statement();
    }
    throw TextNote{word.offset, ErrorCode::kModelicaSubset, message, ""};
  }

  void read_prefixes(ModelicaComponent& component) {
    while (true) {
      if (cursor_.accept("parameter") || cursor_.accept("constant")) {
        component.role = ModelicaRole::kParameter;
      } else if (cursor_.accept("input")) {
        component.role = ModelicaRole::kInput;
      } else if (cursor_.accept("flow")) {
        component.flow = true;
      } else if (!cursor_.accept("output") && !cursor_.accept("final")) {
        return;
      }
    }
  }

  void read_type(ModelicaComponent& component) {
    if (token().type != ModelicaType::kName)
      throw TextNote{token().offset, ErrorCode::kModelica,
                     fmt::format("expected a declaration, found {}", describe(token())),
                     "for example: Real x;  parameter Real m = 2;"};
    component.type_offset = token().offset;
    component.type = read_modelica_name(cursor_).text;
    if (component.type.find('[') != std::string::npos || cursor_.at("["))
      throw TextNote{component.type_offset, ErrorCode::kModelicaSubset, "arrays are not read: equations are scalar",
                     "declare the elements one by one"};
    if (is_unit_type(component.type)) component.type = "Real";
    const bool whole = component.type == "Integer" || component.type == "Boolean";
    if (component.type == "String" || (whole && component.role != ModelicaRole::kParameter))
      throw TextNote{component.type_offset, ErrorCode::kModelicaSubset,
                     fmt::format("a variable of type {}: the flat subset has none", component.type),
                     whole ? "parameters may be Integer or Boolean; variables are Real" : ""};
  }

  void read_component(ModelicaComponent& component) {
    if (token().type != ModelicaType::kName)
      throw TextNote{token().offset, ErrorCode::kModelica,
                     fmt::format("expected a name behind {}, found {}", component.type, describe(token())), ""};
    component.name = read_modelica_name(cursor_);
    if (cursor_.accept("(")) read_modifications(component);
    if (cursor_.at(":=")) throw TextNote{token().offset, ErrorCode::kModelica, "':=' stands in algorithms", "write ="};
    if (cursor_.accept("=")) component.value = read_formula();
    if (cursor_.at("if"))
      throw TextNote{token().offset, ErrorCode::kModelicaSubset, "the flat subset has no components under conditions",
                     ""};
    component.remark = read_remark();
  }

  ModelicaFormula read_formula() {
    ModelicaFormula formula;
    formula.value = read_modelica_expression(cursor_, formula.uses);
    return formula;
  }

  // Behind the opening parenthesis.
  void read_modifications(ModelicaComponent& component) {
    while (!cursor_.at(")")) {
      while (cursor_.accept("each") || cursor_.accept("final")) {
      }
      if (cursor_.at("redeclare") || cursor_.at("replaceable"))
        throw TextNote{token().offset, ErrorCode::kModelicaSubset, "the flat subset has no redeclarations", ""};
      if (token().type != ModelicaType::kName)
        throw TextNote{token().offset, ErrorCode::kModelica,
                       fmt::format("expected a name in the parentheses, found {}", describe(token())), ""};
      const ModelicaName name = read_modelica_name(cursor_);
      if (component.is_scalar()) {
        read_attribute(component, name);
      } else {
        if (cursor_.at("("))
          throw TextNote{token().offset, ErrorCode::kModelicaSubset,
                         "modifications inside of modifications are not read", "write the name with dots: a.b = ..."};
        cursor_.expect("=", fmt::format("behind {}", name.text));
        component.settings.push_back({name, read_formula()});
      }
      if (!cursor_.at(")")) cursor_.expect(",", "or ')'");
    }
    cursor_.advance();
  }

  void read_attribute(ModelicaComponent& component, const ModelicaName& name) {
    if (!contains(kAttributes, name.text)) {
      const std::string near = nearest(name.text, kAttributes);
      add({name.offset, ErrorCode::kModelica, fmt::format("{} has no attribute '{}'", component.type, name.text),
           near.empty() ? fmt::format("there are: {}", fmt::join(kAttributes, ", "))
                        : fmt::format("did you mean {}?", near)});
    }
    cursor_.expect("=", fmt::format("behind {}", name.text));
    if (name.text == "start") {
      component.start = read_formula();
    } else {
      skip_value();
    }
  }

  // Up to a comma or parenthesis that belongs to what is around it.
  void skip_value() {
    int depth = 0;
    while (!cursor_.at_end() && !cursor_.at(";")) {
      if (depth == 0 && (cursor_.at(",") || cursor_.at(")"))) return;
      if (cursor_.at("(") || cursor_.at("{") || cursor_.at("[")) ++depth;
      if (cursor_.at(")") || cursor_.at("}") || cursor_.at("]")) --depth;
      cursor_.advance();
    }
  }

  // "text" + "text", and an annotation
  std::string read_remark() {
    std::string remark;
    while (token().type == ModelicaType::kString) {
      remark += modelica_unquoted(token().text);
      cursor_.advance();
      if (!cursor_.at("+")) break;
      cursor_.advance();
    }
    if (cursor_.at("annotation")) skip_annotation();
    return remark;
  }

  void skip_annotation() {
    const std::size_t offset = token().offset;
    cursor_.advance();
    cursor_.expect("(", "behind annotation");
    for (int depth = 1; depth > 0; cursor_.advance()) {
      if (cursor_.at_end())
        throw TextNote{offset, ErrorCode::kModelica, "the parenthesis of this annotation is not closed", ""};
      if (cursor_.at("(")) ++depth;
      if (cursor_.at(")")) --depth;
    }
  }

  // Equations

  void read_equation() {
    if (const ForeignWord* foreign = find_foreign(kForeignEquations, token())) {
      const std::string word(token().text);
      add({token().offset, ErrorCode::kModelicaSubset, fmt::format("the flat subset has no {}", foreign->what),
           word == "if" ? "an expression may have conditions: x = if c then a else b;" : ""});
      return skip_to_end(word);
    }
    if (token().type == ModelicaType::kName && contains(kForeignCalls, token().text))
      throw TextNote{token().offset, ErrorCode::kModelicaSubset,
                     fmt::format("{} is no equation: the flat subset has no such thing", token().text), ""};
    if (cursor_.at("connect")) return read_connection();
    ModelicaEquation equation;
    equation.offset = token().offset;
    equation.left = read_modelica_expression(cursor_, equation.uses);
    if (cursor_.at(":="))
      throw TextNote{token().offset, ErrorCode::kModelica, "':=' stands in algorithms", "an equation is written a = b"};
    if (!cursor_.at("="))
      throw TextNote{cursor_.at(";") ? equation.offset : cursor_.last_end(), ErrorCode::kModelica,
                     fmt::format("expected '=' in this equation, found {}", describe(token())), ""};
    cursor_.advance();
    equation.right = read_modelica_expression(cursor_, equation.uses);
    if (cursor_.at("="))
      throw TextNote{token().offset, ErrorCode::kModelica, "an equation has one sign of equality: =", ""};
    equation.name = read_remark();
    current().equations.push_back(std::move(equation));
    end_statement("this equation");
  }

  void read_connection() {
    cursor_.advance();
    cursor_.expect("(", "behind connect");
    ModelicaConnection connection;
    connection.first = read_connector();
    cursor_.expect(",", "in connect(...)");
    connection.second = read_connector();
    cursor_.expect(")", "behind the second connector");
    read_remark();
    current().connections.push_back(std::move(connection));
    end_statement("connect(...)");
  }

  ModelicaName read_connector() {
    if (token().type != ModelicaType::kName)
      throw TextNote{token().offset, ErrorCode::kModelica,
                     fmt::format("expected a connector, found {}", describe(token())), ""};
    return read_modelica_name(cursor_);
  }

  std::string_view text_;
  ModelicaCursor cursor_;
  std::vector<TextNote>& notes_;
  LineNumbers lines_{text_};
  std::vector<Open> open_;
  std::vector<ModelicaClass> classes_;
};

}  // namespace

std::vector<ModelicaClass> read_modelica_classes(std::string_view text, std::vector<TextNote>& notes) {
  return ClassReader(text, notes).read();
}

}  // namespace kinemate
