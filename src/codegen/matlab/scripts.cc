#include "codegen/matlab/scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/check.h"
#include "codegen/matlab/language.h"
#include "codegen/matlab/source.h"
#include "codegen/plain_text.h"
#include "codegen/shared_inputs.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

// A column, an entry a line.
std::string column_text(const std::string& name, const Array& array, std::span<const double> values) {
  std::string text = fmt::format("{} = [\n", name);
  for (std::size_t i = 0; i < array.entries.size(); ++i)
    text += fmt::format("  {}  % {}\n", matlab_number(values[i]), plain_line(array.entries[i].name));
  return text + "];\n";
}

std::string labels_text(const std::string& labels, const std::string& name, const Array& array) {
  std::string text = fmt::format("{} = {{\n", labels);
  for (std::size_t i = 0; i < array.entries.size(); ++i) {
    const std::string& entry = array.entries[i].name;
    text += fmt::format("  {}\n", matlab_string(entry.empty() ? fmt::format("{}({})", name, i + 1) : entry));
  }
  return text + "};\n";
}

std::string print_text(const std::string& labels, const std::string& counter, const std::string& element) {
  return fmt::format("for {0} = 1:numel({1})\n  fprintf('%s = %.17g\\n', {1}{{{0}}}, {2});\nend\n", counter, labels,
                     element);
}

// The names of what a simulation has besides the inputs.
struct Words {
  std::string duration, start, options, rates, counter, desktop, labels, outputs, output_labels;
};

Words take_words(CodeNames& names) {
  return {names.take("duration"), names.take("x0"),      names.take("options"),
          names.take("rates"),    names.take("k"),       names.take("desktop"),
          names.take("x_names"),  names.take("outputs"), names.take("output_names")};
}

std::string outputs_text(const Program& program, const CodeInterface& interface, std::span<const std::string> arguments,
                         const Words& words, const Array& y) {
  std::vector<std::string> at(arguments.begin(), arguments.end());
  for (std::string& argument : at) {
    if (argument == "t") argument = fmt::format("t({})", words.counter);
    if (argument == "x") argument = fmt::format("x({}, :)", words.counter);
  }
  std::string text = fmt::format("\n% {}\n", plain_line(title_of(program)));
  text +=
      fmt::format("{} = zeros(numel(t), {});\nfor {} = 1:numel(t)\n", words.outputs, y.entries.size(), words.counter);
  const std::string row = fmt::format("{}({}, :)", words.outputs, words.counter);
  text += fmt::format("  {};\nend\n", matlab_call({&row, 1}, interface.function, at));
  return text + labels_text(words.output_labels, "y", y) +
         print_text(words.output_labels, words.counter, fmt::format("{}(end, {})", words.outputs, words.counter));
}

std::string plot_text(const std::string& what, const std::string& labels) {
  return fmt::format("  figure;\n  plot(t, {});\n  legend({}, 'Interpreter', 'none');\n  xlabel('t in seconds');\n",
                     what, labels);
}

}  // namespace

std::vector<std::string> matlab_arguments(const Program& program, std::span<const Array> shared,
                                          std::span<const std::string> names) {
  std::vector<std::string> arguments;
  for (const Array& own : program.inputs) {
    if (own.entries.empty()) continue;
    const auto found =
        std::find_if(shared.begin(), shared.end(), [&](const Array& array) { return array.name == own.name; });
    CHECK(found != shared.end());
    std::vector<std::size_t> places = places_in(*found, own);
    const std::string& name = names[static_cast<std::size_t>(found - shared.begin())];
    if (is_whole(*found, places)) {
      arguments.push_back(name);
    } else {
      for (std::size_t& place : places) ++place;
      const char* format = places.size() == 1 ? "{}({})" : "{}([{}])";
      arguments.push_back(fmt::format(fmt::runtime(format), name, fmt::join(places, "; ")));
    }
  }
  return arguments;
}

std::string write_matlab_example(const Program& program, const CodeInterface& interface,
                                 std::span<const double> values) {
  CodeNames names = interface.names;
  const std::string counter = names.take("k");
  std::string text = fmt::format("% An example: {}\n% Made by Kinemate.\n", plain_line(title_of(program))), prints;
  std::size_t at = 0;
  for (const CodeParameter& parameter : interface.parameters) {
    const Array& array = *parameter.array;
    if (!parameter.output) {
      std::vector<double> numbers(array.entries.size(), 0.0);
      for (double& number : numbers) number = at < values.size() ? values[at] : 0.0, ++at;
      text += parameter.by_value ? fmt::format("{} = {};\n", parameter.name, matlab_number(numbers[0]))
                                 : column_text(parameter.name, array, numbers);
      continue;
    }
    const std::string labels = names.take(parameter.name + "_names");
    text += labels_text(labels, parameter.name, array);
    if (array.columns > 0) prints += fmt::format("{0} = {0}.';  % row by row\n", parameter.name);
    prints += print_text(labels, counter, fmt::format("{}({})", parameter.name, counter));
  }
  return text + matlab_call(output_names(interface), interface.function, input_names(interface)) + ";\n" + prints;
}

std::string write_matlab_simulation(std::span<const Program> programs, std::span<const CodeInterface> interfaces,
                                    std::span<const double> values) {
  const Program& ode = programs[0];
  const std::vector<Array> shared = share_inputs(programs);
  CodeNames names(matlab_language());
  std::vector<std::string> shared_names;
  for (const Array& array : shared) shared_names.push_back(names.take(array.name));
  const Words words = take_words(names);
  const Array* x = find_array(ode.inputs, "x");
  CHECK(x != nullptr);
  std::string text = fmt::format("% A simulation: {}\n% Made by Kinemate.\n", plain_line(title_of(ode)));
  text += fmt::format("{} = 1;  % seconds\n", words.duration);
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (shared[i].name == "t") continue;
    text += column_text(shared[i].name == "x" ? words.start : shared_names[i], shared[i],
                        shared_example(shared[i], ode, values));
  }
  const std::vector<std::string> arguments = matlab_arguments(ode, shared, shared_names);
  const bool driven = std::any_of(shared.begin(), shared.end(),
                                  [](const Array& array) { return array.name == "u" || array.name == "w"; });
  text += driven ? "\n% inputs that change: functions of t and x in place of u or w\n" : "\n";
  text += fmt::format("{} = @(t, x) {};\n", words.rates, matlab_call({}, interfaces[0].function, arguments));
  text += fmt::format("{} = odeset('RelTol', 1e-9, 'AbsTol', 1e-9);\n", words.options);
  text +=
      fmt::format("[t, x] = ode45({}, [0, {}], {}, {});\n", words.rates, words.duration, words.start, words.options);
  text += labels_text(words.labels, "x", *x) +
          print_text(words.labels, words.counter, fmt::format("x(end, {})", words.counter));
  const Program* outputs = find_program(programs, "outputs");
  const Array* y = outputs == nullptr ? nullptr : find_array(outputs->outputs, "y");
  if (y != nullptr) {
    text += outputs_text(*outputs, interfaces[static_cast<std::size_t>(outputs - programs.data())],
                         matlab_arguments(*outputs, shared, shared_names), words, *y);
  }
  text += fmt::format(
      "\nif exist('OCTAVE_VERSION', 'builtin') ~= 0\n  {0} = have_window_system();\nelse\n"
      "  {0} = usejava('desktop');\nend\nif {0}\n",
      words.desktop);
  text += plot_text("x", words.labels);
  if (y != nullptr) text += plot_text(words.outputs, words.output_labels);
  return text + "end\n";
}

}  // namespace kinemate
