// test/vocab/file_path.cpp - a path is given as whatever paths are made of, and comes back as the library's own
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/file_path.hpp>
#include "tokenizer_files.hpp"
#include <parlance/vocab/open.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>

BOOST_AUTO_TEST_SUITE(vocab_file_path)

namespace {

using namespace parlance;

static_assert(std::is_convertible_v<std::filesystem::path, vocab::file_path> &&
              std::is_convertible_v<char const*, vocab::file_path> &&
              std::is_convertible_v<std::wstring, vocab::file_path>);
static_assert(!std::is_convertible_v<int, vocab::file_path> &&
              !std::is_convertible_v<char32_t const*, vocab::file_path>);

}  // namespace

BOOST_AUTO_TEST_CASE(a_path_comes_back_as_it_was_given) {
    std::filesystem::path const path = "folder/b\xC3\xA4r.gguf";
    std::wstring const wide = L"folder/x.gguf";
    BOOST_TEST(vocab::file_path(path).as<std::filesystem::path>() == path);
    BOOST_TEST(vocab::file_path("folder/b\xC3\xA4r.gguf").as<std::filesystem::path>() == path);
    BOOST_TEST(vocab::file_path(wide).as<std::filesystem::path>() == std::filesystem::path("folder/x.gguf"));
    BOOST_TEST(vocab::file_path("").as<std::filesystem::path>().empty());
}

BOOST_AUTO_TEST_CASE(a_path_comes_as_whatever_paths_are_made_of) {
    tokenizer_files::folder const here;
    std::filesystem::path const path = here.write("t", tokenizer_files::tiktoken);
    std::string const text = path.string();
    std::wstring const wide = path.wstring();
    for (vocab::file_path const& name :
         {vocab::file_path(path), vocab::file_path(text), vocab::file_path(text.c_str()),
          vocab::file_path(std::string_view(text)), vocab::file_path(wide), vocab::file_path(wide.c_str())}) {
        BOOST_TEST(vocab::open(name).value().tokens.size() == 2u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
