// parlance/chat/detail/slot_lowering.hpp - the rules of a network that stand for a syntax's schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/needed_definitions.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/quoted_network.hpp>
#include <parlance/chat/detail/schema_identity.hpp>
#include <parlance/chat/detail/settled_arguments.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_copier.hpp>
#include <parlance/chat/detail/widened_schema.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// The schema of a tool's arguments.  A tool that declares none takes none, as OpenAI has it: then it is written to
/// `made`, and not all of it where it was stopped.
[[nodiscard]] inline boost::json::value const& arguments_schema(boost::json::value const& parameters,
                                                                boost::json::value& made, stop_token stop) {
    value_copier copier(stop);
    auto const* schema = parameters.if_object();
    bool const declares =
        schema != nullptr && std::any_of(schema->begin(), schema->end(), [](auto const& member) {
            constexpr std::string_view silent[] = {"type", "title", "description", "required", "$schema"};
            if (member.key() == "type" && !member.value().is_string() && !member.value().is_array()) {
                return true;  // it is no type, and the schema is refused
            }
            return std::find(std::begin(silent), std::end(silent), std::string_view(member.key())) ==
                       std::end(silent) &&
                   !(member.key() == "properties" && member.value().is_object() &&
                     member.value().get_object().empty());
        });
    if (declares && schema->contains("type")) {
        return parameters;
    }
    if (declares) {
        // Arguments are an object, whether their schema says so or not.
        copier.append(made.emplace_object(), *schema);
        made.get_object()["type"] = "object";
        return made;
    }
    made.emplace_object();
    if (schema != nullptr) {
        copier.append(made.get_object(), *schema);
    }
    made.get_object()["type"] = "object";
    made.get_object()["additionalProperties"] = false;
    return made;
}

/// Lowers slots into one builder.  Arguments with equal schemas are one rule.
///
/// widening  a schema that cannot be had exactly is widened as far as it must, unless its tool is strict
class slot_lowering {
    static constexpr std::uint64_t steps_of_a_value = 100;  // of definitions that are copied

public:
    slot_lowering(rtn::builder& out, std::span<tool const> tools, boost::json::value const* answer,
                  schema::options const& how, schema_widening widening, limits const& bounds)
        : tools_(tools),
          answer_(answer),
          how_(how),
          bounds_(bounds),
          widening_(widening),
          lower_(out, how, bounds) {}

    /// Of arguments that are written one by one: what a schema says of all of them together but which there are and which
    /// are required.  Errors: not_lowerable, for a tool that is not widened.
    [[nodiscard]] result<void> check_keywords(std::size_t tool) {
        schema_slot const at{tool, {}, {}, {}, {}};
        for (std::string_view const keyword : unheeded_keywords(tools_[tool].parameters, bounds_.stop)) {
            note text("/");
            text.append(keyword).append(": arguments in markup of their own are not held to it");
            diagnostic const why = named(at, {errc::not_lowerable, {}, 0, text});
            if (!is_widened(at)) {
                return why;
            }
            report(why);
        }
        return {};
    }

    /// Of arguments with bare names in a call as Python has it: what is required must be a name there.  Errors: not_lowerable,
    /// for a tool that is not widened.
    [[nodiscard]] result<void> check_names(std::size_t tool, notation const& n) {
        if (!n.python || !n.bare_keys) {
            return {};
        }
        settle();
        boost::json::value const& parameters = settled_->all()[tool].parameters;
        auto const* all = properties_of(parameters);
        if (all == nullptr) {
            return {};
        }
        required_keys const required(parameters.get_object());
        for (auto const& property : *all) {
            if (required.has(property.key()) && !is_bare_key(property.key())) {
                schema_slot const at{tool, std::string(property.key()), {}, {}, {}};
                diagnostic const why =
                    named(at, {errc::not_lowerable, {}, 0, "no argument can be called so in this format"});
                if (!is_widened(at)) {
                    return why;
                }
                report(why);
            }
        }
        return {};
    }

    /// The rule of a slot.  Errors: those of schema::lowerer, with the tool's name in front of the JSON Pointer.
    [[nodiscard]] result<rtn::rule_id> rule(rtn::builder& out, schema_slot const& at) {
        if (at.tool != schema_slot::answer && (!at.key.empty() || at.schema)) {
            settle();
        }
        if (!has_budget()) {
            diagnostic const why = named(at, {errc::out_of_fuel, {}, 0, "schemas of tools"});
            if (!is_widened(at)) {
                return why;
            }
            report(why);
            return wider(out, at, true, why);
        }
        bool const whole = at.tool == schema_slot::answer || at.encoded || (at.key.empty() && !at.schema);
        schema_identity identity(bounds_.stop);
        bool const told = !whole && identity.add(argument_of(at));
        if (told) {
            identity.add(at.raw);
            identity.add(is_widened(at) ? 'w' : 's');
            identity.add_text(identity.refers() ? std::to_string(shelf_of(at.tool)) : std::string());
            identity.add_text(std::to_string(number_of(at.ends.get())));
            if (auto const* const known = known_.find(identity.text()); known != nullptr) {
                return known->value;
            }
        }
        boost::json::monotonic_resource
            copies;  // freed in blocks: definitions may be copied for each argument
        boost::json::value made(&copies);
        boost::json::value const& wanted = schema_of(at, made);
        result<rtn::rule_id> rule = lowered(out, at, wanted, lower_, how_);
        if (!rule && !is_widened(at)) {
            return named(at, rule.error());
        }
        if (!rule) {
            rule = wider(out, at, wanted, rule.error());
        }
        if (rule && told) {
            known_.try_emplace(std::move(identity.text()), *rule);
        }
        return rule;
    }

    /// What schemas say that is not enforced: "tool NAME: POINTER: REASON", of the answer without the tool.
    [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return notes_.all; }
    /// What was widened, and why: "tool NAME: POINTER: REASON".
    [[nodiscard]] std::vector<std::string> const& widened() const noexcept { return widened_.all; }

private:
    /// Whether there are steps left for a further schema.  Each may take limits::fuel; all together no more than that, and a
    /// number for each tool, so that a request of many tools has what it needs, and one schema that is read for each of its
    /// arguments does not take as long as it likes.
    [[nodiscard]] bool has_budget() const noexcept { return spent_ <= budget(); }
    [[nodiscard]] std::uint64_t budget() const noexcept {
        constexpr std::uint64_t steps_of_a_tool = 25'000;
        return bounds_.fuel + steps_of_a_tool * tools_.size();
    }
    /// What the next schema may take: what is left, and enough for one that says nothing.
    [[nodiscard]] std::uint64_t left() const noexcept {
        constexpr std::uint64_t least = 1'000'000;
        return (std::max)(least, budget() - (std::min)(budget(), spent_));
    }

    void settle() {
        if (!settled_) {
            settled_.emplace(tools_, bounds_.stop);
        }
    }
    /// Whether it is widened where it cannot be had exactly.
    [[nodiscard]] bool is_widened(schema_slot const& at) const {
        return at.tool == schema_slot::answer ? widening_.answer : widening_.tools && !tools_[at.tool].strict;
    }

    /// A number for the definitions of a tool, the same for tools that have the same.
    [[nodiscard]] std::size_t shelf_of(std::size_t tool) {
        shelves_.resize(tools_.size());
        std::size_t& here = shelves_[tool];
        if (here == 0) {
            schema_identity all(bounds_.stop);
            bool told = true;
            auto const* parameters = settled_->all()[tool].parameters.if_object();
            for (char const* const name : definition_shelves) {
                auto const* defs = parameters != nullptr ? parameters->if_contains(name) : nullptr;
                told = told && (defs == nullptr || all.add(*defs, 1));  // as deep as names of members are
                all.add('/');
            }
            all.add_text(told ? std::string() : std::to_string(tool));
            here = numbers_.try_emplace(std::move(all.text()), numbers_.size() + 1).at.value;
        }
        return here;
    }

    /// A number for what ends a value, the same for equal ends.
    [[nodiscard]] std::size_t number_of(text_ends const* ends) {
        std::size_t& here = ends_.try_emplace(ends, std::size_t{0}).at.value;
        if (here == 0) {
            schema_identity all(bounds_.stop);
            for (auto const* const texts :
                 {ends != nullptr ? &ends->until : nullptr, ends != nullptr ? &ends->without : nullptr}) {
                all.add_text(std::to_string(texts != nullptr ? texts->size() : 0));
                for (std::size_t i = 0; texts != nullptr && i < texts->size(); ++i) {
                    all.add_text((*texts)[i]);
                }
            }
            here = numbers_of_ends_.try_emplace(std::move(all.text()), numbers_of_ends_.size() + 1).at.value;
        }
        return here;
    }

    /// What the schema says of an argument, or of its part that a slot is for.
    [[nodiscard]] boost::json::value const& argument_of(schema_slot const& at) const {
        boost::json::value const* const property =
            at.schema ? &*at.schema : property_of(settled_->all()[at.tool].parameters, at.key);
        return property != nullptr ? *property : open_;
    }

    /// What is wanted in a slot, at its place in the tool's schema or in `made`.
    [[nodiscard]] boost::json::value const& schema_of(schema_slot const& at, boost::json::value& made) {
        made = true;
        if (at.tool == schema_slot::answer) {
            return answer_ != nullptr ? *answer_ : made;
        }
        if (at.encoded || (at.key.empty() && !at.schema)) {
            return arguments_schema(tools_[at.tool].parameters, made, bounds_.stop);
        }
        boost::json::value const& parameters = settled_->all()[at.tool].parameters;
        boost::json::value const& argument = argument_of(at);
        bool const only = at.raw == raw_text::only;
        std::optional<needed_definitions> more;
        if (argument.is_object() && has_definitions(parameters)) {
            more.emplace(parameters.get_object(), bounds_.stop);
            (void)more->add(argument);
        }
        if (!only && (!more || !more->any())) {
            return argument;
        }
        value_copier copier(bounds_.stop);
        boost::json::object with(made.storage());
        if (only) {
            boost::json::array& both = with["allOf"].emplace_array();
            copier.copy(both.emplace_back(nullptr), argument);
            both.emplace_back(boost::json::object{{"type", "string"}});
        } else {
            copier.append(with, argument.get_object());
        }
        if (more) {
            more->copy_to(with);
            spent_ += steps_of_a_value * more->values();
        }
        made = std::move(with);
        return made;
    }

    [[nodiscard]] result<rtn::rule_id> lowered(rtn::builder& out, schema_slot const& at,
                                               boost::json::value const& schema, schema::lowerer& with,
                                               schema::options const& how) {
        if (at.encoded) {
            schema::options unwatched = how;  // matchers do not look into strings for names and items
            unwatched.relaxed.repeated_names = true;
            rtn::builder inner;
            schema::lowerer alone(inner, unwatched, bounds_);
            alone.allow(left());
            auto const rule = alone.lower(schema);
            spent_ += alone.steps();
            alone.forget();
            if (!rule) {
                return rule;
            }
            tell_notes(alone, 0, at, notes_);
            inner.root(*rule);
            return add_quoted(std::move(inner).finish(), out);
        }
        std::size_t const noted = with.notes().size();
        with.allow(left());
        auto const rule = lowered(at, schema, with);
        spent_ += with.steps();
        if (rule) {
            tell_notes(with, noted, at, &with == &lower_ ? notes_ : widened_);
        }
        return rule;
    }
    [[nodiscard]] static result<rtn::rule_id> lowered(schema_slot const& at, boost::json::value const& schema,
                                                      schema::lowerer& with) {
        if (at.ends == nullptr || at.ends->until.empty()) {
            return with.lower(schema);
        }
        std::vector<std::string_view> const until(at.ends->until.begin(), at.ends->until.end());
        std::vector<std::string_view> const without(at.ends->without.begin(), at.ends->without.end());
        return at.raw == raw_text::never ? with.lower_without(schema, until, without)
                                         : with.lower_raw(schema, until, without);
    }

    /// The same of a schema that was refused.
    [[nodiscard]] result<rtn::rule_id> wider(rtn::builder& out, schema_slot const& at,
                                             boost::json::value schema, diagnostic why) {
        constexpr int most_rounds = 64;
        constexpr std::uint64_t times_of_a_round =
            7;  // what is only read takes more than its steps say, and all comes again
        schema::options how = how_;
        how.relaxed.unique_items = how.relaxed.patterns = true;
        if (!relaxed_) {
            relaxed_.emplace(out, how, bounds_);
        }
        result<rtn::rule_id> rule = why;
        for (int round = 0; !rule && has_budget() && round < most_rounds; ++round) {
            why = named(at, rule.error());
            report(why);
            if (round == 0) {
                use_usual_types(schema);
            } else if (!widen(schema, rule.error())) {
                break;
            }
            std::uint64_t const before = spent_;
            rule = lowered(out, at, schema, *relaxed_, how);
            spent_ += rule ? 0 : times_of_a_round * (spent_ - before);
        }
        if (!rule) {
            bool const object = at.tool != schema_slot::answer && at.key.empty() && !at.schema;
            schema = true;
            if (object) {
                schema = boost::json::object{{"type", "object"}, {"additionalProperties", true}};
            }
            rule = lowered(out, at, schema, *relaxed_, how);
        }
        return rule;
    }

    /// The error with the name of the tool and its argument.
    [[nodiscard]] diagnostic named(schema_slot const& at, diagnostic why) const {
        if (at.tool == schema_slot::answer) {
            return why;
        }
        note text("tool ");
        text.append(tools_[at.tool].name).append(": ");
        if (!at.key.empty()) {
            text.append("/properties/").append(at.key);
        }
        std::string_view hint = why.hint.view();  // "/pattern: …", or of the whole value only the reason
        if (constexpr std::string_view argument = "/allOf/0";  // in what schema_of() makes of it
            at.raw == raw_text::only && hint.starts_with(argument)) {
            hint.remove_prefix(argument.size());
        }
        text.append(at.key.empty() || hint.empty() || hint.front() == '/' ? "" : ": ");
        why.hint = text.append(hint);
        return why;
    }

    void report(diagnostic const& why) {
        report(std::string(why.hint.view()).append(" (").append(describe(why.code)).append(")"));
    }
    void report(std::string what) { widened_.add(std::move(what)); }

    /// Each once: a schema is read for each type of its values.
    struct told_once {
        std::vector<std::string> all{};
        hash_set<std::string> known{};

        void add(std::string what) {
            if (known.insert(what)) {
                all.push_back(std::move(what));
            }
        }
    };
    void tell_notes(schema::lowerer const& by, std::size_t first, schema_slot const& at,
                    told_once& to) const {
        for (std::size_t i = first; i < by.notes().size(); ++i) {
            to.add(std::string(named(at, {errc::none, {}, 0, note(by.notes()[i])}).hint.view()));
        }
    }

    std::span<tool const> tools_;
    std::optional<settled_tools> settled_{};  // where arguments are written one by one
    boost::json::value const* answer_;
    schema::options how_;
    limits bounds_;
    schema_widening widening_;
    schema::lowerer lower_;
    maybe<schema::lowerer> relaxed_{};
    hash_map<std::string, rtn::rule_id> known_;  // by identity and notation
    std::vector<std::size_t>
        shelves_{};  // of the tools' definitions, a number from 1; 0 until it is asked for
    hash_map<std::string, std::size_t> numbers_{};
    hash_map<void const*, std::size_t> ends_{};  // a number from 1
    hash_map<std::string, std::size_t> numbers_of_ends_{};
    told_once notes_;
    told_once widened_;
    boost::json::value open_ = true;  // the schema of an argument that has none
    std::uint64_t spent_ = 0;         // steps, for all schemas
};

}  // namespace parlance::chat::detail
