// How fast formulas get their normal forms: normal_forms_bench [options of Google Benchmark] TAPE...
// The tapes are the formulas that are multiplied out, by peers too.
#include <filesystem>

#include "bench/measure.h"
#include "bench/formulas/pendulum.h"
#include "bench/formulas/pendulum_check.h"
#include "bench/formulas/rotations.h"
#include "bench/formulas/tape.h"
#include "expr/evaluate.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/simplify/forms.h"

namespace kinemate {
namespace {

constexpr double kEndlessWork = 1e12;  // the clock is what limits here

double count_terms(Expr sum) {
  std::vector<Expr> open = {sum};
  double terms = 0;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.kind() == Kind::kSum) {
      open.push_back(e.operand(0));
      open.push_back(e.operand(1));
    } else {
      ++terms;
    }
  }
  return terms;
}

// Terms and value at the check point: equal for every library, or the comparison means nothing.
void note_expansion(benchmark::State& state, const Tape& tape) {
  Pool pool;
  const PoolScope scope(pool);
  const std::vector<Expr> symbols = make_symbols(tape.symbols);
  const Expr result = expand(replay(tape, symbols), kEndlessWork);
  Values values;
  for (std::size_t k = 0; k < symbols.size(); ++k) values.emplace(symbols[k], check_value(k));
  state.counters["terms"] = count_terms(result);
  state.counters["check_sum"] = evaluate(result, values);
}

void expand_tape(benchmark::State& state, const Tape& tape) {
  const auto prepare = [&] { return replay(tape, make_symbols(tape.symbols)); };
  run_in_fresh_pools(state, prepare, [](Expr formula) { return expand(formula, kEndlessWork); });
  note_expansion(state, tape);
}

// The part of expand that is arithmetic with polynomials; the rest is writing the result as a formula.
void multiply_tape(benchmark::State& state, const Tape& tape) {
  const auto prepare = [&] { return replay(tape, make_symbols(tape.symbols)); };
  run_in_fresh_pools(state, prepare, [](Expr formula) {
    Work work(kEndlessWork);
    return NormalForm({&formula, 1}, Trigonometry::kAtomsAndReciprocals, work);
  });
}

void multiply_rotations(benchmark::State& state, std::size_t rotations) {
  bool correct = true;
  run_in_fresh_pools(
      state, [] { return 0; },
      [&](int) {
        Work work(kEndlessWork);
        return correct = is_identity(make_rotation_square(rotations), work) && correct;
      });
  if (!correct) state.SkipWithError("the rotations do not make the identity");
}

struct PendulumForms {
  Pendulum pendulum;
  NormalForm metric;
  std::vector<Polynomial> christoffel;
};

PendulumForms make_pendulum_forms(std::size_t bodies) {
  Work work(kEndlessWork);
  Pendulum pendulum = make_pendulum(bodies);
  NormalForm metric(pendulum.metric, Trigonometry::kResolved, work);
  std::vector<Polynomial> christoffel = make_christoffel_symbols(metric, pendulum.angles, work);
  return {std::move(pendulum), std::move(metric), std::move(christoffel)};
}

void form_pendulum(benchmark::State& state, std::size_t bodies) {
  run_in_fresh_pools(
      state, [] { return 0; }, [&](int) { return make_pendulum_forms(bodies); });
  Pool pool;
  const PoolScope scope(pool);
  const auto [pendulum, metric, christoffel] = make_pendulum_forms(bodies);
  if (!agrees_with_differences(pendulum, metric, christoffel)) state.SkipWithError("normal forms and formulas differ");
  double metric_terms = 0, christoffel_terms = 0;
  for (const Quotient& entry : metric.quotients()) metric_terms += static_cast<double>(entry.numerator.term_count());
  for (const Polynomial& symbol : christoffel) christoffel_terms += static_cast<double>(symbol.term_count());
  state.counters["metric_terms"] = metric_terms;
  state.counters["christoffel_terms"] = christoffel_terms;
}

// The same, and all results as formulas.
void write_pendulum(benchmark::State& state, std::size_t bodies) {
  run_in_fresh_pools(
      state, [] { return 0; },
      [&](int) {
        const auto [pendulum, metric, christoffel] = make_pendulum_forms(bodies);
        std::vector<Expr> written;
        for (const Quotient& entry : metric.quotients())
          written.push_back(write_out(entry.numerator, metric.variables()));
        for (const Polynomial& symbol : christoffel) written.push_back(write_out(symbol, metric.variables()));
        return written;
      });
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string power = std::filesystem::path(argv[i]).stem().string();
    const Tape tape = read_tape(argv[i]);
    add_benchmark("expand/" + power, expand_tape, tape);
    add_benchmark("expand/" + power + "/arithmetic", multiply_tape, tape);
  }
  for (const std::size_t rotations : {4U, 8U}) {
    add_benchmark("rotations/" + std::to_string(rotations), multiply_rotations, rotations);
  }
  add_benchmark("pendulum/7", form_pendulum, std::size_t{7});
  add_benchmark("pendulum/7/written", write_pendulum, std::size_t{7});
  benchmark::RunSpecifiedBenchmarks();
}
