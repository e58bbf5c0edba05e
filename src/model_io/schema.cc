#include <nlohmann/json.hpp>
#include <string>

#include "model_io/shape.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;
using ShapeKind = Shape::Kind;

// Shapes with a name become definitions that others refer to.
class SchemaWriter {
 public:
  Json reference(const Shape& shape) {
    if (shape.name.empty()) return body(shape);
    const std::string name(shape.name);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // keeps the order of first use
      definitions_[name] = body(shape);
    }
    return {{"$ref", "#/$defs/" + name}};
  }

  Json body(const Shape& shape) {
    switch (shape.kind) {
      case ShapeKind::kFormula: return {{"description", shape.what}, {"type", {"number", "string"}}};
      case ShapeKind::kName:
      case ShapeKind::kText: return {{"description", shape.what}, {"type", {"string", "number", "boolean"}}};
      case ShapeKind::kNothing: return {{"type", "null"}};
      case ShapeKind::kWord: {
        Json words = Json::array();  // YAML readers take true and false for what they are
        for (const auto& word : shape.words)
          words.push_back(word == "true" ? Json(true) : word == "false" ? Json(false) : Json(word));
        return {{"description", shape.what}, {"enum", words}};
      }
      case ShapeKind::kList: return list(shape);
      case ShapeKind::kTuple: return tuple(shape);
      case ShapeKind::kMap:
        return {{"description", shape.what},
                {"type", {"object", "null"}},
                {"additionalProperties", reference(*shape.parts[0])}};
      case ShapeKind::kObject: return object(shape.what, shape.fields);
      case ShapeKind::kTyped: return typed(shape);
      case ShapeKind::kEither: break;
    }
    Json alternatives = Json::array();
    for (const Shape* part : shape.parts) alternatives.push_back(reference(*part));
    return {{"description", shape.what}, {"anyOf", alternatives}};
  }

  const Json& definitions() const { return definitions_; }

 private:
  Json list(const Shape& shape) {
    Json json = {{"description", shape.what}, {"type", "array"}, {"items", reference(*shape.parts[0])}};
    if (shape.least > 0) json["minItems"] = shape.least;
    if (shape.most != ~std::size_t{0}) json["maxItems"] = shape.most;
    return json;
  }

  Json tuple(const Shape& shape) {
    Json items = Json::array();
    for (const Shape* part : shape.parts) items.push_back(reference(*part));
    return {{"description", shape.what},
            {"type", "array"},
            {"prefixItems", items},
            {"minItems", shape.parts.size()},
            {"maxItems", shape.parts.size()}};
  }

  Json object(std::string_view what, const std::vector<Field>& fields) {
    Json properties = Json::object(), required = Json::array();
    for (const Field& field : fields) {
      properties[std::string(field.key)] = {{"description", field.remark}, {"allOf", {reference(*field.shape)}}};
      if (field.required) required.push_back(field.key);
    }
    Json json = {
        {"description", what}, {"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (!required.empty()) json["required"] = required;
    return json;
  }

  Json typed(const Shape& shape) {
    Json types = Json::array(), alternatives = Json::array();
    for (const TypedFields& typed : shape.types) {
      types.push_back(typed.type);
      std::vector<Field> fields = shape.fields;
      fields.insert(fields.end(), typed.fields.begin(), typed.fields.end());
      Json json = object(std::string(shape.what) + " of type " + std::string(typed.type), fields);
      json["properties"]["type"] = {{"const", typed.type}};
      alternatives.push_back(
          {{"if", {{"properties", {{"type", {{"const", typed.type}}}}}, {"required", {"type"}}}}, {"then", json}});
    }
    return {{"description", shape.what},
            {"type", "object"},
            {"properties", {{"type", {{"enum", types}}}}},
            {"required", {"type"}},
            {"allOf", alternatives}};
  }

  Json definitions_ = Json::object();
};

}  // namespace

std::string json_schema() {
  SchemaWriter writer;
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Kinemate model"}};
  schema.update(writer.body(model_shape()));
  schema["$defs"] = writer.definitions();
  return schema.dump(2) + "\n";
}

}  // namespace kinemate
