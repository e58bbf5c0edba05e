// Rows as bytes, to send them from one process to another of the same kind.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ledger/ledger.h"

namespace kinemate {

std::vector<std::byte> to_bytes(std::span<const LedgerRow> rows);

/// REQUIRES: bytes of to_bytes().
std::vector<LedgerRow> to_rows(std::span<const std::byte> bytes);

}  // namespace kinemate
