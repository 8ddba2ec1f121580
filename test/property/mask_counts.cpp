// test/property/mask_counts.cpp - what is alive where counts stand inside counts does not grow with their bounds
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/detail/generation/cache_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include "byte_walk.hpp"
#include "random_run.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_counts)

namespace mask = parlance::mask;

namespace {

using random_grammar::source;

/// Counts inside counts, whose upper bounds are so many times larger.  None of them can be left behind while one around
/// it goes on: the diagonal form, which is another matter.
std::string nest(source random, std::uint32_t times) {
    static std::vector<std::string> const leaves{"[ab]", "[a-c]", "\"a\"", "[bc]", "[^b]"};
    static std::vector<std::string> const separators{"", " \"c\"?", " \"b\"?", " \"c\"{0,2}", " \"c\""};
    auto const count = [&](std::uint32_t low) {
        return "{" + std::to_string(low) + "," + std::to_string((2 + random.below(9)) * times) + "}";
    };
    std::string out = random.pick(leaves) + count(random.below(3));
    if (random.one_in(3)) {
        out += " " + random.pick(leaves) + count(random.below(2));
    }
    for (std::uint32_t depth = 1 + random.below(3); depth > 0; --depth) {
        std::string const separator = random.pick(separators);
        out = "(" + out + separator + ")" + count(1 + random.below(2));
    }
    return "root ::= " + out + (random.one_in(3) ? " \".\"" : "");
}

/// Follows a grammar byte by byte.
class walk {
public:
    explicit walk(std::string const& text)
        : compiled_(mask::grammar::prepare(random_grammar::network_of(text).value()).value(), walks::bytes()),
          now_(compiled_.data().current()),
          at_(now_->start()) {}

    [[nodiscard]] bool read(char c) {
        mask::detail::place const to = now_->settled(now_->step(at_, static_cast<std::uint8_t>(c)));
        if (mask::detail::store::is_live(to.config)) {
            at_ = to;
            return true;
        }
        BOOST_REQUIRE(to.config != mask::detail::failed_config);
        return false;
    }
    /// Ways, and frames of their stacks that are not those of others.
    [[nodiscard]] std::size_t alive() const {
        mask::detail::store const& configs = now_->configs();
        auto const kernel = configs.at(at_.config).kernel();
        std::set<std::uint32_t> frames;
        std::vector<std::uint32_t> todo;
        auto const add = [&](std::uint32_t of) {
            configs.stacks().each_stack(of, [&](std::uint32_t one) {
                if (one != 0 && frames.insert(one).second) {
                    todo.push_back(configs.node(one).parent);
                }
            });
        };
        for (mask::detail::item const i : kernel) {
            add(i.stack);
        }
        while (!todo.empty()) {
            std::uint32_t const next = todo.back();
            todo.pop_back();
            add(next);
        }
        return kernel.size() + frames.size();
    }

private:
    mask::compiled_grammar compiled_;
    std::shared_ptr<mask::detail::generation> now_;
    mask::detail::place at_;
};

struct walked {
    std::size_t most = 0;  // alive at once
    std::size_t bytes = 0;
};

/// What is alive along a text of at most so many bytes; of what may come next something is drawn.
walked most_alive(std::string const& text, std::uint32_t seed, std::size_t bytes) {
    walk w(text);
    source random(seed);
    walked out;
    char last = 'a';
    for (; out.bytes < bytes; ++out.bytes) {
        // runs of a letter, since it takes many to see how far a count can be told apart from another
        last = random.one_in(6) ? static_cast<char>('a' + random.below(3)) : last;
        bool read = w.read(last);
        for (char c = 'a'; !read && c <= 'c'; ++c) {
            read = w.read(c);
        }
        if (!read) {
            break;
        }
        out.most = (std::max)(out.most, w.alive());
    }
    return out;
}

}  // namespace

// With small bounds a text may have to end before anything is ambiguous, so what is compared is as much of it as was read.
BOOST_AUTO_TEST_CASE(what_is_alive_does_not_grow_with_the_bounds) {
    std::size_t most = 0;
    std::size_t sum = 0;
    std::uint32_t const n = random_grammar::argument(1, 60);
    for (std::uint32_t i = 0; i < n; ++i) {
        std::uint32_t const seed = random_grammar::argument(2, 1) + i;
        walked const few = most_alive(nest(source(seed), 1), seed, 400);
        walked const more = most_alive(nest(source(seed), 10), seed, 400);
        walked const many = most_alive(nest(source(seed), 1000), seed, (std::max)(few.bytes, more.bytes));
        walked const far = most_alive(nest(source(seed), 1000), seed, 400);
        walked const further = most_alive(nest(source(seed), 100'000), seed, far.bytes);
        most = (std::max)(most, far.most);
        sum += far.most;
        auto const within = [&](walked const& larger, std::size_t usual) {
            BOOST_TEST(larger.most <= usual + usual / 2 + 8,
                       seed << ": " << few.most << ", " << more.most << ", " << many.most << ", " << far.most
                            << ", " << further.most << " alive in " << nest(source(seed), 1));
        };
        // small bounds end some ways early, so that there is less, or are not reached in some
        within(many, (std::max)(few.most, more.most));
        within(further, far.most);
    }
    BOOST_TEST_MESSAGE("at most " << most << " ways and frames, " << sum / n << " on average");
}

BOOST_AUTO_TEST_CASE(a_text_has_as_much_alive_whatever_the_bounds) {
    auto const alive = [](std::string const& times, std::string const& text) {
        walk w("root ::= (([ab]{0,4" + times + "} \"b\"?){1,10" + times + "} \"c\"?){2,5" + times + "}");
        std::vector<std::size_t> out;
        for (char const c : text) {
            BOOST_REQUIRE(w.read(c));
            out.push_back(w.alive());
        }
        return out;
    };
    for (std::string const text : {"cccab", "abb", "bbcabc", "ccbbb"}) {
        std::vector<std::size_t> const few = alive("", text);
        for (std::string const times : {"0", "000", "00000"}) {
            BOOST_TEST(alive(times, text) == few, boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
