// How a language writes what programs are made of: operators, numbers, variables, elements of arrays.
//
// One Language for each, in the file of its emitter. What functions are called stands in one table for all of them
// (codegen/function_names.h).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace kinemate {

/// A piece of code, and how strongly it holds together.
struct Phrase {
  enum class Level {
    kTruth,  ///< a < b: no number yet
    kSum,
    kProduct,
    kSign,
    kPrimary
  };

  std::string text;
  Level level = Level::kPrimary;
};

/// An operator as a format of two operands, or of one; operands that hold less than these get parentheses.
struct CodeOperator {
  const char* format;
  Phrase::Level level, left, right;
};

/// A function that the language has not: the source defines those it calls.
struct CodeDefinition {
  std::string_view name, text;
};

/// The columns of the table of names.
enum class LanguageColumn : std::uint8_t { kC, kMatlab, kPython, kJulia, kModelica };

struct Language {
  using Level = Phrase::Level;

  std::string_view title;  ///< for people
  LanguageColumn column;   ///< of function_names.h

  // operations; every one rounds once, in the order of the program: a + (b + c) keeps its parentheses
  CodeOperator negate = {"-{}", Level::kSign, Level::kPrimary, Level::kPrimary};
  CodeOperator add = {"{} + {}", Level::kSum, Level::kSum, Level::kProduct};
  CodeOperator subtract = {"{} - {}", Level::kSum, Level::kSum, Level::kProduct};
  CodeOperator multiply = {"{} * {}", Level::kProduct, Level::kProduct, Level::kSign};
  CodeOperator divide = {"{} / {}", Level::kProduct, Level::kProduct, Level::kSign};
  CodeOperator power = {"pow({}, {})", Level::kPrimary, Level::kSum, Level::kSum};
  const char* less = "{} < {}";
  const char* less_equal = "{} <= {}";
  const char* equal = "{} == {}";
  const char* not_equal = "{} != {}";
  const char* conjunction = "({}) && ({})";
  const char* disjunction = "({}) || ({})";
  const char* choice = "({} ? {} : {})";         ///< of a truth and two numbers
  const char* truth_value = "({} ? 1.0 : 0.0)";  ///< a truth as a number

  // statements; name or place, then the value
  const char* define = "const double {} = {};";
  const char* store = "{} = {};";
  const char* element = "{}[{}]";
  const char* matrix_element = nullptr;  ///< of row and column; null: the entries of matrices are those of one array
  std::uint32_t first_index = 0;
  bool loops = false;  ///< repeated structure and rows of copies become loops over tables

  /// The shortest text that reads back as the same double. A negative number begins with its sign.
  std::string (*number)(double);
  /// Whether names must be others: words of the language, functions that generated code calls.
  bool (*is_taken)(std::string_view name);
  std::vector<CodeDefinition> definitions = {};  ///< each before those that call it
};

/// Whole numbers with a point: 2.0, 1e+30. REQUIRES: finite.
std::string decimal_number(double number);

/// The words of a list, blanks between.
std::unordered_set<std::string_view> make_word_set(std::string_view list);

/// The texts of those definitions whose names are called, in their order.
std::vector<std::string_view> definitions_of(const Language& language, const std::set<std::string>& called);

}  // namespace kinemate
