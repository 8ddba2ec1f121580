// test/vocab/concept.cpp - what is a vocabulary, and that one requirement less is none
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(vocab_concept)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

enum class lacks { nothing, noexcept_size, text_by_id, kind, ends, find };

/// The smallest vocabulary somebody might write: single bytes, the last one ends the text.
template <lacks What>
struct single_bytes {
    [[nodiscard]] std::size_t size() const noexcept(What != lacks::noexcept_size) { return 4; }
    [[nodiscard]] std::string_view text(token_id id) const noexcept
    requires(What != lacks::text_by_id)
    {
        return std::string_view{"abc\0", 4}.substr(id, 1);
    }
    [[nodiscard]] std::string_view bytes(token_id id) const noexcept {
        return std::string_view{"abc", 3}.substr(id < 3 ? id : 3, 1);
    }
    [[nodiscard]] std::conditional_t<What == lacks::kind, int, token_kind> kind(token_id) const noexcept {
        return {};
    }
    [[nodiscard]] bool ends(token_id id) const noexcept
    requires(What != lacks::ends)
    {
        return id == 3;
    }
    [[nodiscard]] std::conditional_t<What == lacks::find, token_id, std::optional<token_id>>
    find(std::string_view) const noexcept {
        return {};
    }
};
static_assert(vocab::vocabulary<single_bytes<lacks::nothing>>);
static_assert(!vocab::vocabulary<single_bytes<lacks::noexcept_size>>);
static_assert(!vocab::vocabulary<single_bytes<lacks::text_by_id>>);
static_assert(!vocab::vocabulary<single_bytes<lacks::kind>>, "a number is no kind");
static_assert(!vocab::vocabulary<single_bytes<lacks::ends>>);
static_assert(!vocab::vocabulary<single_bytes<lacks::find>>, "find() says so when there is none");
static_assert(!vocab::vocabulary<std::vector<std::string>>,
              "a list of strings does not say what ends a text");
static_assert(vocab::vocabulary<vocab::view> && vocab::vocabulary<vocab::token_list>);

// The numbers that token_flags and tries that were saved have.
static_assert(static_cast<int>(token_kind::normal) == 0 && static_cast<int>(token_kind::byte) == 1 &&
              static_cast<int>(token_kind::control) == 2 && static_cast<int>(token_kind::user_defined) == 3 &&
              static_cast<int>(token_kind::unused) == 4);

}  // namespace

BOOST_AUTO_TEST_CASE(any_vocabulary_can_be_copied) {
    vocab::token_list const v = vocab::copy(single_bytes<lacks::nothing>{}).value();
    BOOST_TEST(v.size() == 4u);
    BOOST_TEST(v.bytes(1) == "b");
    BOOST_TEST(v.ends(3));
    BOOST_TEST(v.bytes(3).empty());
    BOOST_TEST((v.find(std::string_view{"\0", 1}) == token_id{3}));
}

BOOST_AUTO_TEST_SUITE_END()
