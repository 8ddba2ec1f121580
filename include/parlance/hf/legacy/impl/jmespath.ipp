// parlance/hf/legacy/impl/jmespath.ipp - definitions of what parlance/hf/legacy/jmespath.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/hf/legacy/detail/jmespath_reader.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <string>

namespace parlance::hf {

result<jmespath> jmespath::compile(std::string_view expression, limits const& bounds) {
    detail::jmespath_reader reader(expression, bounds);
    auto const root = reader.read();
    jmespath out;
    if (root) {
        out.nodes_.swap(reader.nodes());
    }
    reader.free();
    if (!root) {
        return root.error();
    }
    out.root_ = *root;
    out.source_ = expression;
    out.bounds_ = bounds.without_stop();
    return out;
}

result<json::value> jmespath::search(json::value const& value, stop_token stop) const {
    evaluation run{*this, stop};
    json::value out = run.eval(root_, value);
    if (run.wrong) {
        run.discard(out);
        return *run.wrong;
    }
    return out;
}

result<json::value> jmespath::search(json::value const& value, work& spent) const {
    constexpr std::uint64_t fuel_of_a_step = 10;
    metered_stop stop(spent);
    evaluation run{*this, stop_token(stop)};
    std::uint64_t const steps = bounds_.steps - (std::min)(bounds_.steps, spent.left() / fuel_of_a_step);
    run.steps = steps;
    json::value out = run.eval(root_, value);
    bool const paid = spent.spend((run.steps - steps) * fuel_of_a_step) && spent.hold(run.bytes);
    if (run.wrong || !paid) {
        run.discard(out);
        return run.wrong ? *run.wrong : spent.error("JMESPath");
    }
    return out;
}

json::value jmespath::evaluation::fail(errc code, std::string_view hint) {
    if (!wrong) {
        wrong = diagnostic{code, {}, 0, note(hint)};
    }
    return nullptr;
}

void jmespath::evaluation::pay(std::size_t count) {
    bytes += count;
    if (bytes > self.bounds_.allocated_bytes) {
        fail(errc::out_of_memory_budget, "JMESPath");
    }
}

void jmespath::evaluation::spend(std::uint64_t count) {
    steps += 2 * count;
    if (steps > self.bounds_.steps) {
        fail(errc::out_of_fuel, "JMESPath");
    } else {
        look(2 * count);
    }
}

void jmespath::evaluation::look(std::uint64_t count) {
    until_look -= (std::min)(until_look, count);
    if (until_look == 0) {
        until_look = between_looks;
        if (stop.stop_requested()) {
            fail(errc::cancelled, "JMESPath");
        }
    }
}

void jmespath::evaluation::discard(json::array& items, std::size_t but) {
    while (items.size() > but) {
        discard(items.back());
        items.pop_back();
        look(steps_to_free);
    }
}
void jmespath::evaluation::discard(json::value& v) {
    if (v.is_array()) {
        discard(v.get_array());
    } else if (v.is_object()) {
        json::object& all = v.get_object();
        while (!all.empty()) {
            auto const last = all.begin() + (static_cast<std::ptrdiff_t>(all.size()) - 1);
            discard(last->value());
            all.erase(last);
            look(steps_to_free);
        }
        v = nullptr;  // its table
        look(steps_to_free);
    }
}

void jmespath::evaluation::weigh(json::value const& v, std::size_t text) {
    pay(bytes_of_a_value);
    spend(1);
    if (wrong) {
        return;
    }
    if (v.is_array()) {
        for (auto item = v.get_array().begin(); item != v.get_array().end() && !wrong; ++item) {
            weigh(*item, text);
        }
    } else if (v.is_object()) {
        for (auto member = v.get_object().begin(); member != v.get_object().end() && !wrong; ++member) {
            pay(text * member->key().size() + 2 * sizeof(json::value));
            weigh(member->value(), text);
        }
    } else if (v.is_string()) {
        pay(text * v.get_string().size());
    }
}

json::value jmespath::evaluation::copy(json::value const& v) {
    if (!v.is_structured()) {
        weigh(v);
        constexpr std::size_t at_once = 16 * 1024;
        constexpr std::size_t bytes_of_a_step = 32;
        if (wrong || !v.is_string() || v.get_string().size() <= at_once) {
            return wrong ? json::value(nullptr) : v;
        }
        std::string_view text = json::text_of(v);
        boost::json::string out;
        out.reserve(text.size());
        while (!text.empty() && !wrong) {
            std::string_view const piece = text.substr(0, at_once);
            look(piece.size() / bytes_of_a_step);
            out.append(piece.data(), piece.data() + piece.size());
            text.remove_prefix(piece.size());
        }
        return wrong ? json::value(nullptr) : json::value(std::move(out));
    }
    // item by item, as it may be long
    pay(bytes_of_a_value);
    spend(1);
    if (v.is_object()) {
        json::object out;
        out.reserve(wrong ? 0 : v.get_object().size());
        for (auto member = v.get_object().begin(); member != v.get_object().end() && !wrong; ++member) {
            constexpr std::uint64_t steps_of_a_member = 8;
            look(steps_of_a_member);
            pay(member->key().size() + 2 * sizeof(json::value));
            out.emplace(member->key(), copy(member->value()));
        }
        return out;
    }
    json::array out;
    out.reserve(wrong ? 0 : v.get_array().size());
    for (auto item = v.get_array().begin(); item != v.get_array().end() && !wrong; ++item) {
        out.push_back(copy(*item));
    }
    return out;
}

json::value jmespath::evaluation::eval(std::uint32_t at, json::value const& v) {
    spend(1);
    if (wrong) {
        return nullptr;
    }
    detail::jmes_node const& n = self.nodes_[at];
    using op = detail::jmes_op;
    switch (n.op) {
    case op::current: return copy(v);
    case op::literal: return copy(n.value);
    case op::field: {
        auto const* member = json::member(v, n.text);
        return member != nullptr ? copy(*member) : json::value(nullptr);
    }
    case op::index: return index(v, *n.from);
    case op::slice: return slice(n, v);
    case op::chain: return chain(n, v);
    case op::list: return v.is_null() ? json::value(nullptr) : list(n, v);
    case op::hash: return v.is_null() ? json::value(nullptr) : hash(n, v);
    case op::project: return v.is_array() ? project(n.children[0], v.get_array()) : json::value(nullptr);
    case op::values: return v.is_object() ? values(n, v) : json::value(nullptr);
    case op::filter: return v.is_array() ? filter(n, v) : json::value(nullptr);
    case op::flatten: return v.is_array() ? flatten(v) : json::value(nullptr);
    case op::either:
    case op::both: return logical(n, v);
    case op::negate: return !holds(n.children[0], v);
    case op::equal:
    case op::unequal:
    case op::less:
    case op::less_equal:
    case op::greater:
    case op::greater_equal: return compare(n, v);
    case op::call: return call(n, v);
    case op::reference: return fail(errc::jmespath_type, "a reference is an argument, not a value");
    }
    return nullptr;
}

json::value jmespath::evaluation::list(detail::jmes_node const& n, json::value const& v) {
    json::array out;
    out.reserve(n.children.size());
    for (std::size_t i = 0; i < n.children.size() && !wrong; ++i) {
        pay(sizeof(json::value));
        out.push_back(eval(n.children[i], v));
    }
    return out;
}

json::value jmespath::evaluation::hash(detail::jmes_node const& n, json::value const& v) {
    json::object out;
    out.reserve(n.children.size());
    for (std::size_t i = 0; i < n.children.size() && !wrong; ++i) {
        pay(n.keys[i].size() + 2 * sizeof(json::value));
        out[n.keys[i]] = eval(n.children[i], v);
    }
    return out;
}

json::value jmespath::evaluation::values(detail::jmes_node const& n, json::value const& v) {
    json::array out;
    for (auto member = v.get_object().begin(); member != v.get_object().end() && !wrong; ++member) {
        add(out, eval(n.children[0], member->value()));
    }
    return out;
}

json::value jmespath::evaluation::filter(detail::jmes_node const& n, json::value const& v) {
    json::array out;
    for (auto item = v.get_array().begin(); item != v.get_array().end() && !wrong; ++item) {
        if (holds(n.children[1], *item)) {
            add(out, eval(n.children[0], *item));
        }
    }
    return out;
}

bool jmespath::evaluation::holds(std::uint32_t at, json::value const& v) {
    json::value made = eval(at, v);
    bool const out = detail::jmes_holds(made);
    discard(made);
    return out;
}

json::value jmespath::evaluation::flatten(json::value const& v) {
    json::array out;
    for (auto item = v.get_array().begin(); item != v.get_array().end() && !wrong; ++item) {
        if (!item->is_array()) {
            out.push_back(copy(*item));
            continue;
        }
        pay(bytes_of_a_value);
        spend(1);
        for (auto part = item->get_array().begin(); part != item->get_array().end() && !wrong; ++part) {
            out.push_back(copy(*part));
        }
    }
    return out;
}

json::value jmespath::evaluation::logical(detail::jmes_node const& n, json::value const& v) {
    json::value last;
    for (std::uint32_t const child : n.children) {
        discard(last);
        last = eval(child, v);
        if (detail::jmes_holds(last) == (n.op == detail::jmes_op::either)) {
            break;
        }
    }
    return last;
}

json::value jmespath::evaluation::compare(detail::jmes_node const& n, json::value const& v) {
    using op = detail::jmes_op;
    json::value a = eval(n.children[0], v);
    json::value b = eval(n.children[1], v);
    bool const equality = n.op == op::equal || n.op == op::unequal;
    json::value out;
    if (!wrong && equality) {
        out = detail::jmes_equal(a, b, looked_at()) == (n.op == op::equal);
    } else if (!wrong && a.is_number() && b.is_number()) {
        int const order = detail::jmes_order(a, b, looked_at());
        out = n.op == op::less         ? order < 0
              : n.op == op::less_equal ? order <= 0
              : n.op == op::greater    ? order > 0
                                       : order >= 0;
    }
    discard(a);
    discard(b);
    return out;
}

void jmespath::evaluation::add(json::array& out, json::value v) {
    if (!v.is_null() && !wrong) {
        pay(sizeof(json::value));
        out.push_back(std::move(v));
    } else {
        discard(v);
    }
}

json::value jmespath::evaluation::project(std::uint32_t each, json::array const& items) {
    json::array out;
    out.reserve(items.size());
    for (auto item = items.begin(); item != items.end() && !wrong; ++item) {
        add(out, eval(each, *item));
    }
    return out;
}

json::value jmespath::evaluation::chain(detail::jmes_node const& n, json::value const& v) {
    json::value now = eval(n.children[0], v);
    for (std::size_t i = 1; i < n.children.size() && !wrong; ++i) {
        json::value next = eval(n.children[i], now);
        discard(now);
        now = std::move(next);
    }
    return now;
}

json::value jmespath::evaluation::index(json::value const& v, std::int64_t at) {
    if (!v.is_array()) {
        return nullptr;
    }
    auto const size = static_cast<std::int64_t>(v.get_array().size());
    at += at < 0 ? size : 0;
    return at >= 0 && at < size ? copy(v.get_array()[static_cast<std::size_t>(at)]) : json::value(nullptr);
}

json::value jmespath::evaluation::slice(detail::jmes_node const& n, json::value const& v) {
    if (!v.is_array()) {
        return nullptr;
    }
    std::int64_t const step = n.step.value_or(1);
    if (step == 0) {
        return fail(errc::jmespath_value, "the step of a slice cannot be 0");
    }
    json::array const& items = v.get_array();
    auto const size = static_cast<std::int64_t>(items.size());
    auto const clamp = [&](std::optional<std::int64_t> at, std::int64_t otherwise) {
        if (!at) {
            return otherwise;
        }
        std::int64_t const i = *at < 0 ? (std::max<std::int64_t>)(*at, -size - 1) + size : *at;
        return step > 0 ? std::clamp<std::int64_t>(i, 0, size) : std::clamp<std::int64_t>(i, -1, size - 1);
    };
    std::int64_t const from = clamp(n.from, step > 0 ? 0 : size - 1);
    std::int64_t const to = clamp(n.to, step > 0 ? size : -1);
    json::array out;
    for (std::int64_t i = from; (step > 0 ? i < to : i > to) && !wrong;) {
        out.push_back(copy(items[static_cast<std::size_t>(i)]));
        if (__builtin_add_overflow(i, step, &i)) {
            break;
        }
    }
    return out;
}

}  // namespace parlance::hf
