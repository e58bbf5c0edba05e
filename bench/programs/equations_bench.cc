// How fast equations of motion are derived, and how short they get: equations_bench FOLDER [options of Google
// Benchmark]. FOLDER holds the machines that bench/machines/generate writes, NAME-N.yaml, and cardan.yaml and
// lagr.yaml.
#include <benchmark/benchmark.h>

#include "base/check.h"
#include "bench/measure.h"
#include "expr/count.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/text/print.h"
#include "formalism/formalisms.h"
#include "formalism/methods/normal_metric.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"
#include "study/derivation.h"

namespace kinemate {
namespace {

Model read_right(const std::string& file) {
  Reading reading = read_machine_file(file);
  CHECK(reading.mistakes.empty());
  return std::move(reading.model);
}

// The entries of the metric and of its Christoffel symbols, all in normal form, written as formulas.
void form_metric(benchmark::State& state, const std::string& file, bool numbers) {
  std::size_t terms = 0, symbols = 0;
  run_in_fresh_pools(
      state,
      [&] {
        const Model model = read_right(file);
        return numbers ? specialise(model, {{"m=6/5", "l=1/2", "a=1/4", "Ixx=1/40", "Iyy=1/500", "Izz=1/41"}, {}})
                       : model;
      },
      [&](const Model& model) {
        const Metric metric = compute_normal_metric(model, compute_kinematics(model));
        terms = count_nodes(metric.g);
        symbols = count_nodes(metric.christoffel);
        return terms;
      });
  state.counters["nodes_of_metric"] = static_cast<double>(terms);
  state.counters["nodes_of_symbols"] = static_cast<double>(symbols);
}

// From the machine to equations in a form.
void derive_equations(benchmark::State& state, const std::string& file, Form form) {
  std::size_t speeds = 0;
  double price = 0;
  run_in_fresh_pools(
      state, [&] { return read_right(file); },
      [&](const Model& model) {
        DerivationRequest request;
        request.sections = {Section::kEquations};
        request.form = form;
        const Derivation derivation = derive(model, request, [](const std::string&) {});
        speeds = derivation.equations.speeds.size();
        price = cost(derivation.equations.mass);
        return price;
      });
  state.counters["speeds"] = static_cast<double>(speeds);
}

// The upper triangle of the mass matrix by rows, then what stands on the right of M ṡ = ...
std::vector<Expr> entries_of(const Equations& equations) {
  std::vector<Expr> entries;
  for (std::size_t i = 0; i < equations.speeds.size(); ++i)
    for (std::size_t j = i; j < equations.speeds.size(); ++j) entries.push_back(equations.mass_at(i, j));
  for (std::size_t i = 0; i < equations.speeds.size(); ++i) entries.push_back(equations.forces[i] - equations.bias[i]);
  return entries;
}

// The sum of all at a point that depends on names alone, as bench/scripts/equations_machines.py has it.
double check_sum(const std::vector<Expr>& entries) {
  Values values;
  auto give = [&](Expr atom) {
    unsigned sum = 0;
    for (unsigned char byte : to_text(atom)) sum += byte;
    values[atom] = 0.5 + 37 * sum % 100 / 100.0;
  };
  for (Expr symbol : free_symbols(entries)) give(symbol);
  for (Expr call : unspecified_calls(entries)) give(call);
  double total = 0;
  for (double value : evaluate(entries, values)) total += value;
  return total;
}

// As peers do it: from the machine to mass matrix and right side, nothing simplified.
void derive_plainly(benchmark::State& state, const std::string& file, const std::string& formalism) {
  std::size_t speeds = 0;
  double sum = 0;
  run_in_fresh_pools(
      state, [&] { return read_right(file); },
      [&](const Model& model) {
        const Equations equations = find_formalism(formalism).derive(model, compute_kinematics(model));
        state.PauseTiming();
        speeds = equations.speeds.size();
        sum = check_sum(entries_of(equations));
        state.ResumeTiming();
        return speeds;
      });
  state.counters["speeds"] = static_cast<double>(speeds);
  state.counters["check_sum"] = sum;
}

// The cost of all entries together, as derived and simplified.
void shorten(benchmark::State& state, const std::string& file, const std::string& formalism) {
  double before = 0, after = 0, sum = 0;
  run_in_fresh_pools(
      state,
      [&] {
        const Model model = read_right(file);
        return entries_of(find_formalism(formalism).derive(model, compute_kinematics(model)));
      },
      [&](const std::vector<Expr>& entries) {
        const std::vector<Expr> simple = simplify(entries, {.work = 1e6});
        state.PauseTiming();
        before = cost(entries);
        after = cost(simple);
        sum = check_sum(simple);
        state.ResumeTiming();
        return simple.size();
      });
  state.counters["cost_derived"] = before;
  state.counters["cost"] = after;
  state.counters["check_sum"] = sum;
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  CHECK(argc > 1);
  const std::string folder = argv[1];
  auto file = [&](const std::string& name) { return folder + "/" + name + ".yaml"; };
  auto metric = [&](const std::string& name, const std::string& machine, bool numbers) {
    add_benchmark(
        name, [numbers](benchmark::State& state, const std::string& path) { form_metric(state, path, numbers); },
        file(machine));
  };
  metric("metric/keppler/7", "keppler-7", true);
  metric("metric/keppler/7/symbols", "keppler-7", false);
  metric("metric/keppler/10", "keppler-10", true);
  metric("metric/distinct/5", "distinct-5", false);
  for (const auto& [name, form] : {std::pair{"", Form::kSimplified}, std::pair{"/plain", Form::kRecursive}})
    add_benchmark(
        std::string("derive/cart/60") + name,
        [form = form](benchmark::State& state, const std::string& path) { derive_equations(state, path, form); },
        file("cart-60"));
  for (const std::string formalism : {"kane", "lagrange"}) {
    auto with = [&](auto run) {
      return [run, formalism](benchmark::State& state, const std::string& path) { run(state, path, formalism); };
    };
    for (const char* machine :
         {"keppler/1", "keppler/2", "keppler/3", "keppler/4", "keppler/5", "keppler/6", "keppler/7", "keppler/8",
          "keppler/9", "keppler/10", "cart/1", "cart/2", "cart/4", "cart/8", "cart/16", "cart/32", "cart/60"}) {
      std::string name = machine;
      name[name.find('/')] = '-';
      add_benchmark(std::string("equations/") + machine + "/" + formalism, with(derive_plainly), file(name));
    }
    for (const char* machine : {"cart/1", "cart/2", "cart/3", "keppler/1", "keppler/2", "keppler/3", "planar/2",
                                "planar/3", "cardan", "lagr"}) {
      std::string name = machine;
      if (const std::size_t slash = name.find('/'); slash != std::string::npos) name[slash] = '-';
      add_benchmark(std::string("short/") + machine + "/" + formalism, with(shorten), file(name));
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
