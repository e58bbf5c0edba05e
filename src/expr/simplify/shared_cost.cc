#include "expr/simplify/shared_cost.h"

#include <vector>

#include "base/check.h"
#include "expr/count.h"

namespace kinemate {

void SharedCost::add(Expr formula) {
  std::vector<Expr> open = {formula};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.operand_count() == 0 || users_[e]++ > 0) continue;
    total_ += operation_cost(e);
    for (std::size_t i = 0; i < e.operand_count(); ++i) open.push_back(e.operand(i));
  }
}

void SharedCost::remove(Expr formula) {
  std::vector<Expr> open = {formula};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.operand_count() == 0) continue;
    const auto found = users_.find(e);
    CHECK(found != users_.end());
    if (--found->second > 0) continue;
    users_.erase(found);
    total_ -= operation_cost(e);
    for (std::size_t i = 0; i < e.operand_count(); ++i) open.push_back(e.operand(i));
  }
}

}  // namespace kinemate
