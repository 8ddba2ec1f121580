// test/fuzz/peg.cpp - any table, any text, any cuts: one story, and that of the plainest reading
// SPDX-License-Identifier: BSL-1.0
#include "../peg/oracle.hpp"
#include "../peg/random_table.hpp"
#include "../peg/splits.hpp"
#include <parlance/peg/print.hpp>
#include <parlance/peg/check.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/save.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace parlance;
using namespace parlance::peg;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// The bytes of the fuzzer as a run of decisions; zeros when they are used up.
struct decisions {
    std::string_view bytes;
    std::size_t operator()(std::size_t below) {
        if (bytes.empty()) {
            return 0;
        }
        auto const byte = static_cast<std::uint8_t>(bytes[0]);
        bytes.remove_prefix(1);
        return byte % below;
    }
};

void bytes_as_files(std::string_view bytes) {
    limits small;
    small.fuel = 5000;
    small.output_bytes = 100'000;
    for (auto const& a : {load(bytes, small), parse(bytes, small)}) {
        if (a) {
            (void)check(*a);
            (void)match(*a, bytes, no_sink{}, small);
            auto const printed = print(*a, small);
            if (printed && a->tags.empty()) {
                // rows that nothing refers to, and operands that a node does not have, are not printed
                auto const again = print(parse(*printed).value(), small);
                require(!again || *again == *printed);
            }
        }
    }
}

void split(arena_view table, std::string_view text, decisions& next) {
    splits::story const whole = splits::tell(table, text);
    require(whole.error.empty());
    if (match(table, text).why == errc::out_of_fuel) {
        return;  // what takes all its fuel takes it for every cut again
    }
    std::vector<std::size_t> cuts;
    for (std::size_t n = next(6); n > 0; --n) {
        cuts.push_back(next(text.size() + 1));
    }
    std::ranges::sort(cuts);
    require(splits::tell(table, text, cuts) == whole);
    for (std::size_t i = 0; i <= text.size(); ++i) {
        std::size_t const one[] = {i};
        require(splits::tell(table, text, one) == whole);
    }
}

void compare_with_oracle(arena_view table, std::string_view text) {
    bool const plain = std::ranges::none_of(
        table.nodes, [](node const& n) { return n.kind == op::cut || n.kind == op::recover; });
    oracle::reader o(table, text);
    auto const end = o.read(table.root, 0);
    outcome const got = match(table, text);
    if (plain && !o.exhausted && got.why == errc::none) {
        require(end.has_value() == got.complete());
        require(!end || *end == got.end);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    bytes_as_files(bytes);
    decisions next{bytes};
    random_table::maker<decisions&> make(next);
    result<arena> const table = make.table();
    if (!table) {
        return 0;
    }
    require(load(save(*table)).value().view() == table->view());
    std::string const text = make.text(24);
    compare_with_oracle(*table, text);
    split(*table, text, next);
    return 0;
}
