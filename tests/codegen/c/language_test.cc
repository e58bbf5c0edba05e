#include "codegen/c/language.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(CLanguage, WordsThatAreTaken) {
  for (const char* word : {"double", "class", "sin", "sinf", "cosl", "NAN", "size_t", "sign_of", "y0"})
    EXPECT_TRUE(is_c_word(word)) << word;
  for (const char* word : {"q", "alpha1", "sines", "Double", "x_prime"}) EXPECT_FALSE(is_c_word(word)) << word;
}

TEST(CLanguage, WhatItDefinesIsTaken) {
  for (const CodeDefinition& definition : c_language().definitions) EXPECT_TRUE(is_c_word(definition.name));
}

}  // namespace
}  // namespace kinemate
