#include "model_io/urdf/elements.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "model_io/urdf/number.h"

namespace kinemate {
namespace {

bool holds(const UrdfNames& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_printable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = decode_utf8(text, at);
    const char32_t code = character.code_point;
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
    const bool no_character = code == 0xFEFF || (code & 0xFFFEu) == 0xFFFEu || (code >= 0xFDD0 && code <= 0xFDEF);
    if (!character.valid || control || no_character) return false;
    at += character.length;
  }
  return true;
}

// What is to be known of elements that many files have and that may change the equations.
std::string_view known_element(std::string_view name) {
  if (name == "transmission") return "a reduction and the inertia of a rotor would change the equations of motion";
  if (name == "gazebo") return "what a simulator adds there, such as friction or damping, is missing in the equations";
  return "";
}

}  // namespace

std::vector<std::optional<XmlAttribute>> UrdfElements::attributes(pugi::xml_node element, const UrdfNames& names) {
  std::vector<std::optional<XmlAttribute>> found(names.size());
  std::vector<std::string_view> seen;
  for (const XmlAttribute& attribute : document_.attributes(element)) {
    const auto known = std::find(names.begin(), names.end(), attribute.name);
    if (known == names.end()) {
      if (attribute.name == "xmlns" || attribute.name.starts_with("xmlns:")) continue;  // the business of XML
      const std::string near = did_you_mean(attribute.name, names);
      unused_.doubtful.add(fmt::format("attribute {} of <{}>", attribute.name, element.name()), attribute.name_offset,
                           near);
      continue;
    }
    auto& place = found[static_cast<std::size_t>(known - names.begin())];
    if (place)
      add_mistake(attribute.name_offset, ErrorCode::kNameTaken,
                  fmt::format("{} stands twice in this <{}>", attribute.name, element.name()));
    place = attribute;
  }
  return found;
}

std::vector<pugi::xml_node> UrdfElements::children(pugi::xml_node element, const UrdfNames& names,
                                                   const UrdfNames& harmless) {
  std::vector<pugi::xml_node> found(names.size());
  for (const pugi::xml_node child : element) {
    const auto known = std::find(names.begin(), names.end(), std::string_view(child.name()));
    if (child.type() != pugi::node_element || known == names.end()) {
      skip(child, names, harmless);
      continue;
    }
    pugi::xml_node& place = found[static_cast<std::size_t>(known - names.begin())];
    if (place)
      add_mistake(offset(child), ErrorCode::kNameTaken,
                  fmt::format("<{}> stands twice in this <{}>", child.name(), element.name()),
                  fmt::format("the first is in line {}", document_.line(offset(place))));
    place = child;
  }
  return found;
}

void UrdfElements::skip(pugi::xml_node child, const UrdfNames& names, const UrdfNames& harmless) {
  const std::string_view name = child.name(), parent = child.parent().name();
  if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
    return unused_.doubtful.add(fmt::format("text in <{}>", parent), offset(child), "URDF has values in attributes");
  if (child.type() != pugi::node_element) return;
  if (holds(harmless, name)) return unused_.harmless.add(fmt::format("<{}>", name), offset(child));
  if (const std::string_view hint = known_element(name); !hint.empty())
    return unused_.doubtful.add(fmt::format("<{}>", name), offset(child), std::string(hint));
  UrdfNames all = names;
  all.insert(all.end(), harmless.begin(), harmless.end());
  const std::string near = did_you_mean(name, all);
  unused_.doubtful.add(fmt::format("<{}> in <{}>", name, parent), offset(child),
                       near.empty() ? fmt::format("URDF has no such element in <{}>", parent) : near);
}

void UrdfElements::add_missing(pugi::xml_node element, std::string_view which) {
  std::vector<std::string_view> given;
  for (const pugi::xml_attribute attribute : element.attributes()) given.push_back(attribute.name());
  add_mistake(offset(element), ErrorCode::kMissingField,
              fmt::format("this <{}> has no attribute {}", element.name(), which),
              given.empty() ? "" : fmt::format("it has: {}", fmt::join(given, ", ")));
}

std::string UrdfElements::name(pugi::xml_node element, const std::optional<XmlAttribute>& attribute,
                               std::string_view which) {
  if (!attribute) {
    add_missing(element, which);
    return "";
  }
  if (attribute->value.empty()) {
    add_mistake(attribute->value_offset, ErrorCode::kUrdf,
                fmt::format("the {} of this <{}> is empty", which, element.name()));
    return "";
  }
  if (!is_printable(attribute->value)) {
    add_mistake(attribute->value_offset, ErrorCode::kNotText,
                fmt::format("the {} of this <{}> has characters that cannot be printed", which, element.name()),
                "the file may not have been saved as UTF-8");
    return "";
  }
  return std::string(attribute->value);
}

std::optional<Rational> UrdfElements::decimal(const XmlAttribute& attribute, std::string_view text,
                                              std::size_t within) {
  std::optional<Rational> value = read_decimal(text);
  if (!value) {
    const Complaint complaint = explain_number(text);
    add_mistake(attribute.value_offset + (attribute.verbatim ? within : 0), ErrorCode::kWrongKind, complaint.message,
                complaint.hint);
  }
  return value;
}

Expr UrdfElements::number(const XmlAttribute& attribute) {
  const std::vector<Word> words = split_words(attribute.value);
  if (words.size() != 1) {
    const bool unit = words.size() == 2 && read_decimal(words[0].text) && !read_decimal(words[1].text);
    add_mistake(attribute.value_offset, ErrorCode::kWrongKind,
                words.empty() ? fmt::format("{} is empty: a number is missing", attribute.name)
                : unit        ? fmt::format("'{}' is no number", attribute.value)
                              : fmt::format("{} is one number, not {}", attribute.name, words.size()),
                unit ? std::string(kNoUnits) : "");
    return 0;
  }
  const std::optional<Rational> value = decimal(attribute, words[0].text, words[0].at);
  return value ? Expr(*value) : Expr(0);
}

Expr UrdfElements::required_number(pugi::xml_node element, const std::optional<XmlAttribute>& attribute,
                                   std::string_view which) {
  if (attribute) return number(*attribute);
  add_missing(element, which);
  return 0;
}

std::optional<std::array<Rational, 3>> UrdfElements::three_numbers(const XmlAttribute& attribute) {
  const std::vector<Word> words = split_words(attribute.value);
  std::array<Rational, 3> numbers;
  bool right = true;
  for (std::size_t i = 0; i < words.size() && i < 3; ++i) {
    const std::optional<Rational> value = decimal(attribute, words[i].text, words[i].at);
    right = right && value.has_value();
    if (value) numbers[i] = *value;
  }
  if (right && words.size() != 3) {
    add_mistake(attribute.value_offset, ErrorCode::kWrongKind,
                fmt::format("{} has three numbers, not {}", attribute.name,
                            words.empty() ? "none" : std::to_string(words.size())));
    right = false;
  }
  return right ? std::optional(numbers) : std::nullopt;
}

UrdfOrigin UrdfElements::origin(pugi::xml_node element, OriginOf what) {
  UrdfOrigin result;
  if (!element) return result;
  children(element, {});
  const auto found = attributes(element, {"xyz", "rpy", "quat_xyzw"});
  if (found[0])
    if (const auto xyz = three_numbers(*found[0])) result.position = {(*xyz)[0], (*xyz)[1], (*xyz)[2]};
  if (found[2])
    add_mistake(found[2]->name_offset, ErrorCode::kUrdf, "rotations by quat_xyzw are not read",
                "give the angles as rpy=\"...\"");
  const auto rpy = found[1] ? three_numbers(*found[1]) : std::nullopt;
  if (!rpy) return result;
  std::array<Expr, 3> angles;
  for (std::size_t i = 0; i < 3; ++i) {
    const UrdfAngle angle = make_angle((*rpy)[i], options_.round_angles ? NearAngles::kRound : NearAngles::kKeep);
    angles[i] = angle.value;
    if (!angle.is_near || what != OriginOf::kJoint || options_.round_angles) continue;
    if (near_angles_++ > 0) continue;
    const Word word = split_words(found[1]->value)[i];
    near_text_ = word.text;
    near_offset_ = found[1]->value_offset + (found[1]->verbatim ? word.at : 0);
  }
  result.rotation = make_rotation_of_rpy(angles[0], angles[1], angles[2]);
  return result;
}

void UrdfElements::finish() {
  add_unused(unused_, notes_);
  if (near_angles_ > 0)
    notes_.remarks.push_back(
        {near_offset_, ErrorCode::kRemark,
         near_angles_ == 1 ? fmt::format("one angle is nearly, but not quite, a multiple of 15 degrees: {}", near_text_)
                           : fmt::format("{} angles are nearly, but not quite, multiples of 15 degrees, such as {}",
                                         near_angles_, near_text_),
         "--round-angles takes them as such, which makes equations shorter"});
}

}  // namespace kinemate
