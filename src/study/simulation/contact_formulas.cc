#include "study/simulation/contact_formulas.h"

#include "expr/differentiate.h"

namespace kinemate {

ContactFormulas make_contact(const Rates& rates, std::span<const Expr> speeds, Expr condition) {
  Seeds motion{{make_symbol("t"), Expr(1)}};
  for (std::size_t i = 0; i < rates.coordinates.size(); ++i) motion.emplace(rates.coordinates[i], rates.rates[i]);
  ContactFormulas contact;
  contact.condition = condition;
  contact.rate = differentiate({&condition, 1}, motion)[0];
  contact.row = gradient(contact.rate, speeds);
  contact.bias = differentiate({&contact.rate, 1}, motion)[0];  // speeds stay as they are
  return contact;
}

}  // namespace kinemate
