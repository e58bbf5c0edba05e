// Small linear systems over quotients of polynomials, solved exactly.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "expr/normal/normal_form.h"

namespace kinemate {

/// Column → entry; no zeros.
using SparseRow = std::map<std::size_t, Polynomial>;

/// x with Σ_k row[k] x[k] = row[unknowns] for every row. Nothing if a pivot is missing: one row for each unknown.
/// Polynomials are reduced by the relations of the form.
std::optional<std::vector<Quotient>> solve_exactly(const NormalForm& form, std::vector<SparseRow> rows, Work& work);

}  // namespace kinemate
