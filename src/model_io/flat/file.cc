#include "model_io/flat/file.h"

#include <algorithm>
#include <array>

#include "base/file.h"
#include "model_io/flat/yaml.h"
#include "model_io/modelica/lexer.h"
#include "model_io/modelica/modelica.h"

namespace kinemate {

bool is_modelica_text(std::string_view text) {
  static constexpr std::array<std::string_view, 10> kFirst = {
      "within", "model", "class", "block", "package", "connector", "partial", "encapsulated", "function", "record"};
  try {
    ModelicaLexer lexer(text);
    const ModelicaToken first = lexer.next();
    if (first.type != ModelicaTokenType::kWord || std::find(kFirst.begin(), kFirst.end(), first.text) == kFirst.end())
      return false;
    return !lexer.next().is(":");  // a key of YAML
  } catch (const TextNote&) {
    return false;
  }
}

FlatReading read_flat_file(const std::string& path) {
  std::string text = read_text_file(path);
  if (path.ends_with(".mo") || is_modelica_text(text)) return read_modelica(text, path);
  return read_flat_yaml(std::move(text), path);
}

}  // namespace kinemate
