#include <parlance/peg/save.hpp>
#include "formats.hpp"
#include <parlance/peg/check.hpp>
#include <parlance/peg/detail/automaton.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/print.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(peg_save)

using namespace parlance;
using namespace parlance::peg;

BOOST_AUTO_TEST_CASE(what_is_saved_is_loaded) {
    for (formats::format const& f : formats::all()) {
        BOOST_TEST((load(save(f.table)).value().view() == f.table.view()));
    }
}

BOOST_AUTO_TEST_CASE(the_bytes_are_the_same_on_every_machine) {
    std::string const bytes = save(parse("<- \"ab\"").value());
    BOOST_TEST(bytes.substr(0, 16) == std::string("pPEG\1\0\0\0\0\0\0\0\2\0\0\0", 16));
    BOOST_TEST(bytes.size() == 70u);
}

BOOST_AUTO_TEST_CASE(other_files_are_refused_by_name) {
    std::string bytes = save(parse("<- until(\"ab\") [a-z] (\"x\" / tag(1, rest))").value());
    BOOST_TEST((load("").error().code == errc::malformed_file));
    BOOST_TEST((load("pPEG").error().code == errc::truncated_file));
    BOOST_TEST((load(bytes + "x").error().code == errc::malformed_file));
    for (std::size_t n = 4; n < bytes.size(); ++n) {
        BOOST_TEST(!load(std::string_view(bytes).substr(0, n)));
    }
    bytes[4] = 2;
    BOOST_TEST((load(bytes).error().code == errc::unsupported_file));
}

// A table that was tampered with is refused, or is a table: it can be checked, printed and run.
BOOST_AUTO_TEST_CASE(a_changed_byte_is_refused_or_harmless) {
    std::mt19937 random(7);
    limits small;
    small.fuel = 10'000;
    small.output_bytes = 10'000;
    std::size_t accepted = 0;
    for (formats::format const& f : formats::all()) {
        std::string const good = save(f.table);
        for (int i = 0; i < 3000; ++i) {
            std::string bad = good;
            for (auto changes = random() % 3 + 1; changes > 0; --changes) {
                bad[random() % bad.size()] = static_cast<char>(random() % 3 == 0 ? random() : random() % 4);
            }
            auto const a = load(bad);
            if (!a) {
                BOOST_TEST((a.error().code != errc::none));
                continue;
            }
            ++accepted;
            (void)check(*a);
            (void)print(*a, small);
            outcome const o = match(*a, f.texts[0], no_sink{}, small);
            BOOST_TEST(o.end <= f.texts[0].size());
        }
    }
    BOOST_TEST(accepted > 100u);
}

BOOST_AUTO_TEST_CASE(left_recursion_is_refused_on_loading_too) {
    arena a = parse("<- a\na <- \"x\" a?").value();
    a.rules[0].root = static_cast<node_id>(a.root);  // a <- a
    BOOST_TEST((load(save(a)).error().code == errc::left_recursion));
}

// A text of n letters has n * n / 2 delimiters in it, whose automaton takes as many states.
BOOST_AUTO_TEST_CASE(delimiters_that_stand_upon_each_other_are_paid_for) {
    arena a = parse("<- until(\"ab\")").value();
    std::mt19937 random(1);
    std::uint32_t const letters = 20'000;
    a.text.clear();
    for (std::uint32_t i = 0; i < letters; ++i) {
        a.text.push_back(random() % 2 == 0 ? 'a' : 'b');
    }
    a.delimiters.clear();
    for (std::uint32_t i = 0; i < 1000; ++i) {
        a.delimiters.push_back({i, letters - 1000});
    }
    a.untils[0].delimiter_count = 1000;
    BOOST_TEST((load(save(a)).error().code == errc::out_of_fuel));
    a.delimiters.resize(10);
    a.untils[0].delimiter_count = 10;
    BOOST_TEST((load(save(a)).error().code == errc::invalid_table));
}

BOOST_AUTO_TEST_CASE(an_automaton_has_no_more_states_than_were_asked_for) {
    std::string_view const texts[] = {"abc", "abd"};
    parlance::stop_asker nobody;
    BOOST_TEST(peg::detail::make_automaton(texts, nobody).size() == 5u);
    BOOST_TEST(peg::detail::make_automaton(texts, nobody, 5).size() == 5u);
    BOOST_TEST(peg::detail::make_automaton(texts, nobody, 4).empty());
}

struct raised {
    [[nodiscard]] bool stop_requested() const noexcept { return true; }
};

BOOST_AUTO_TEST_CASE(loading_asks_whether_to_stop) {
    raised const now;
    limits bounds;
    bounds.stop = now;
    std::string text = "<- a0\n";
    for (int i = 0; i < 2000; ++i) {
        text +=
            "a" + std::to_string(i) + " <- \"" + std::to_string(i) + "\" a" + std::to_string(i + 1) + "?\n";
    }
    std::string const bytes = save(parse(text + "a2000 <- \"x\"").value());
    BOOST_TEST(load(bytes).has_value());
    BOOST_TEST((load(bytes, bounds).error().code == errc::cancelled));
}

BOOST_AUTO_TEST_SUITE_END()
