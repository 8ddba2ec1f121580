// test/corpus/conform.hpp - what one kind of corpus row is checked by
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <boost/json.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace conform {

/// What came of one row.
///
/// note   failed: where it differs; skipped: why
/// tally  named facts that are counted over all rows and printed before the last line ("byte-exact content")
struct outcome {
    enum class verdict { passed, failed, skipped } is = verdict::passed;
    std::string note;
    std::vector<std::pair<std::string, bool>> tally;

    static outcome passed() { return {}; }
    static outcome failed(std::string why) { return {verdict::failed, std::move(why), {}}; }
    static outcome skipped(std::string why) { return {verdict::skipped, std::move(why), {}}; }
};

/// What all rows of a run share.
///
/// templates  folder in which `template` fields are looked up
/// corpus     the corpus folder, for kinds that need other files of it
/// remotes    folder of the documents that schemas refer to; empty: the corpus' own
/// file       the one that is being read
/// where      whether hostile calls are sampled while they do not ask to stop
struct settings {
    std::filesystem::path templates;
    std::filesystem::path corpus;
    std::filesystem::path remotes{};
    std::filesystem::path file{};
    bool where = false;
};

/// Checks one row.  Called in file order; must not keep the row.
using check = outcome (*)(boost::json::object const& row, settings const&);

// One source file each: test/corpus/conform_<kind>.cpp.
outcome check_jinja(boost::json::object const&, settings const&);
outcome check_bombs(boost::json::object const&, settings const&);
outcome check_render(boost::json::object const&, settings const&);
outcome check_gbnf(boost::json::object const&, settings const&);
outcome check_schema(boost::json::object const&, settings const&);
outcome check_schema_suite(boost::json::object const&, settings const&);
outcome check_chat(boost::json::object const&, settings const&);
outcome check_cuts(boost::json::object const&, settings const&);
outcome check_chat_grammar(boost::json::object const&, settings const&);
outcome check_function_calls(boost::json::object const&, settings const&);
outcome check_vocab(boost::json::object const&, settings const&);
outcome check_wire(boost::json::object const&, settings const&);
outcome check_written(boost::json::object const&, settings const&);
outcome check_response_template(boost::json::object const&, settings const&);
outcome check_response_schema(boost::json::object const&, settings const&);
outcome check_json_partial(boost::json::object const&, settings const&);
outcome check_regex_partial(boost::json::object const&, settings const&);
outcome check_peg(boost::json::object const&, settings const&);
outcome check_jmespath(boost::json::object const&, settings const&);
outcome check_preset(boost::json::object const&, settings const&);
outcome check_constraint(boost::json::object const&, settings const&);
outcome check_hostile(boost::json::object const&, settings const&);

/// "first difference at byte N: expected …, got …", with a little context of both.
std::string first_difference(std::string_view expected, std::string_view got);

}  // namespace conform
