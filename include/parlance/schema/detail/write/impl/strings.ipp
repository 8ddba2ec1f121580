// parlance/schema/detail/write/impl/strings.ipp - strings as automata
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/regex_parts.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// `pattern` as parts; those that bound a length, as `^.{1,253}$` does, as bounds and a pattern that says the rest.
writer::split_pattern const& writer::split(std::string_view pattern) {
    auto const [known, fresh] = splits_.try_emplace(std::string(pattern));
    split_pattern& out = known.value;
    if (!fresh) {
        return out;
    }
    hash_set<std::string_view> listed[2];
    vec<rtn::pattern_part> parts = rtn::parts_of_pattern(pattern, spent_);
    paid_rounds each(spent_, 20);
    for (rtn::pattern_part& part : parts) {
        if (!each.next()) {
            break;  // whoever goes on sees it
        }
        std::size_t const brace = part.text.ends_with("}$") ? part.text.rfind('{') : std::string::npos;
        std::optional<rtn::bounded_class> const bounds =
            parts.size() > 1 && !part.negative && brace != std::string::npos
                ? rtn::as_bounded_class(part.text, spent_)
                : std::nullopt;
        if (bounds) {
            out.least = (std::max<std::uint64_t>)(out.least, bounds->least);
            out.most =
                bounds->most == rtn::unbounded ? out.most : (std::min<std::uint64_t>)(out.most, bounds->most);
            part.text.replace(brace, std::string::npos, "*$");
        }
        std::string_view const kept = split_patterns_.try_emplace(std::move(part.text), true).at.key;
        if (listed[part.negative ? 1 : 0].insert(kept)) {
            (part.negative ? out.not_patterns : out.patterns).push_back(kept);
        }
    }
    return out;
}

void writer::add_pattern(std::string_view pattern, string_set& s) {
    // whoever goes on sees whether it could be paid for
    auto const add = [&](std::vector<std::string_view>& to, vec<std::string_view> const& parts) {
        bool const first = to.empty();
        paid_items each(spent_);
        for (std::string_view const part : parts) {
            if (!each.next(first ? 1 : to.size())) {
                return;
            }
            if (first || std::find(to.begin(), to.end(), part) == to.end()) {
                to.push_back(part);
            }
        }
    };
    if (!spent_.spend(pattern.size())) {
        return;
    }
    split_pattern const& all = split(pattern);
    s.least = (std::max)(s.least, all.least);
    s.most = (std::min)(s.most, all.most);
    add(s.patterns, all.patterns);
    add(s.not_patterns, all.not_patterns);
}

string_set writer::string_set_of(branch const& b) {
    string_set s;
    auto const add = [](std::vector<std::string_view>& to, std::string_view what) {
        if (std::find(to.begin(), to.end(), what) == to.end()) {
            to.push_back(what);
        }
    };
    for (fact const& f : b) {
        switch (f.is) {
        case fact::kind::min_length: s.least = (std::max)(s.least, f.number); break;
        case fact::kind::max_length: s.most = (std::min)(s.most, f.number); break;
        case fact::kind::pattern: add_pattern(f.text, s); break;
        case fact::kind::not_pattern: add(s.not_patterns, f.text); break;
        case fact::kind::format:
            add(s.formats, f.text);
            if (longest_of_format(f.text) != rtn::unbounded) {
                s.most = (std::min<std::uint64_t>)(s.most, longest_of_format(f.text));
            }
            break;
        case fact::kind::not_format: add(s.not_formats, f.text); break;
        default: break;
        }
    }
    if (s.most != no_limit) {
        constexpr std::uint64_t steps_of_a_pattern = 100;
        for (std::string_view& pattern : s.patterns) {
            if (!spent_.spend(steps_of_a_pattern + pattern.size())) {
                break;  // whoever goes on sees it
            }
            pattern =
                split_patterns_.try_emplace(rtn::without_vain_bounds(pattern, s.most, spent_), true).at.key;
        }
    }
    return s;
}

void writer::exclude_constants(branch const& b, string_set& s) {
    for (fact const& f : b) {
        if (f.is != fact::kind::none_of) {
            continue;
        }
        node const& n = nodes()[f.node];
        if (n.single != nullptr && n.single->is_string()) {
            s.excluded.push_back(n.single->get_string());
        }
        paid_rounds each(spent_, 4);  // whoever goes on sees whether it could be paid for
        for (std::size_t i = 0; n.values != nullptr && i < n.values->size() && each.next(); ++i) {
            if ((*n.values)[i].is_string()) {
                s.excluded.push_back((*n.values)[i].get_string());
            }
        }
    }
}

/// The automaton of a pattern or a format; kept.
result<rtn::dfa const*> writer::pattern_dfa(std::string_view pattern, bool format) {
    std::pair<std::string, bool> key{pattern, format};
    auto at = patterns_.find(key);
    if (at == patterns_.end()) {
        result<rtn::dfa> made = format ? format_dfa(pattern, spent_) : within_budget([&] {
            return rtn::regex(pattern, rtn::regex_match::search, most_dfa_states, spent_);
        });
        if (!made) {
            return made.error();
        }
        at = patterns_.emplace(std::move(key), *std::move(made)).first;
    }
    return &at->second;
}

/// Copies in pieces, with looks whether to stop in between; false where it was asked to.
[[nodiscard]] inline bool copy(rtn::dfa const& from, rtn::dfa& to, work& spent) {
    work looks = spent.only_looks();
    to.letters = from.letters;
    to.labels.clear();
    to.table.clear();
    return paid_append(to.labels, from.labels, looks) && paid_append(to.table, from.table, looks);
}

/// The texts that several patterns and formats leave, joined one by one.
class writer::joined_patterns {
public:
    explicit joined_patterns(writer& out) : out_(&out) {}

    [[nodiscard]] result<void> join(std::string_view text, bool format, bool wanted) {
        constexpr std::uint64_t steps_of_a_pattern = 100;
        if (!out_->spent_.spend(steps_of_a_pattern + text.size())) {
            return out_->spent_.error("schema");
        }
        result<rtn::dfa const*> const one = out_->pattern_dfa(text, format);
        if (!one && out_->how_.relaxed.patterns && !format && one.error().code == errc::not_lowerable) {
            out_->nodes().add_note("pattern " + std::string(text) + ": not enforced");
            return {};
        }
        if (!one) {
            return one.error();
        }
        said_.add(std::uint64_t{wanted} << 1 | std::uint64_t{format});
        said_.add(text);
        if (std::exchange(fresh_, false) && wanted) {
            now_ = *one;
            return {};
        }
        fingerprint const key = fingerprint_hash(said_).finish();
        if (auto const* const known = out_->joined_.find(key)) {
            now_ = &known->value;
            return {};
        }
        result<rtn::dfa> both = out_->minimal([&] {
            return wanted ? rtn::intersection(*now_, **one, most_dfa_states, out_->spent_)
                          : rtn::difference(*now_, **one, most_dfa_states, out_->spent_);
        });
        if (!both) {
            return both.error();
        }
        if (out_->joined_size_ + both->table.size() <= most_joined) {
            out_->joined_size_ += both->table.size();
            now_ = &out_->joined_.try_emplace(key, *std::move(both)).at.value;
        } else {
            own_ = *std::move(both);
            now_ = &own_;
        }
        return {};
    }

    [[nodiscard]] result<rtn::dfa> texts() && {
        if (now_ == &own_) {
            return std::move(own_);
        }
        rtn::dfa out;
        return copy(*now_, out, out_->spent_) ? result<rtn::dfa>(std::move(out))
                                              : result<rtn::dfa>(out_->spent_.error("schema"));
    }

private:
    writer* out_;
    rtn::dfa own_ = rtn::any_text();
    rtn::dfa const* now_ = &own_;  // or one that the writer keeps
    bool fresh_ = true;
    fingerprint_hash said_;  // the branches of a goal often begin with the same
};

/// What patterns, formats and exclusions leave; says nothing of lengths.
result<rtn::dfa> writer::text_dfa(string_set const& s) {
    if (std::find(s.not_formats.begin(), s.not_formats.end(), "regex") != s.not_formats.end()) {
        return diagnostic{errc::not_lowerable, {}, 0, "any string but regular expressions"};
    }
    struct {
        std::vector<std::string_view> const& list;
        bool format;
        bool wanted;
    } const parts[] = {{s.patterns, false, true},
                       {s.formats, true, true},
                       {s.not_patterns, false, false},
                       {s.not_formats, true, false}};
    joined_patterns all(*this);
    for (auto const& each : parts) {
        for (std::string_view const text : each.list) {
            if (auto const r = all.join(text, each.format, each.wanted); !r) {
                return r.error();
            }
        }
    }
    result<rtn::dfa> texts = std::move(all).texts();
    if (!texts || s.excluded.empty()) {
        return texts;
    }
    result<rtn::dfa> const found =
        within_budget([&] { return rtn::one_of_texts(s.excluded, most_dfa_states, spent_); });
    if (!found) {
        return found.error();
    }
    return minimal([&] { return rtn::difference(*texts, *found, most_dfa_states, spent_); });
}

bool writer::leaves_nothing(string_set s) {
    std::size_t const others = s.not_patterns.size() + s.not_formats.size();
    if (s.patterns.size() + s.formats.size() < 2 && (s.patterns.empty() || others == 0)) {
        return false;
    }
    if (others > 0) {
        result<rtn::dfa> const a = text_dfa(s);
        return a && a->empty();
    }
    // the last of them is not joined with the others: whether there is a text at all is seen before all of them are
    bool const format = !s.formats.empty();
    std::vector<std::string_view>& names = format ? s.formats : s.patterns;
    std::string_view const name = names.back();
    names.pop_back();
    bool const alone = s.patterns.size() + s.formats.size() == 1;
    result<rtn::dfa const*> const last = pattern_dfa(name, format);
    result<rtn::dfa const*> const first = !alone              ? nullptr
                                          : s.formats.empty() ? pattern_dfa(s.patterns[0], false)
                                                              : pattern_dfa(s.formats[0], true);
    if (!last || !first) {
        return false;
    }
    result<rtn::dfa> const joined = alone ? result<rtn::dfa>(rtn::dfa{}) : text_dfa(s);
    if (!joined) {
        return false;
    }
    result<bool> const apart = rtn::disjoint(alone ? **first : *joined, **last, spent_);
    return apart && *apart;
}

/// Leaves the texts of `least` to `most` code points.
result<void> writer::bound_length(rtn::dfa& a, std::uint64_t least, std::uint64_t most) {
    if (least == 0 && most == no_limit) {
        return {};
    }
    if (least > most_dfa_states || (most != no_limit && most > most_dfa_states)) {
        return rtn::detail::too_many_dfa_states();
    }
    result<rtn::dfa> bounded = minimal([&] {
        return rtn::intersection(
            a,
            rtn::length_between(static_cast<std::uint32_t>(least),
                                most == no_limit ? rtn::unbounded : static_cast<std::uint32_t>(most)),
            most_dfa_states, spent_);
    });
    if (!bounded) {
        return bounded.error();
    }
    a = *std::move(bounded);
    return {};
}

result<void> writer::unite(rtn::dfa& to, rtn::dfa const& more) {
    auto const either = [](std::uint32_t x, std::uint32_t y) { return x != 0 || y != 0 ? 1u : 0u; };
    result<rtn::dfa> both = minimal([&] { return rtn::product(to, more, either, most_dfa_states, spent_); });
    if (!both) {
        return both.error();
    }
    to = *std::move(both);
    return {};
}

result<rtn::dfa> writer::texts_of(branch const& b, goal const& g, string_set& s) {
    bool const listed =
        std::any_of(b.begin(), b.end(), [](fact const& f) { return f.is == fact::kind::one_of; });
    if (!listed) {
        s = string_set_of(b);
        exclude_constants(b, s);
        return text_dfa(s);
    }
    result<vec<boost::json::value const*>> const some = candidates(b, g, type::string);
    if (!some) {
        return some.error();
    }
    vec<std::string_view> texts;
    for (boost::json::value const* v : *some) {
        texts.push_back(v->get_string());
    }
    return within_budget([&] { return rtn::one_of_texts(texts, most_dfa_states, spent_); });
}

/// All strings that meet a goal, as one automaton.
result<rtn::dfa> writer::text_dfa(goal const& g) {
    result<vec<branch>> const ways = solve_.expand(g, type::string);
    if (!ways) {
        return ways.error();
    }
    // lengths make automata large: those that are bounded in the same way are united first
    struct bounded {
        std::uint64_t least;
        std::uint64_t most;
        rtn::dfa texts;
    };
    vec<bounded> groups;
    for (branch const& b : *ways) {
        string_set s;
        result<rtn::dfa> one = texts_of(b, g, s);
        if (!one) {
            return one;
        }
        auto const same = std::find_if(groups.begin(), groups.end(), [&](bounded const& k) {
            return k.least == s.least && k.most == s.most;
        });
        if (same == groups.end()) {
            groups.push_back({s.least, s.most, *std::move(one)});
        } else if (auto const r = unite(same->texts, *one); !r) {
            return r.error();
        }
    }
    rtn::dfa all;
    for (bounded& k : groups) {
        if (auto const r = bound_length(k.texts, k.least, k.most); !r) {
            return r.error();
        }
        if (auto const r = unite(all, k.texts); !r) {
            return r.error();
        }
    }
    return all;
}

}  // namespace parlance::schema::detail
