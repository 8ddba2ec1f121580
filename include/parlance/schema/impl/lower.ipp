// parlance/schema/impl/lower.ipp - definitions of what parlance/schema/lower.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/lower.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/keep/avoided_memory.hpp>
#include <parlance/schema/detail/keep/content_key.hpp>
#include <parlance/schema/detail/keep/lowered_part.hpp>
#include <parlance/schema/detail/keep/lowered_parts.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/node.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/detail/solve/contradiction.hpp>
#include <parlance/schema/detail/solve/solve.hpp>
#include <parlance/schema/detail/write/move_rules.hpp>
#include <parlance/schema/detail/write/shared_rules.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema {

/// What a lowerer keeps from one schema to the next.
struct lowerer::state {
    /// As run_once() does.  After an exception nothing is shared with the schemas before: rules may be half written.
    template <class Write>
    [[nodiscard]] result<rtn::rule_id> lower(boost::json::value const& schema, detail::avoided_rules& with,
                                             Write const& write, std::string_view kind = {}) {
        try {
            return run_once(schema, with, write, kind);
        } catch (...) {
            with.rules = {};
            throw;
        }
    }

    /// As run() does, or as it did before.
    ///
    /// with  what it has in common with others
    /// kind  of what is written with the same
    template <class Write>
    [[nodiscard]] result<rtn::rule_id> run_once(boost::json::value const& schema, detail::avoided_rules& with,
                                                Write const& write, std::string_view kind) {
        std::string content =
            how.cache && !how.documents ? content_of(schema, with.key, kind) : std::string();
        if (content.empty()) {
            return run(schema, with.rules, write);
        }
        work spent(bounds);  // much less than it took to make any of them: only a stop is met
        for (auto const& known : how.cache.parts()->find(content)) {
            if (known == nullptr) {
                continue;
            }
            if (!spent.spend(known->lookups() + known->rows->states.size() + known->rows->edges.size())) {
                return spent.error("schema");
            }
            if (auto const outside = detail::outside_of(*known, with.rules)) {
                notes.insert(notes.end(), known->notes.begin(), known->notes.end());
                steps = known->steps;
                return detail::add_part(*known, *outside, *out, with.rules);
            }
        }
        return run_and_keep(schema, with.rules, write, std::move(content));
    }

    template <class Write>
    [[nodiscard]] result<rtn::rule_id> run_and_keep(boost::json::value const& schema,
                                                    detail::shared_rules& shared, Write const& write,
                                                    std::string&& content) {
        rtn::builder::size const before = out->here();
        std::size_t const noted = notes.size();
        bool const raw_was_there = shared.raw != nullptr;
        detail::rule_lookups lookups;
        shared.lookups = &lookups;
        result<rtn::rule_id> const made = run(schema, shared, write);
        shared.lookups = nullptr;
        if (made) {
            std::vector<std::string> const said(notes.begin() + static_cast<std::ptrdiff_t>(noted),
                                                notes.end());
            auto const part = detail::part_of({*made, &said, steps}, *out, before, shared, std::move(lookups),
                                              !raw_was_there);
            if (part != nullptr) {
                how.cache.parts()->keep(std::move(content), part, part->rows, part->memory());
            }
        }
        return made;
    }

    /// What the rules of a schema are kept by; empty where it is too long or too deep.
    [[nodiscard]] std::string content_of(boost::json::value const& schema, std::string_view avoided,
                                         std::string_view kind) {
        if (common_key.empty()) {
            common_key = detail::key_of(how, bounds);
        }
        std::string key = common_key;
        key.append(kind).append(avoided);
        work spent(bounds);
        return detail::append_key(key, schema, bounds.nesting, spent) ? key : std::string();
    }

    template <class Write>
    [[nodiscard]] result<rtn::rule_id> run(boost::json::value const& schema, detail::shared_rules& shared,
                                           Write const& write) {
        bool met = false;
        std::size_t const noted = notes.size();
        limits rest = bounds;
        rest.fuel = (std::min)(rest.fuel, allowed);
        result<rtn::rule_id> first = run(schema, shared, write, rest, detail::untagged::exact, met);
        if (first || !met || !is_limit(first.error().code)) {
            return first;
        }
        notes.resize(noted);
        std::uint64_t const before = steps;
        rest.fuel -= (std::min)(before, rest.fuel / 2);
        result<rtn::rule_id> again = run(schema, shared, write, rest, detail::untagged::left_out, met);
        steps += before;
        return again ? again : first;
    }

    [[nodiscard]] static bool is_limit(errc code) noexcept {
        return code == errc::out_of_fuel || code == errc::out_of_memory_budget ||
               code == errc::too_many_alternatives || code == errc::too_many_states;
    }

    /// objects  what oneOf means where a member tells many of them apart
    /// met      becomes whether there were such
    template <class Write>
    [[nodiscard]] result<rtn::rule_id> run(boost::json::value const& schema, detail::shared_rules& shared,
                                           Write const& write, limits const& within, detail::untagged objects,
                                           bool& met) {
        work reading(within);
        result<detail::document> source = detail::document::make(schema, within, how.documents, reading);
        if (!source) {
            steps = within.fuel - reading.left();
            return source.error();
        }
        limits const rest = detail::left_of(within, reading);
        detail::node_table nodes(*source, known_format, how.strict_formats);
        detail::writer w(nodes, shared, how, rest, objects);
        result<rtn::rule_id> const made = run(schema, shared, write, rest, nodes, w, met);
        steps += within.fuel - rest.fuel;
        free(w, nodes);
        return made;
    }

    /// What a schema took is freed with looks whether to stop in between; then nothing is undone.
    void free(detail::writer& w, detail::node_table& nodes) const {
        work only_looks(bounds.stop);
        (void)(w.free(only_looks) && nodes.free(only_looks) && nodes.source().free(only_looks));
    }

    template <class Write>
    [[nodiscard]] result<rtn::rule_id> run(boost::json::value const& schema, detail::shared_rules& shared,
                                           Write const& write, limits const& within,
                                           detail::node_table& nodes, detail::writer& w, bool& met) {
        if (auto const r = w.read_spaces(); !r) {
            return r.error();
        }
        detail::goal const whole{detail::holds(nodes.id_of(schema))};
        result<rtn::rule_id> const rule = write(w, whole);
        constexpr std::uint64_t steps_of_a_node = 300;  // to read it
        steps = w.steps() +
                (std::max)(steps_of_a_node * nodes.size(), within.fuel - nodes.source().reading().left());
        met = w.met_untagged();
        errc const unread = nodes.source().reading().why();  // a note has no room, for example
        errc const lost = w.why_not_all() != errc::none ? w.why_not_all() : unread;
        if (!rule || lost != errc::none) {
            detail::forget_unfinished(shared);
            return rule ? diagnostic{lost, {}, 0, "schema"} : rule.error();
        }
        notes.insert(notes.end(), nodes.notes().begin(), nodes.notes().end());
        limits left = within;  // and a quarter, at least: some of what is written costs less than it pays
        left.fuel = (std::max)(within.fuel / 4, within.fuel - (std::min)(w.steps_of_writing(), within.fuel));
        work spent(left);
        result<rtn::network> made = std::move(w.built()).finish(spent);
        if (!made) {
            detail::forget_unfinished(shared);
            return made.error();
        }
        rtn::network const& net = *made;
        rtn::dead_ends const dead(net.view(), spent);
        if (spent.why() != errc::none) {
            detail::forget_unfinished(shared);
            return spent.error("schema");
        }
        vec<rtn::object> written = w.objects(dead);
        bool const open = std::any_of(written.begin(), written.end(), [](rtn::object const& o) {
            return o.names != rtn::member_names::listed;
        });
        if (open && !detail::watches_names(how)) {
            notes.emplace_back("members of an object may have the same name");
            written.clear();
        }
        result<rtn::rule_id> moved =
            detail::move_rules(net, dead, *rule, *out, shared, written, w.arrays(), spent);
        if (!moved && moved.error().code == errc::unsatisfiable_schema) {
            std::string const why = w.explain(whole, dead);
            return diagnostic{errc::unsatisfiable_schema, {}, 0, note(told(schema, nodes.size(), why))};
        }
        // the rules are the caller's now: what ends the freeing undoes nothing
        (void)paid_free(made->names, spent);
        return moved;
    }

    /// `why` with the keywords that contradict each other, where it does not name them yet and trying is cheap.
    [[nodiscard]] std::string told(boost::json::value const& schema, std::size_t nodes,
                                   std::string const& why) {
        constexpr std::size_t most_nodes = 200;
        if (nodes > most_nodes || trials == 0 || !why.ends_with(detail::unnamed_contradiction)) {
            return why;
        }
        std::string pointer = why.substr(0, why.size() - detail::unnamed_contradiction.size());
        pointer.resize(pointer.empty() ? 0 : pointer.size() - 2);  // ": "
        for (int hops = 0; hops < 8; ++hops) {
            std::string const keywords = detail::contradicting_keywords(
                schema, pointer, [&](boost::json::value const& document) { return none(document, pointer); });
            if (keywords.empty()) {
                break;
            }
            boost::json::value const* const here = detail::walk(&schema, pointer);
            boost::json::value const* const to = here != nullptr && keywords == "$ref allows nothing"
                                                     ? here->get_object().if_contains("$ref")
                                                     : nullptr;
            if (to == nullptr || !to->is_string() || !to->get_string().starts_with("#/")) {
                return pointer + (pointer.empty() ? "" : ": ") + keywords;
            }
            pointer = std::string_view(to->get_string()).substr(1);
        }
        return why;
    }

    /// Whether nothing satisfies the schema at `pointer`, by a few steps.
    [[nodiscard]] bool none(boost::json::value const& document, std::string_view pointer) {
        limits few = bounds;
        few.fuel = (std::min)(trials, bounds.fuel / 20);
        few.allocated_bytes /= 4;
        boost::json::value const* const at = detail::walk(&document, pointer);
        work reading(few);
        result<detail::document> source = detail::document::make(document, few, how.documents, reading);
        trials -= (std::min)(trials, few.fuel - reading.left());
        if (at == nullptr || !source) {
            return false;
        }
        few = detail::left_of(few, reading);
        detail::node_table nodes(*source, known_format);
        detail::shared_rules own;
        detail::writer w(nodes, own, how, few);
        result<rtn::rule_id> const rule =
            w.read_spaces()
                ? w.write({detail::holds(nodes.id_of(*at, source->inside(detail::no_scope, document)))})
                : result<rtn::rule_id>(diagnostic{errc::not_lowerable});
        trials -= (std::min)(trials, w.steps());
        bool const good = rule && (*rule & detail::finished_rule) == 0 && w.why_not_all() == errc::none;
        bool const none_at_all = good && no_way(std::move(w.built()), *rule, few);
        free(w, nodes);
        return none_at_all;
    }

    [[nodiscard]] bool no_way(rtn::builder&& rules, rtn::rule_id rule, limits const& few) {
        work spent(few);
        result<rtn::network> const net = std::move(rules).finish(spent);
        if (!net) {
            return false;
        }
        rtn::dead_ends const dead(net->view(), spent);
        trials -= (std::min)(trials, few.fuel - spent.left());
        return spent.why() == errc::none && !dead.can_return(rule);
    }

    rtn::builder* out;
    options how;
    limits bounds;
    std::uint64_t allowed = (std::numeric_limits<std::uint64_t>::max)();  // see allow()
    detail::avoided_rules plain{{}, "json "};                             // of schemas whose strings are any
    std::vector<std::string> notes{};
    std::uint64_t steps = 0;   // of the last schema
    std::string common_key{};  // of all schemas, see content_of()
    detail::avoided_memory avoid{};
    std::uint64_t trials =
        bounds.fuel / 4;  // what finding out why schemas allow nothing may still take, of all of them
};

lowerer::lowerer(rtn::builder& out, options const& how, limits const& bounds)
    : state_(std::make_unique<state>(state{&out, how, bounds})) {}

lowerer::lowerer(lowerer const& other) : state_(std::make_unique<state>(*other.state_)) {}

lowerer& lowerer::operator=(lowerer const& other) {
    state_ = std::make_unique<state>(*other.state_);
    return *this;
}

lowerer::lowerer(lowerer&& other) noexcept = default;

lowerer& lowerer::operator=(lowerer&& other) noexcept = default;

lowerer::~lowerer() = default;

void lowerer::forget() {
    work looks(state_->bounds.stop);
    (void)(state_->plain.free(looks) && state_->avoid.free(looks));
}

std::vector<std::string> const& lowerer::notes() const noexcept { return state_->notes; }

void lowerer::allow(std::uint64_t fuel) noexcept { state_->allowed = fuel; }

std::uint64_t lowerer::steps() const noexcept { return state_->steps; }

result<rtn::rule_id> lowerer::lower(boost::json::value const& schema) {
    return state_->lower(schema, state_->plain,
                         [](detail::writer& w, detail::goal const& g) { return w.write(g); });
}

result<rtn::rule_id> lowerer::lower_without(boost::json::value const& schema,
                                            std::span<std::string_view const> texts,
                                            std::span<std::string_view const> without) {
    detail::avoided_rules& all = state_->avoid.of(texts, without);
    return state_->lower(
        schema, all,
        [&](detail::writer& w, detail::goal const& g) {
            auto const avoided = w.avoid(all.texts);
            return avoided ? w.write(g) : result<rtn::rule_id>(avoided.error());
        },
        "quoted ");
}

result<rtn::rule_id> lowerer::lower_raw(boost::json::value const& schema,
                                        std::span<std::string_view const> delimiters,
                                        std::span<std::string_view const> without) {
    detail::avoided_rules& all = state_->avoid.of(delimiters, without);
    return state_->lower(schema, all,
                         [&](detail::writer& w, detail::goal const& g) { return w.write_raw(g, all.texts); });
}

result<rtn::rule_id> lower(boost::json::value const& schema, rtn::builder& out, options const& how,
                           limits const& bounds) {
    lowerer once(out, how, bounds);
    result<rtn::rule_id> const rule = once.lower(schema);
    once.forget();
    return rule;
}

result<rtn::rule_id> lower_raw(boost::json::value const& schema, std::span<std::string_view const> delimiters,
                               rtn::builder& out, options const& how, limits const& bounds) {
    lowerer once(out, how, bounds);
    result<rtn::rule_id> const rule = once.lower_raw(schema, delimiters);
    once.forget();
    return rule;
}

result<rtn::network> compile(boost::json::value const& schema, options const& how, limits const& bounds) {
    rtn::builder out;
    rtn::rule_id const root = out.add_rule("root");
    lowerer lowering(out, how, bounds);
    result<rtn::rule_id> const inner = lowering.lower(schema);
    lowering.forget();
    if (!inner) {
        work looks(bounds.stop);
        out.free(looks);
        return inner.error();
    }
    rtn::state_id const end = out.add_state();
    rtn::state_id const begin = out.entry(root);
    if (how.whitespace == spaces::json) {
        for (rtn::state_id const s : {begin, end}) {
            out.bytes(s, '\t', '\n', s);
            out.bytes(s, '\r', '\r', s);
            out.bytes(s, ' ', ' ', s);
        }
    }
    out.call(begin, *inner, end);
    out.accept(end);
    out.root(root);
    work spent(bounds);
    result<rtn::network> made = std::move(out).finish(spent);
    if (made) {
        made->trim = true;  // lower() moved no dead end
    }
    return made;
}

result<rtn::network> detail::compile_text(std::string_view schema, options const& how, limits const& bounds) {
    boost::json::monotonic_resource storage;
    result<json::value> const parsed = json::parse(schema, bounds, &storage);
    if (!parsed) {
        return parsed.error();
    }
    return compile(*parsed, how, bounds);
}

}  // namespace parlance::schema
