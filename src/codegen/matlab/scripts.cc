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
  std::string first, last, longest, state, times, states;  // of pieces
};

Words take_words(CodeNames& names) {
  return {names.take("duration"), names.take("x0"),      names.take("options"),
          names.take("rates"),    names.take("k"),       names.take("desktop"),
          names.take("x_names"),  names.take("outputs"), names.take("output_names"),
          names.take("first"),    names.take("last"),    names.take("longest"),
          names.take("state"),    names.take("times"),   names.take("states")};
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

// Piece by piece: nothing switches with the time within one. A first step beyond the end of its piece would be taken by
// Octave as it is.
std::string solve_in_pieces_text(const CodeInterface& conditions, std::span<const std::string> arguments,
                                 const Words& words) {
  std::vector<std::string> given = {words.duration};
  for (const std::string& argument : arguments)
    if (argument != "t") given.push_back(argument);
  const std::string results[] = {words.first, words.last, words.longest};
  std::string text = matlab_call(results, matlab_pieces_name(conditions), given) + ";\n";
  text += fmt::format("{} = odeset('RelTol', 1e-9, 'AbsTol', 1e-9, 'MaxStep', {});\n", words.options, words.longest);
  text += fmt::format("t = [];\nx = [];\n{} = {};\nfor {} = 1:numel({})\n", words.state, words.start, words.counter,
                      words.first);
  text += fmt::format("  [{0}, {1}] = ode45(@(t, x) {2}(min(max(t, {3}({5})), {4}({5})), x), [{3}({5}), {4}({5})], ...\n",
                      words.times, words.states, words.rates, words.first, words.last, words.counter);
  text += fmt::format("    {}, odeset({}, 'InitialStep', min({}, ({}({}) - {}({}))/10)));\n", words.state,
                      words.options, words.longest, words.last, words.counter, words.first, words.counter);
  text += fmt::format("  t = [t; {}];\n  x = [x; {}];\n  {} = {}(end, :).';\nend\n", words.times, words.states,
                      words.state, words.states);
  return text;
}

std::string plot_text(const std::string& what, const std::string& labels) {
  return fmt::format("  figure;\n  plot(t, {});\n  legend({}, 'Interpreter', 'none');\n  xlabel('t in seconds');\n",
                     what, labels);
}

// Of its name, of the arguments behind the duration, of the call of the conditions, of the number that jump and of all.
constexpr const char* kMatlabPieces = R"(function [first, last, longest] = {0}(duration{1})
% The run in pieces within which nothing switches with the time: the first and the last number of each. And the longest
% step that passes over no pulse.
% Made by Kinemate.
values_at = @(t) {2};
grid_times = linspace(0, duration, 20001);
values = zeros({4}, numel(grid_times));
for k = 1:numel(grid_times)
  values(:, k) = values_at(grid_times(k));
end
jumping = values(1:{3}, :);
smooth = values({3} + 1:end, :);
switches = any(jumping(:, 2:end) ~= jumping(:, 1:end - 1), 1);
first = 0;
last = [];
for k = find(switches)
  left = grid_times(k);
  while ~same(values_at, left, grid_times(k + 1))
    low = left;
    high = grid_times(k + 1);
    while low < (low + high)/2 && (low + high)/2 < high
      middle = (low + high)/2;
      if same(values_at, left, middle)
        low = middle;
      else
        high = middle;
      end
    end
    if low > first(end)
      last(end + 1) = low;
      first(end + 1) = high;
    else
      first(end) = high;
    end
    left = high;
  end
end
if duration > first(end)
  last(end + 1) = duration;
else
  first(end) = [];
end
% the time in which a smooth function would go through all of its range where it is steepest
rise = abs(diff(smooth, 1, 2));
rise(:, switches) = 0;
steepest = max(rise, [], 2)/(grid_times(2) - grid_times(1));
range = max(smooth, [], 2) - min(smooth, [], 2);
widths = range(steepest > 0)./steepest(steepest > 0);
longest = min([widths(:); duration]);
end

function yes = same(values_at, a, b)
a = values_at(a);
b = values_at(b);
yes = all(a(1:{3}) == b(1:{3}));
end
)";

}  // namespace

std::string matlab_pieces_name(const CodeInterface& conditions) {
  const std::string& name = conditions.function;
  return name.substr(0, name.rfind("conditions")) + "pieces";
}

std::string write_matlab_pieces(const Program& conditions, const CodeInterface& interface, std::size_t jumping) {
  std::string others;
  for (const std::string& name : input_names(interface)) others += name == "t" ? "" : ", " + name;
  return fmt::format(kMatlabPieces, matlab_pieces_name(interface), others,
                     matlab_call({}, interface.function, input_names(interface)), jumping, conditions.results.size());
}

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
  const Program* conditions = find_program(programs, "conditions");
  if (conditions == nullptr) {
    text += fmt::format("{} = odeset('RelTol', 1e-9, 'AbsTol', 1e-9);\n", words.options);
    text +=
        fmt::format("[t, x] = ode45({}, [0, {}], {}, {});\n", words.rates, words.duration, words.start, words.options);
  } else {
    text += solve_in_pieces_text(interfaces[static_cast<std::size_t>(conditions - programs.data())],
                                 matlab_arguments(*conditions, shared, shared_names), words);
  }
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
