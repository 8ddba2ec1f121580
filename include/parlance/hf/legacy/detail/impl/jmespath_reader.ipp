// parlance/hf/legacy/detail/impl/jmespath_reader.ipp - definitions of what parlance/hf/legacy/detail/jmespath_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_reader.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
#include <string>

namespace parlance::hf::detail {

result<std::uint32_t> jmespath_reader::read() {
    constexpr std::size_t longest = 65'536;  // of what people write; its parse takes some 20 MB then
    if (text_.size() > (std::min)(longest, bounds_.source_bytes)) {
        return diagnostic{errc::source_too_large, {}, 0, {}};
    }
    if (auto const deep = too_deep()) {
        return *deep;
    }
    if (!goes_on(text_.size())) {
        return *wrong_;
    }
    limits wide = bounds_;
    constexpr std::size_t frames_per_level = 64;
    wide.stack_depth = (bounds_.nesting + 2) * frames_per_level;
    std::vector<std::uint32_t> open{add_part({})};
    auto const keep = [&](peg::event const& e) {
        constexpr std::uint64_t steps_of_an_event = 100;
        if (!goes_on(steps_of_an_event)) {
            return;
        }
        if (e.kind == peg::event_kind::enter) {
            std::uint32_t const at = add_part({static_cast<jp>(e.tag), e.begin, e.begin, {}});
            parts_[open.back()].children.push_back(at);
            open.push_back(at);
        } else if (e.kind == peg::event_kind::leave) {
            parts_[open.back()].end = e.end;
            open.pop_back();
        }
    };
    peg::arena const* const table = jmespath_table(bounds_.stop);
    if (table == nullptr) {
        return diagnostic{errc::cancelled, {}, 0, "JMESPath"};
    }
    peg::outcome const o = peg::match(*table, text_, keep, wide);
    if (wrong_) {
        return *wrong_;
    }
    if (o.why == errc::cancelled) {
        return diagnostic{errc::cancelled, {}, 0, "JMESPath"};
    }
    if (!o.complete() || o.end != text_.size()) {
        return syntax(o.end, "not an expression from here on");
    }
    if (parts_.size() > bounds_.elements) {
        return diagnostic{errc::too_many_elements, {}, 0, {}};
    }
    std::uint32_t const root = expression(parts_[0].children[0]);
    if (wrong_) {
        return *wrong_;
    }
    if (nodes_[root].depth > bounds_.nesting) {
        return diagnostic{errc::nested_too_deep, {}, 0, {}};
    }
    return root;
}

std::optional<diagnostic> jmespath_reader::too_deep() const {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
        char const c = text_[i];
        if (c == '"' || c == '\'' || c == '`') {
            for (++i; i < text_.size() && text_[i] != c; ++i) {
                i += text_[i] == '\\';
            }
        } else if (c == '(' || c == '[' || c == '{') {
            if (++depth > bounds_.nesting) {
                return diagnose(errc::nested_too_deep, text_, i, 1);
            }
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return std::nullopt;
}

bool jmespath_reader::stop() {
    wrong_ = wrong_ ? wrong_ : looks_.error("JMESPath");
    return false;
}

std::uint32_t jmespath_reader::add_part(part p) {
    parts_.push_back(std::move(p));
    return static_cast<std::uint32_t>(parts_.size() - 1);
}

std::uint32_t jmespath_reader::add(jmes_node n) {
    paid_rounds each(looks_, steps_of_a_child);
    for (std::uint32_t const child : n.children) {
        if (n.children.size() > few && !each.next()) {
            stop();
            break;
        }
        n.depth = (std::max)(n.depth, nodes_[child].depth + 1);
    }
    nodes_.push_back(std::move(n));
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t jmespath_reader::add(jmes_op op, std::vector<std::uint32_t> children) {
    jmes_node n{op};
    n.children = std::move(children);
    return add(std::move(n));
}

std::string_view jmespath_reader::text_of(part const& p) const {
    return text_.substr(p.begin, p.end - p.begin);
}

diagnostic jmespath_reader::syntax(std::size_t at, note hint) const {
    return diagnose(errc::jmespath_syntax, text_, at, 0, hint);
}

void jmespath_reader::fail(part const& p, note hint) {
    if (!wrong_) {
        wrong_ = syntax(p.begin, hint);
    }
}

std::uint32_t jmespath_reader::expression(std::uint32_t at) {
    if (!goes_on(steps_of_a_part * (1 + parts_[at].children.size()))) {
        return add(jmes_op::current);
    }
    while (parts_[at].is != jp::chain && parts_[at].children.size() == 1) {
        at = parts_[at].children[0];
    }
    part const& p = parts_[at];
    if (p.is == jp::chain) {
        return chain(p);
    }
    std::vector<std::uint32_t> operands;
    if (p.is == jp::compare) {
        std::uint32_t left = expression(p.children[0]);
        for (std::size_t i = 1; i + 1 < p.children.size(); i += 2) {
            left = add(relation(text_of(parts_[p.children[i]])), {left, expression(p.children[i + 1])});
        }
        return left;
    }
    for (std::uint32_t const child : p.children) {
        operands.push_back(expression(child));
    }
    return add(p.is == jp::pipe     ? jmes_op::chain
               : p.is == jp::either ? jmes_op::either
                                    : jmes_op::both,
               std::move(operands));
}

jmes_op jmespath_reader::relation(std::string_view text) noexcept {
    return text == "=="   ? jmes_op::equal
           : text == "!=" ? jmes_op::unequal
           : text == "<"  ? jmes_op::less
           : text == "<=" ? jmes_op::less_equal
           : text == ">"  ? jmes_op::greater
                          : jmes_op::greater_equal;
}

std::uint32_t jmespath_reader::chain(part const& p) {
    std::size_t const negations = negations_of(p);
    std::size_t i = negations;
    part const& first = parts_[p.children[i]];
    std::uint32_t const left = is_suffix(first) ? continue_with({}, p, i, negations > 0 ? binds_not : 0, true)
                                                : continue_with({begin(p.children[i++])}, p, i,
                                                                negations > 0 ? binds_not : 0, false);
    return negations > 0 ? continue_with({negated(left, negations)}, p, i, 0, false) : left;
}

bool jmespath_reader::is_suffix(part const& p) noexcept {
    return p.is == jp::index || p.is == jp::slice || p.is == jp::every || p.is == jp::flatten ||
           p.is == jp::filter || p.is == jp::star;
}

int jmespath_reader::binding(part const& p) noexcept {
    switch (p.is) {
    case jp::flatten: return binds_flatten;
    case jp::filter: return binds_filter;
    case jp::index:
    case jp::slice:
    case jp::every: return binds_bracket;
    default: return binds_dot;
    }
}

std::uint32_t jmespath_reader::continue_with(std::vector<std::uint32_t> steps, part const& p, std::size_t& i,
                                             int power, bool must) {
    std::vector<projection> open;
    open.push_back({std::move(steps), power});
    for (bool more = true; more;) {
        i = goes_on(steps_of_a_part) ? i : p.children.size();
        if (i < p.children.size() && (must || binding(parts_[p.children[i]]) > open.back().power)) {
            must = take_suffix(open, p, i);
            continue;
        }
        projection done = std::move(open.back());
        open.pop_back();
        std::uint32_t const all =
            done.steps.size() == 1 ? done.steps[0] : add(jmes_op::chain, std::move(done.steps));
        more = !open.empty();
        if (!more) {
            return all;
        }
        --depth_;
        end_projection(open.back(), done, all);
    }
    return 0;
}

bool jmespath_reader::take_suffix(std::vector<projection>& open, part const& p, std::size_t& i) {
    std::uint32_t const at = p.children[i++];
    part const& suffix = parts_[at];
    std::vector<std::uint32_t>& steps = open.back().steps;
    projection next{{}, binds_star};
    switch (suffix.is) {
    case jp::index: steps.push_back(index(suffix)); return false;
    case jp::slice: steps.push_back(slice(suffix)); break;
    case jp::every: break;
    case jp::star: next.op = jmes_op::values; break;
    case jp::flatten:
        steps.push_back(add(jmes_op::flatten));
        next.power = binds_flatten;
        break;
    case jp::filter: next = {{}, binds_filter, jmes_op::filter, expression(suffix.children[0])}; break;
    default: steps.push_back(begin(at)); return false;
    }
    bool const rest = i < p.children.size() && binding(parts_[p.children[i]]) >= binds_list_end;
    if (rest && depth_ < bounds_.nesting) {
        ++depth_;
        open.push_back(std::move(next));
        return true;
    }
    if (rest && !wrong_) {
        wrong_ = diagnose(errc::nested_too_deep, text_, p.begin, p.end - p.begin);
    }
    i = rest ? p.children.size() : i;
    end_projection(open.back(), next, add(jmes_op::current));
    return false;
}

void jmespath_reader::end_projection(projection& around, projection const& done, std::uint32_t each) {
    around.steps.push_back(done.op == jmes_op::filter ? add(done.op, {each, done.condition})
                                                      : add(done.op, {each}));
}

std::uint32_t jmespath_reader::begin(std::uint32_t at) {
    part const& p = parts_[at];
    switch (p.is) {
    case jp::name:
    case jp::quoted:
    case jp::raw: return word(p);
    case jp::literal: return literal(p);
    case jp::current: return add(jmes_op::current);
    case jp::call:
    case jp::reference:
    case jp::list:
    case jp::hash: return several(p);
    default: return expression(at);  // in parentheses
    }
}

std::uint32_t jmespath_reader::word(part const& p) {
    jmes_node n{p.is == jp::raw ? jmes_op::literal : jmes_op::field};
    if (p.is == jp::raw && goes_on(steps_of_a_part + p.end - p.begin)) {
        std::string const text = unescape(inside(p), '\'');
        n.value = boost::json::string(text);
    } else {
        n.text = goes_on(p.end - p.begin) ? key(p) : std::string();
    }
    return add(std::move(n));
}

std::uint32_t jmespath_reader::several(part const& p) {
    std::vector<std::uint32_t> children;
    bool const hash = p.is == jp::hash;
    for (std::size_t i = p.is == jp::call || hash ? 1 : 0; i < p.children.size(); i += hash ? 2 : 1) {
        children.push_back(expression(p.children[i]));
    }
    return add_several(p, std::move(children));
}

std::uint32_t jmespath_reader::add_several(part const& p, std::vector<std::uint32_t> children) {
    jmes_node n{p.is == jp::call        ? jmes_op::call
                : p.is == jp::reference ? jmes_op::reference
                : p.is == jp::list      ? jmes_op::list
                                        : jmes_op::hash};
    n.children = std::move(children);
    if (p.is == jp::call) {
        n.text = text_of(parts_[p.children[0]]);
    }
    for (std::size_t i = 0; p.is == jp::hash && i + 1 < p.children.size() && goes_on(steps_of_a_part);
         i += 2) {
        n.keys.push_back(key(parts_[p.children[i]]));
    }
    return add(std::move(n));
}

std::string_view jmespath_reader::inside(part const& p) const {
    return text_.substr(p.begin + 1, p.end - p.begin - 2);
}

std::string jmespath_reader::key(part const& p) {
    if (p.is == jp::name) {
        return std::string(text_of(p));
    }
    if (auto const read = json::parse(text_of(p)); read && read->is_string()) {
        return std::string(json::text_of(*read));
    }
    fail(p, "this quoted name is not a JSON string");
    return {};
}

std::uint32_t jmespath_reader::literal(part const& p) {
    jmes_node n{jmes_op::literal};
    if (!goes_on(steps_of_a_part + p.end - p.begin)) {
        return add(std::move(n));
    }
    std::string const text = unescape(inside(p), '`');
    if (auto read = json::parse(text, bounds_)) {
        n.value = *std::move(read);
    } else {
        // the language's first version let quotes be left out
        std::size_t const from = text.find_first_not_of(" \t\r\n");
        std::string bare = "\"";
        bare.append(from == std::string::npos ? std::string_view() : std::string_view(text).substr(from))
            .append("\"");
        if (auto word = json::parse(bare, bounds_)) {
            n.value = *std::move(word);
        } else {
            fail(p, "this literal is not JSON");
        }
    }
    return add(std::move(n));
}

std::string jmespath_reader::unescape(std::string_view text, char quote) {
    std::string out;
    paid_items each(looks_);
    while (!text.empty() && each.next(1)) {
        std::size_t const end = (std::min)(text.find('\\'), text.size());
        out.append(text.substr(0, end));
        text.remove_prefix(end);
        if (!text.empty()) {
            std::size_t const escaped = text.size() > 1 && text[1] == quote ? 1 : 0;
            out.push_back(text[escaped]);
            text.remove_prefix(escaped + 1);
        }
    }
    static_cast<void>(goes_on(0));  // where it was stopped, all is
    return out;
}

std::optional<std::int64_t> jmespath_reader::integer(part const& p) {
    std::string_view const digits = text_of(p);
    std::int64_t value = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc{}) {
        fail(p, "this number does not fit in 64 bits");
    }
    return value;
}

std::uint32_t jmespath_reader::index(part const& p) {
    jmes_node n{jmes_op::index};
    n.from = integer(parts_[p.children[0]]);
    return add(std::move(n));
}

std::uint32_t jmespath_reader::slice(part const& p) {
    jmes_node n{jmes_op::slice};
    std::optional<std::int64_t>* const places[] = {&n.from, &n.to, &n.step};
    std::size_t place = 0;
    for (std::uint32_t const child : p.children) {
        if (parts_[child].is == jp::colon) {
            ++place;
        } else {
            *places[place] = integer(parts_[child]);
        }
    }
    return add(std::move(n));
}

}  // namespace parlance::hf::detail
