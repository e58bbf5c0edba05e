#include "report/program_count.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program/order/schedule.h"
#include "report/words.h"

namespace kinemate {
namespace {

struct CountColumn {
  const char* title;
  const char* key;
  double OperationCount::*count;
};

constexpr CountColumn kCountColumns[] = {{"add", "additions", &OperationCount::additions},
                                         {"negate", "negations", &OperationCount::negations},
                                         {"multiply", "multiplications", &OperationCount::multiplications},
                                         {"divide", "divisions", &OperationCount::divisions},
                                         {"sqrt", "square_roots", &OperationCount::square_roots},
                                         {"power", "powers", &OperationCount::powers},
                                         {"call", "calls", &OperationCount::calls},
                                         {"select", "selections", &OperationCount::selections},
                                         {"compare", "comparisons", &OperationCount::comparisons}};

// How the program will run.
struct Layout {
  std::size_t steps = 0, rolled = 0, sines = 0, batches = 0, slots = 0;
  std::vector<std::string> loops;
};

Layout lay_out(const Program& program) {
  const Schedule schedule = make_schedule(program);
  Layout layout;
  for (const Straight& straight : schedule.straights) layout.steps += straight.steps.size();
  for (const Sines& sines : schedule.sines) layout.sines += sines.arguments.size();
  for (const Loop& loop : schedule.loops) {
    layout.rolled += loop.body.size() * loop.count;
    layout.loops.push_back(fmt::format("{} steps {} times", loop.body.size(), loop.count));
  }
  layout.batches = schedule.sines.size();
  layout.slots = schedule.slots();
  return layout;
}

// Each pass the first time, and wherever it gained something.
std::vector<PassResult> worth_showing(std::span<const PassResult> passes) {
  std::vector<PassResult> shown;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const bool first = std::none_of(passes.begin(), passes.begin() + static_cast<std::ptrdiff_t>(i),
                                    [&](const PassResult& earlier) { return earlier.pass == passes[i].pass; });
    if (first || passes[i].cost < passes[i - 1].cost) shown.push_back(passes[i]);
  }
  return shown;
}

std::string sizes(std::span<const Array> arrays) {
  std::vector<std::string> parts;
  for (const Array& array : arrays)
    if (!array.entries.empty()) parts.push_back(fmt::format("{} ({})", array.name, array.entries.size()));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string program_count_text(const Optimized& optimized, const std::string& way) {
  const Program& program = optimized.program;
  std::vector<CountColumn> columns;
  for (const CountColumn& column : kCountColumns)
    for (const PassResult& pass : optimized.passes)
      if (pass.count.*column.count != 0) {
        columns.push_back(column);
        break;
      }
  std::string text = fmt::format("{}: {}, by {}\n  from  {}\n  to    {}\n\n", program.machine, program.meaning, way,
                                 sizes(program.inputs), sizes(program.outputs));
  text += fmt::format("  {:<26}", "");
  for (const CountColumn& column : columns) text += fmt::format("{:>10}", column.title);
  text += fmt::format("{:>10}{:>10}\n", "total", "cost");
  for (const PassResult& pass : worth_showing(optimized.passes)) {
    text += fmt::format("  {:<26}", pass.pass);
    for (const CountColumn& column : columns) text += fmt::format("{:>10.0f}", pass.count.*column.count);
    text += fmt::format("{:>10.0f}{:>10.0f}\n", pass.count.total(), pass.cost);
  }
  const Layout layout = lay_out(program);
  text += fmt::format("\n  {}, {} of memory", counted(layout.steps, "straight step", "straight steps"),
                      counted(layout.slots, "number", "numbers"));
  if (layout.sines > 0)
    text += fmt::format(", sine and cosine of {} in {}", counted(layout.sines, "argument", "arguments"),
                        counted(layout.batches, "batch", "batches"));
  if (!layout.loops.empty()) text += fmt::format(", loops: {}", fmt::join(layout.loops, ", "));
  return text + "\n";
}

std::string program_count_json(const Optimized& optimized, const std::string& way) {
  using OrderedJson = nlohmann::ordered_json;
  const Program& program = optimized.program;
  OrderedJson json = {{"machine", program.machine}, {"what", program.name}, {"by", way}};
  for (const auto& [key, arrays] : {std::pair{"inputs", &program.inputs}, std::pair{"outputs", &program.outputs}}) {
    json[key] = OrderedJson::object();
    for (const Array& array : *arrays) json[key][array.name] = array.entries.size();
  }
  json["stages"] = OrderedJson::array();
  for (const PassResult& pass : optimized.passes) {
    OrderedJson row = {{"stage", pass.pass}};
    for (const CountColumn& column : kCountColumns) row[column.key] = pass.count.*column.count;
    row["total"] = pass.count.total();
    row["cost"] = pass.cost;
    json["stages"].push_back(row);
  }
  const Layout layout = lay_out(program);
  json["schedule"] = {{"straight_steps", layout.steps}, {"rolled_steps", layout.rolled}, {"loops", layout.loops.size()},
                      {"sines", layout.sines},          {"batches", layout.batches},     {"slots", layout.slots}};
  return json.dump(2) + "\n";
}

}  // namespace kinemate
