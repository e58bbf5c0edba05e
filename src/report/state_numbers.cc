#include "report/state_numbers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/words.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Json = nlohmann::ordered_json;

std::string text(double x) { return fmt::format("{}", x + 0.0); }  // without the sign of -0

std::string text(const Vector3<double>& v) { return fmt::format("[{}, {}, {}]", text(v.x), text(v.y), text(v.z)); }

std::string mass_text(const StateNumbers& numbers, const Eigen::MatrixXd& mass) {
  std::vector<std::vector<std::string>> rows(1, {""});
  rows[0].insert(rows[0].end(), numbers.speed_names.begin(), numbers.speed_names.end());
  for (Index i = 0; i < mass.rows(); ++i) {
    rows.push_back({numbers.speed_names[static_cast<std::size_t>(i)]});
    for (Index j = 0; j < mass.cols(); ++j) rows.back().push_back(text(mass(i, j)));
  }
  return "\nmass\n" + table(rows);
}

struct NumberColumn {
  const char* key;
  const char* title;
  const std::optional<Eigen::VectorXd>& values;
};

std::vector<NumberColumn> number_columns(const StateNumbers& numbers) {
  return {{"bias", "bias", numbers.bias},
          {"forces", "forces", numbers.forces},
          {"effort", "effort", numbers.effort},
          {"acceleration", "acceleration", numbers.acceleration},
          {"required_effort", "required effort", numbers.required_effort}};
}

std::string columns_text(const StateNumbers& numbers) {
  std::vector<std::vector<std::string>> rows(1, {""});
  for (const std::string& name : numbers.speed_names) rows.push_back({name});
  for (const NumberColumn& column : number_columns(numbers)) {
    if (!column.values) continue;
    rows[0].push_back(column.title);
    for (Index i = 0; i < column.values->size(); ++i)
      rows[static_cast<std::size_t>(i) + 1].push_back(text((*column.values)[i]));
  }
  return rows[0].size() == 1 ? "" : "\n" + table(rows);
}

std::string point_text(const StateNumbers& numbers, const PointNumbers& point) {
  std::string lines = fmt::format("\npoint {}\n", point.name);
  auto add = [&](const char* title, const Vector3<double>& v) { lines += fmt::format("  {:<22}{}\n", title, text(v)); };
  add("position", point.position);
  for (std::size_t j = 0; j < 3; ++j) add((std::string("axis ") + "xyz"[j]).c_str(), point.rotation.column(j));
  add("velocity", point.velocity);
  add("angular velocity", point.angular_velocity);
  if (point.acceleration) add("acceleration", *point.acceleration);
  if (point.angular_acceleration) add("angular acceleration", *point.angular_acceleration);
  std::vector<std::vector<std::string>> rows(1, {"", "J_T", "", "", "J_R", "", ""});
  for (Index j = 0; j < point.J_T.cols(); ++j) {
    rows.push_back({numbers.speed_names[static_cast<std::size_t>(j)]});
    for (const Eigen::MatrixXd* J : {&point.J_T, &point.J_R})
      for (Index i = 0; i < 3; ++i) rows.back().push_back(text((*J)(i, j)));
  }
  return lines + table(rows);
}

Json json_vector(const Vector3<double>& v) { return {v.x + 0.0, v.y + 0.0, v.z + 0.0}; }

Json json_vector(const Eigen::VectorXd& v) {
  Json list = Json::array();
  for (double x : v) list.push_back(x + 0.0);
  return list;
}

Json json_matrix(const Eigen::MatrixXd& m) {
  Json rows = Json::array();
  for (Index i = 0; i < m.rows(); ++i) rows.push_back(json_vector(Eigen::VectorXd(m.row(i))));
  return rows;
}

Json json_point(const PointNumbers& point) {
  Json json = {{"position", json_vector(point.position)}, {"rotation", Json::array()}};
  for (const auto& row : point.rotation.rows) json["rotation"].push_back(json_vector(row));
  json["velocity"] = json_vector(point.velocity);
  json["angular_velocity"] = json_vector(point.angular_velocity);
  if (point.acceleration) json["acceleration"] = json_vector(*point.acceleration);
  if (point.angular_acceleration) json["angular_acceleration"] = json_vector(*point.angular_acceleration);
  json["J_T"] = json_matrix(point.J_T);
  json["J_R"] = json_matrix(point.J_R);
  return json;
}

}  // namespace

std::string state_numbers_text(const std::string& machine, const StateNumbers& numbers) {
  std::string report = fmt::format("{} at t = {}\n", machine.empty() ? "machine" : machine, text(numbers.time));
  std::vector<std::string> coordinates, rates, speeds, states, state_rates;
  for (const NamedNumber& q : numbers.coordinates) {
    const std::string rate = q.name + "'";
    coordinates.push_back(fmt::format("{} = {}", q.name, text(q.value)));
    const auto& names = numbers.speed_names;
    if (std::find(names.begin(), names.end(), rate) == names.end())
      rates.push_back(fmt::format("{} = {}", rate, text(q.rate)));
  }
  for (std::size_t i = 0; i < numbers.speed_names.size(); ++i)
    speeds.push_back(fmt::format("{} = {}", numbers.speed_names[i], text(numbers.speeds[static_cast<Index>(i)])));
  for (const NamedNumber& z : numbers.states) {
    states.push_back(fmt::format("{} = {}", z.name, text(z.value)));
    state_rates.push_back(fmt::format("{}' = {}", z.name, text(z.rate)));
  }
  report += line("coordinates", coordinates) + line("speeds", speeds) + line("other rates", rates);
  report += line("states", states) + line("their rates", state_rates);
  if (const auto& energies = numbers.energies)
    report += line("energies", {fmt::format("kinetic {}", text(energies->kinetic)),
                                fmt::format("potential {}", text(energies->potential)),
                                fmt::format("dissipation {}", text(energies->dissipation))});
  if (numbers.speed_names.empty()) {
    report += line("speeds", {"none: nothing is free to move"});
  } else {
    if (numbers.mass) report += mass_text(numbers, *numbers.mass);
    report += columns_text(numbers);
  }
  if (!numbers.dependent.empty()) {
    std::vector<std::vector<std::string>> rows(1, {"dependent", "speed", "acceleration"});
    for (const NamedNumber& s : numbers.dependent) rows.push_back({s.name, text(s.value), text(s.rate)});
    report += "\n" + table(rows);
  }
  if (numbers.reactions && !numbers.reactions->empty()) {
    report += "\nreactions\n";
    for (const Reaction& reaction : *numbers.reactions) {
      report += fmt::format("  {}, on {} at {}\n", reaction.joint, reaction.on, text(reaction.about));
      report += fmt::format("    torque  {}\n    force   {}\n", text(reaction.load.torque), text(reaction.load.force));
    }
  }
  for (const NamedNumber& force : numbers.multipliers)
    report += fmt::format("  {}: lambda = {}, its effort along a speed over the slope of its rate by it\n", force.name,
                          text(force.value));
  if (!numbers.undetermined.empty())
    report += fmt::format("  not determined by the loops, the smallest that hold them: in {}\n",
                          fmt::join(numbers.undetermined, ", "));
  for (const PointNumbers& point : numbers.points) report += point_text(numbers, point);
  return report;
}

std::string state_numbers_json(const std::string& machine, const StateNumbers& numbers) {
  Json json = {{"machine", machine}, {"time", numbers.time}};
  json["coordinates"] = Json::object();
  json["rates"] = Json::object();
  for (const NamedNumber& q : numbers.coordinates) {
    json["coordinates"][q.name] = q.value + 0.0;
    json["rates"][q.name] = q.rate + 0.0;
  }
  if (!numbers.states.empty()) json["states"] = Json::object();
  for (const NamedNumber& z : numbers.states)
    json["states"][z.name] = {{"value", z.value + 0.0}, {"rate", z.rate + 0.0}};
  json["speeds"] = numbers.speed_names;
  json["speed_values"] = json_vector(numbers.speeds);
  if (numbers.mass) json["mass"] = json_matrix(*numbers.mass);
  for (const NumberColumn& column : number_columns(numbers))
    if (column.values) json[column.key] = json_vector(*column.values);
  if (!numbers.dependent.empty()) json["dependent"] = Json::object();
  for (const NamedNumber& s : numbers.dependent)
    json["dependent"][s.name] = {{"speed", s.value + 0.0}, {"acceleration", s.rate + 0.0}};
  if (const auto& energies = numbers.energies) {
    json["kinetic_energy"] = energies->kinetic + 0.0;
    json["potential_energy"] = energies->potential + 0.0;
    json["dissipation"] = energies->dissipation + 0.0;
  }
  if (numbers.reactions) {
    json["reactions"] = Json::object();
    for (const Reaction& reaction : *numbers.reactions)
      json["reactions"][reaction.joint] = {{"torque", json_vector(reaction.load.torque)},
                                           {"force", json_vector(reaction.load.force)},
                                           {"about", json_vector(reaction.about)},
                                           {"on", reaction.on}};
  }
  if (!numbers.multipliers.empty()) json["multipliers"] = Json::object();
  for (const NamedNumber& force : numbers.multipliers) json["multipliers"][force.name] = force.value + 0.0;
  if (!numbers.undetermined.empty()) json["undetermined"] = numbers.undetermined;
  if (!numbers.points.empty()) json["points"] = Json::object();
  for (const PointNumbers& point : numbers.points) json["points"][point.name] = json_point(point);
  return json.dump(2) + "\n";
}

}  // namespace kinemate
