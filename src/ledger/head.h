// What was studied, as it stands in a ledger, and whether two ledgers are of one study.
#pragma once

#include <string>

#include "ledger/database.h"
#include "ledger/ledger.h"

namespace kinemate {

/// Whether anything is in the file of the database, which errors call `name`. Throws Error where that is no database.
bool has_head(Database& database, const std::string& name);

/// Makes the tables of an empty database, and writes what was studied.
void write_head(Database& database, const LedgerHead& head);

/// Throws Error where the database is no ledger.
LedgerHead read_head(Database& database, const std::string& name);

/// Removes a journal that a killed writer left behind. SQLite puts one right that has something to take back, but
/// leaves one alone that has not, until the next transaction. REQUIRES: the database is a ledger, and nobody else
/// writes to it.
void remove_journal(Database& database);

/// How two studies differ, in words: "k is '10 .. 20' there and '10 .. 30' here"; empty where they do not. `there` and
/// `here` are said of the first and of the second. Shards do not matter.
std::string study_difference(const LedgerHead& first, const LedgerHead& second, const std::string& there,
                             const std::string& here);

}  // namespace kinemate
