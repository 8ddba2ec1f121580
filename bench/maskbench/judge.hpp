// bench/maskbench/judge.hpp - one file: its schema compiled, its documents walked token by token
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "../clock.hpp"
#include "encoder.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace maskbench {

using namespace parlance;

struct settings {
    bool fast = true;
    schema::options how;
    unsigned timeout = 900;   // seconds for a file
    unsigned runs = 5;        // the least of so many times is reported, position by position
    std::size_t slowest = 0;  // positions that are told of one by one
    double clock_cost = measuring::clock_cost();
};

using measuring::now_us;

/// What came of one file, judged by the last of its documents that was judged wrongly.
struct verdict {
    std::string outcome =
        "crash";  // passing, compile_error, crash, timeout, validation_error, invalidation_error
    std::string why;
    std::size_t incomplete = 0;  // valid documents at whose end the grammar was not complete
    double ttfm = 0;
    std::vector<float> times;
    std::vector<std::size_t> begins;   // of each document in `times`
    std::vector<std::string> slowest;  // what took longest: the time in us, and where that was
};

/// One document; the number of tokens taken, and whether the grammar was complete behind the last.
struct walk {
    std::size_t taken = 0;
    bool complete = false;
};

inline float since(double begin, settings const& s) {
    return static_cast<float>(std::max(0.0, now_us() - begin - s.clock_cost));
}

inline walk walk_fast(mask::compiled_grammar const& learnt, std::vector<vocab::token_id> const& ids,
                      settings const& s, std::vector<float>& times) {
    mask::matcher m(learnt);
    walk out;
    for (vocab::token_id const id : ids) {
        double const begin = now_us();
        bool const allowed = (m.allowed().words[id / 32] >> (id % 32) & 1) != 0;
        bool const taken = m.accept(id);
        times.push_back(since(begin, s));
        if (taken != allowed) {
            throw std::runtime_error("mask and accept disagree");
        }
        if (!taken) {
            return out;
        }
        ++out.taken;
    }
    out.complete = m.can_stop();
    return out;
}

inline walk walk_reference(rtn::network const& net, vocab::view tokens,
                           std::vector<vocab::token_id> const& ids, settings const& s,
                           std::vector<float>& times) {
    mask::npda m(mask::network_machine(net.view()));
    walk out;
    for (vocab::token_id const id : ids) {
        double const begin = now_us();
        bool const taken = m.accept(tokens.bytes(id));
        times.push_back(since(begin, s));
        if (!taken) {
            return out;
        }
        ++out.taken;
    }
    out.complete = m.can_stop();
    return out;
}

inline verdict judge_once(json::value const& file, mask::token_index const& index, encoder const& tokens,
                          settings const& s) {
    verdict out;
    double const begin = now_us();
    result<rtn::network> const net = schema::compile(file.at("schema"), s.how);
    if (!net) {
        out.outcome = "compile_error";
        out.why = render(net.error());
        return out;
    }
    std::optional<mask::compiled_grammar> learnt;
    if (s.fast) {
        result<mask::grammar> const grammar = mask::grammar::prepare(*net);
        if (!grammar) {
            out.outcome = "compile_error";
            out.why = render(grammar.error());
            return out;
        }
        learnt.emplace(*grammar, index);
        (void)mask::matcher(*learnt).allowed();
    }
    out.ttfm = now_us() - begin;
    out.outcome = "passing";
    json::value const* const tests = file.as_object().if_contains("tests");
    for (json::value const& test : tests == nullptr ? json::array{} : tests->as_array()) {
        bool const valid = test.at("valid").as_bool();
        std::string const text = json::dump(test.at("data"));
        std::vector<vocab::token_id> const ids = tokens.encode(text);
        out.begins.push_back(out.times.size());
        walk const w = s.fast ? walk_fast(*learnt, ids, s, out.times)
                              : walk_reference(*net, index.tokens(), ids, s, out.times);
        bool const accepted = w.taken == ids.size();
        out.incomplete += valid && accepted && !w.complete;
        if (accepted == valid) {
            continue;
        }
        out.outcome = valid ? "validation_error" : "invalidation_error";
        if (valid) {
            std::size_t bytes = 0;
            for (std::size_t i = 0; i < w.taken; ++i) {
                bytes += index.tokens().bytes(ids[i]).size();
            }
            std::size_t const from = bytes > 60 ? bytes - 60 : 0;
            out.why = "valid, refused at byte " + std::to_string(bytes) + ": " +
                      text.substr(from, bytes - from) + " >>> " + text.substr(bytes, 40);
        } else {
            out.why = std::string("invalid, accepted") + (w.complete ? "" : " as a beginning") + ": " +
                      text.substr(0, 100);
        }
    }
    return out;
}

/// Where the times of a verdict that are greatest were taken.
inline std::vector<std::string> slowest_of(verdict const& v, json::value const& file, encoder const& tokens,
                                           vocab::view words, std::size_t most) {
    std::vector<std::size_t> order(v.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    most = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                      [&](std::size_t a, std::size_t b) { return v.times[a] > v.times[b]; });
    std::vector<std::string> out;
    for (std::size_t const at : std::span{order}.first(most)) {
        std::size_t test = 0;
        while (test + 1 < v.begins.size() && v.begins[test + 1] <= at) {
            ++test;
        }
        std::size_t const position = at - v.begins[test];
        auto const ids = tokens.encode(json::dump(file.at("tests").as_array()[test].at("data")));
        std::string before;
        for (std::size_t i = 0; i < position; ++i) {
            before += words.bytes(ids[i]);
        }
        before = before.substr(before.size() > 60 ? before.size() - 60 : 0);
        char head[80];
        std::snprintf(head, sizeof head, "%9.1f  test %zu position %zu: ", static_cast<double>(v.times[at]),
                      test, position);
        out.push_back(head + before + " >>> " + std::string(words.bytes(ids[position])));
    }
    return out;
}

/// The whole file, as often as asked; the verdict is that of the first run, the times are the least of all.
inline verdict judge(json::value const& file, mask::token_index const& index, encoder const& tokens,
                     settings const& s) {
    verdict out = judge_once(file, index, tokens, s);
    for (unsigned i = 1; i < s.runs; ++i) {
        verdict const again = judge_once(file, index, tokens, s);
        out.ttfm = std::min(out.ttfm, again.ttfm);
        for (std::size_t t = 0; t < out.times.size() && t < again.times.size(); ++t) {
            out.times[t] = std::min(out.times[t], again.times[t]);
        }
    }
    out.slowest = slowest_of(out, file, tokens, index.tokens(), s.slowest);
    return out;
}

}  // namespace maskbench
