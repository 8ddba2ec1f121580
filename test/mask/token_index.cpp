// test/mask/token_index.cpp - what an index keeps
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/grammar.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/loop/code_points.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/unread_tokens.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/meters.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_lengths.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <parlance/mask/npda/machine.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <type_traits>

BOOST_AUTO_TEST_SUITE(mask_token_index)

using namespace parlance;
namespace detail = mask::detail;

namespace {

mask::token_index index_of(std::vector<std::string> const& tokens) {
    vocab::token_list_builder out;
    for (std::string const& t : tokens) {
        out.add(t);
    }
    return mask::token_index::build(std::move(out).finish().value()).value();
}
/// The place of a node in the trie.
std::uint32_t place(mask::token_index const& tokens, std::string_view bytes) {
    return static_cast<std::uint32_t>(tokens.trie().find(bytes) - tokens.trie().nodes().data());
}
/// The tokens of each node of merged suffixes, by the bytes that lead there, each token in brackets.
std::set<std::string> read(mask::token_index const& tokens, detail::suffixes const& of) {
    std::set<std::string> out;
    std::string bytes;
    for (std::size_t i = 1; i < of.size(); ++i) {
        bytes.resize(of[i].depth - 1u);
        bytes += static_cast<char>(of[i].byte);
        std::string line = bytes;
        for (std::uint32_t const id : of.tokens(i)) {
            line += "[" + std::string(tokens.tokens().bytes(id)) + "]";
        }
        out.insert(line);
    }
    return out;
}
/// The texts of a set of tokens.
std::set<std::string> texts(mask::token_index const& tokens, detail::token_set const& of) {
    std::set<std::string> out;
    for (mask::token_id id = 0; id < tokens.size(); ++id) {
        if (!of.empty() && of.holds(id)) {
            out.emplace(tokens.tokens().bytes(id));
        }
    }
    return out;
}
constexpr detail::code_range cyrillic[] = {{0x430, 0x44F}};

}  // namespace

BOOST_AUTO_TEST_CASE(a_dialect_says_which_control_tokens_are_text_and_which_end_the_text) {
    using vocab::token_kind;
    vocab::token_list_builder all;
    all.add("a");
    for (std::string_view const text : {"<call>", "<tag>", "<over>", "<eos>", "<other>", "<call>"}) {
        all.add(text, token_kind::control);
    }
    all.end(4);
    auto const plain = mask::token_index::build(std::move(all).finish().value()).value();
    std::vector<std::string> const text{"<call>", "x<tag>y", "<over>", "<eos>", "a"};
    std::vector<std::string> const ends{"<over>"};
    auto const made = plain.with_roles({text, ends}).value();
    std::set<std::string> found;
    for (vocab::token_id id = 0; id < made.size(); ++id) {
        found.emplace(made.tokens().bytes(id));
    }
    BOOST_TEST((found == std::set<std::string>{"", "a", "<call>", "<tag>"}));
    BOOST_TEST((std::vector(made.ends().begin(), made.ends().end()) == std::vector<vocab::token_id>{3, 4}));
    BOOST_TEST((made.tokens().kind(5) == token_kind::control));
    BOOST_TEST(made.trie().find("<call>") != nullptr);
    // Made once, and not at all where nothing changes.
    BOOST_TEST(&plain.with_roles({text, ends}).value().trie() == &made.trie());
    BOOST_TEST(&plain.with_roles({{}, {}}).value().trie() == &plain.trie());
    BOOST_TEST(plain.tokens().bytes(1).empty());
}

BOOST_AUTO_TEST_CASE(suffixes_lay_what_is_below_places_over_each_other) {
    auto const made = index_of({"a", "ab", "abc", "x", "xb", "xc", "xbd", "q"});
    std::vector<std::uint32_t> const places{place(made, "a"), place(made, "x")};
    work spent{limits{}};
    auto const made_behind = detail::suffixes::make(made.trie(), places, true, spent);
    BOOST_REQUIRE((made_behind != nullptr));
    detail::suffixes const& behind = *made_behind;
    BOOST_TEST((read(made, behind) == std::set<std::string>{"b[ab][xb]", "bc[abc]", "bd[xbd]", "c[xc]"}));
    BOOST_TEST(behind[0].skip == behind.size());
    BOOST_TEST(behind.places(1).size() == 2u);  // both go on behind "b"
    auto const from = detail::suffixes::make(made.trie(), places, false, spent);
    BOOST_REQUIRE((from != nullptr));
    BOOST_TEST((read(made, *from) ==
                std::set<std::string>{"a[a]", "ab[ab]", "abc[abc]", "x[x]", "xb[xb]", "xbd[xbd]", "xc[xc]"}));
    BOOST_TEST((detail::suffixes::make(made.trie(), places, true, spent, behind.size()) != nullptr));
    BOOST_TEST((detail::suffixes::make(made.trie(), places, true, spent, behind.size() - 1) == nullptr));
    limits few;
    few.fuel = 10;
    work little(few);
    BOOST_TEST((detail::suffixes::make(made.trie(), places, true, little) == nullptr));
    BOOST_TEST((little.why() == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(suffixes_are_merged_when_they_are_asked_for_again) {
    std::vector<std::string> all;
    for (char a = 'a'; a <= 'z'; ++a) {
        all.insert(all.end(), {std::string{a}, std::string{a, '"'}});
    }
    auto const made = index_of(all);
    std::vector<std::uint32_t> places;
    for (char a = 'a'; a <= 'z'; ++a) {
        places.push_back(place(made, {&a, 1}));
    }
    std::size_t const before = made.memory();
    work spent{limits{}};
    BOOST_TEST((made.data().below(places, spent) == nullptr));
    limits few;
    few.fuel = 10;
    work little(few);
    BOOST_TEST((made.data().below(places, little) == nullptr));  // and is made when it can be paid for
    std::shared_ptr<detail::suffixes const> const merged = made.data().below(places, spent);
    BOOST_REQUIRE((merged != nullptr));
    BOOST_TEST((made.data().below(places, spent) == merged));
    BOOST_TEST(merged->size() == 2u);
    BOOST_TEST(merged->tokens(1).size() == 26u);
    BOOST_TEST(made.memory() > before);
    BOOST_TEST((made.data().below(std::span{places}.first(23), spent) == nullptr));  // few are walked
}

namespace {

std::shared_ptr<detail::slice const> slice_of(mask::token_index const& made, detail::slice_key const& key) {
    work spent{limits{}};
    return made.data().slice_of(key, spent);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_slice_of_code_points_has_their_beginnings_and_is_left_by_others) {
    // \u044F and \u0451 begin with the same byte
    std::vector<std::string> const all{"\u0430", "\u0430\u044F", "\u0430\u0451", "\u0430\xD1", "\xD0",
                                       "\xD1",   "\u0451b",      "\u0430\"",     "\"",         "\xE0",
                                       "b"};
    auto const made = index_of(all);
    std::shared_ptr<detail::slice const> const s = slice_of(made, {0, 0, 0, cyrillic, cyrillic});
    BOOST_TEST((texts(made, s->tokens) ==
                std::set<std::string>{"\u0430", "\u0430\u044F", "\u0430\xD1", "\xD0", "\xD1"}));
    BOOST_TEST(s->longest == 2u);
    BOOST_TEST(s->inner.size() == 2u);  // \u0451 as the first and as the second
    BOOST_TEST(s->exits[detail::group_of('"')].size() == 1u);
    BOOST_TEST(s->may_begin(0xD1));
    BOOST_TEST(!s->may_begin(0xD2));
    BOOST_TEST(!s->may_begin('b'));
    BOOST_TEST((slice_of(made, {0, 0, 0, cyrillic, cyrillic}) == s));
    BOOST_TEST((slice_of(made, {0, 0, 0, cyrillic, {}}) != s));
}

BOOST_AUTO_TEST_CASE(of_slices_those_asked_for_most_are_kept_within_a_bound) {
    std::vector<std::string> all;
    for (int i = 0; i < 100'000; ++i) {
        all.push_back(std::to_string(i) + "t");
    }
    auto const made = index_of(all);
    detail::slice_key const often{0, ~detail::group_set{0}, ~detail::group_set{0}, {}, {}};
    auto const once = [](detail::group_set groups) { return detail::slice_key{0, ~groups, ~groups, {}, {}}; };
    std::weak_ptr<detail::slice const> const kept = slice_of(made, often);
    std::shared_ptr<detail::slice const> const held = slice_of(made, once(3000));
    std::size_t most = 0;
    for (detail::group_set groups = 1; groups < 2000; ++groups) {
        BOOST_REQUIRE((slice_of(made, once(groups)) != nullptr));
        most = std::max(most, made.memory());
        if (groups % 40 == 0) {
            BOOST_TEST_REQUIRE((slice_of(made, often) == kept.lock()));
        }
    }
    BOOST_TEST(most > 7'000'000u);
    BOOST_TEST(most <= 8'000'000u);
    // what was dropped goes on for whoever holds it, and is counted as theirs
    std::shared_ptr<detail::slice const> const again = slice_of(made, once(3000));
    BOOST_TEST((again != held));
    BOOST_TEST((texts(made, held->tokens) == texts(made, again->tokens)));
    std::size_t const before = made.memory();
    work spent{limits{}};
    BOOST_TEST((made.data().leaving(*held, spent) != nullptr));
    BOOST_TEST(made.memory() == before);
    std::shared_ptr<detail::slice const> const both[] = {held, again};
    BOOST_TEST(made.data().slices_besides(both) > held->memory());
    BOOST_TEST(made.data().slices_besides({&both[1], 1}) == 0u);
}

BOOST_AUTO_TEST_CASE(what_is_new_stays_for_a_while_beside_what_was_asked_for_often) {
    std::vector<std::string> all;
    for (int i = 0; i < 100'000; ++i) {
        all.push_back(std::to_string(i) + "t");
    }
    auto const made = index_of(all);
    auto const slice_without = [&](detail::group_set groups) {
        return slice_of(made, {0, ~groups, ~groups, {}, {}});
    };
    for (detail::group_set groups = 1; groups <= 1000; ++groups) {
        for (int times = 0; times < 5; ++times) {
            BOOST_REQUIRE((slice_without(groups) != nullptr));
        }
    }
    std::weak_ptr<detail::slice const> const fresh = slice_without(2000);
    for (detail::group_set groups = 2001; groups < 2020; ++groups) {
        BOOST_REQUIRE((slice_without(groups) != nullptr));
    }
    BOOST_TEST((slice_without(2000) == fresh.lock()));
}

/// The trie of such a vocabulary takes more than what an index is to have.
BOOST_AUTO_TEST_CASE(a_large_vocabulary_has_room_for_slices_in_proportion) {
    constexpr std::size_t size = 250'000;
    std::vector<std::string> all;
    for (std::size_t i = 0; i < size; ++i) {
        all.push_back(std::to_string(i) + "t");
    }
    auto const made = index_of(all);
    std::size_t const before = made.memory();
    std::vector<std::weak_ptr<detail::slice const>> kept;
    auto const slice_without = [&](detail::group_set groups) {
        return slice_of(made, {0, ~groups, ~groups, {}, {}});
    };
    for (detail::group_set groups = 1; groups <= 120; ++groups) {
        kept.push_back(slice_without(groups));
    }
    for (detail::group_set groups = 1; groups <= 120; ++groups) {
        BOOST_TEST_REQUIRE((slice_without(groups) == kept[groups - 1].lock()));
    }
    for (detail::group_set groups = 121; groups <= 240; ++groups) {
        BOOST_REQUIRE((slice_without(groups) != nullptr));
    }
    BOOST_TEST(made.memory() <= before + size * 20);
    BOOST_TEST((slice_without(120) == kept[119].lock()));  // asked for twice
}

BOOST_AUTO_TEST_CASE(a_vocabulary_that_is_given_away_is_kept) {
    mask::token_index const made =
        mask::token_index::build(vocab::token_list({"yes", "no", "<end>"}, {2})).value();
    BOOST_TEST(made.tokens().bytes(1) == "no");
    BOOST_TEST(made.size() == 3u);
    BOOST_TEST(made.ends().size() == 1u);
    BOOST_TEST(made.holds(2));
}

/// Every token is paid for: what is just not enough builds nothing, and what is enough does.
BOOST_AUTO_TEST_CASE(a_trie_of_another_vocabulary_is_refused) {
    vocab::token_list const ours{"a", "b", "ab"}, fewer{"a", "b"}, others{"a", "b", "ac"};
    auto const of = [](vocab::token_list const& list) { return vocab::trie::build(list).value(); };
    BOOST_TEST(mask::token_index::build(ours, of(ours)).has_value());
    vocab::token_list const more{"a", "b", "ab", "ba"};
    for (vocab::token_list const* const list : {&fewer, &others, &more}) {
        auto const made = mask::token_index::build(ours, of(*list));
        BOOST_REQUIRE(!made.has_value());
        BOOST_TEST((made.error().code == parlance::errc::malformed_file));
    }
    BOOST_TEST(!mask::token_index::build(ours, vocab::trie{}).has_value());
}

BOOST_AUTO_TEST_CASE(an_index_is_paid_for) {
    vocab::token_list_builder all;
    for (int i = 0; i < 20'000; ++i) {
        all.add("token " + std::to_string(i));
    }
    vocab::token_list const tokens = std::move(all).finish().value();
    parlance::limits bounds;
    std::uint64_t too_little = 0;
    std::uint64_t enough = bounds.fuel;
    while (enough - too_little > 1000) {
        bounds.fuel = too_little + (enough - too_little) / 2;
        auto const made = mask::token_index::build(tokens, bounds);
        BOOST_TEST((made || made.error().code == parlance::errc::out_of_fuel));
        (made ? enough : too_little) = bounds.fuel;
    }
    BOOST_TEST(enough > tokens.size() * 100);  // some nanoseconds for each
    BOOST_TEST(enough < tokens.size() * 190);  // so that those of 262,144 tokens can be had with the default
}

BOOST_AUTO_TEST_CASE(an_empty_vocabulary_is_refused) {
    BOOST_TEST((mask::token_index::build(vocab::token_list{}).error().code == errc::empty_vocabulary));
}

BOOST_AUTO_TEST_CASE(tokens_that_can_never_be_text_are_in_no_mask) {
    vocab::token_list_builder tokens;
    tokens.add("a");
    tokens.add("<pad>", vocab::token_kind::unused);
    tokens.add("<call>", vocab::token_kind::control);
    mask::token_index const made = mask::token_index::build(std::move(tokens).finish().value()).value();
    BOOST_TEST(made.holds(0));
    BOOST_TEST(!made.holds(1));
    BOOST_TEST(made.holds(2));
    BOOST_TEST(!made.holds(3));
}

BOOST_AUTO_TEST_CASE(what_can_ever_be_allowed_is_a_mask_of_its_own) {
    vocab::token_list_builder tokens;
    for (int i = 0; i < 70; ++i) {
        tokens.add(i % 7 == 3 ? "<pad" + std::to_string(i) + ">" : "t" + std::to_string(i),
                   i % 7 == 3 ? vocab::token_kind::unused : vocab::token_kind::normal);
    }
    tokens.add("</s>", vocab::token_kind::control);
    tokens.end(70);
    mask::token_index const made = mask::token_index::build(std::move(tokens).finish().value()).value();
    BOOST_REQUIRE(made.all().size() == mask::words_for(71));
    std::size_t bits = 0;
    for (mask::token_id id = 0; id < 32 * made.all().size(); ++id) {
        bool const bit = ((made.all()[id / 32] >> (id % 32)) & 1u) != 0;
        BOOST_TEST(bit == (id < 71 && made.holds(id)), id);
        bits += bit;
    }
    BOOST_TEST(bits == 61u);
    BOOST_TEST(made.allowed() == bits);
    BOOST_TEST((made.ends().size() == 1u && made.ends()[0] == 70u));
}

// What keeps a view must not be made of what goes away.
template <class... Arguments>
concept builds = requires(Arguments&&... a) { mask::token_index::build(static_cast<Arguments&&>(a)...); };
static_assert(builds<vocab::token_list&> && builds<vocab::token_list&, vocab::trie>);
static_assert(builds<vocab::token_list>, "kept by the index");
static_assert(!builds<vocab::token_list, vocab::trie>);
static_assert(std::is_constructible_v<mask::network_machine, rtn::network const&>);
static_assert(!std::is_constructible_v<mask::network_machine, rtn::network>);
static_assert(std::is_constructible_v<mask::element_machine, gbnf::grammar const&>);
static_assert(!std::is_constructible_v<mask::element_machine, gbnf::grammar>);

BOOST_AUTO_TEST_CASE(lengths_are_compared_bit_by_bit) {
    detail::token_lengths lengths;
    constexpr std::uint32_t tokens = 150;
    auto const length = [](std::uint32_t id) { return id * 37 % 61; };
    lengths.begin(tokens);
    for (std::uint32_t id = tokens; id-- > 0;) {
        lengths.set(id, length(id));
    }
    lengths.end();
    for (std::uint32_t id = 0; id < tokens; ++id) {
        BOOST_TEST(lengths.of(id) == length(id));
    }
    for (std::uint32_t most = 0; most < 70; ++most) {
        vec<std::uint32_t> words(mask::words_for(tokens), ~std::uint32_t{0});
        lengths.drop_long(words, most);
        std::uint32_t longest = 0;
        for (std::uint32_t id = 0; id < tokens; ++id) {
            BOOST_TEST(mask::bitmask{words}.test(id) == (length(id) <= most));
            longest = length(id) <= most ? std::max(longest, length(id)) : longest;
        }
        words.back() &= (std::uint32_t{1} << (tokens % 32)) - 1;  // no more than there are
        BOOST_TEST(lengths.longest_of(detail::token_set(std::move(words))) == longest);
    }
}

BOOST_AUTO_TEST_CASE(what_was_not_read_for_lack_of_fuel_is_read_the_next_time) {
    std::vector<std::string> texts;
    for (int i = 10; i < 50; ++i) {
        texts.push_back("abcdefghijklmnopq" + std::to_string(i));
    }
    mask::token_index const index = index_of(texts);
    std::vector<std::uint32_t> ids(texts.size());
    std::iota(ids.begin(), ids.end(), 0u);
    detail::mask_entry all;
    all.ids = ids;
    detail::budget means(1 << 20, 5'000);
    detail::meter& call = means.enter({});
    detail::unread_tokens unread(index.data(), means);
    detail::place const at{100, 0, 0, 0};
    auto const find = [&] {
        return unread.find(
            all, at, 15, [](detail::place const& from, std::string_view) { return from; },
            [](array_ref<std::uint32_t>) {});
    };
    means.spend(4'000);
    BOOST_TEST(!find().has_value());
    means.refuel();
    BOOST_TEST_REQUIRE(find().has_value());
    BOOST_TEST(find()->empty());  // each of them can be read
    detail::meters::leave(call);
}

BOOST_AUTO_TEST_SUITE_END()
