// test/corpus/conform_schema_suite.cpp - rows of kind schema-suite: the official JSON-Schema-Test-Suite
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "reads.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>

#include <parlance/schema/lower.hpp>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace conform {

namespace {

/// A group, or one test of it, that we judge otherwise on purpose.
struct deviation {
    std::string_view file;
    std::string_view group;  // empty: all of the file
    std::string_view test;   // empty: all of the group
    std::string_view why;
};

constexpr deviation deviations[] = {
    {"format.json", "", "", "formats are enforced where they are known: a model must not invent dates"},
    {"const.json", "const with object", "", "a constant is written as the schema writes it"},
    {"vocabulary.json", "", "", "metaschemas are not read: the keywords are those of the draft"},
    {"bignum.json", "", "", "integers are written without an exponent"},
    {"float-overflow.json", "", "", "integers are written without an exponent"},
    {"date-time.json", "", "", "a leap second is written at UTC"},
    {"time.json", "", "", "a leap second is written at UTC"},
    {"hostname.json", "", "", "labels of IDNA are not written"},
    {"idn-hostname.json", "", "", "not enforced, and said so: options::strict_formats refuses it"},
    {"idn-email.json", "", "", "not enforced, and said so: options::strict_formats refuses it"},
    {"regex.json", "", "", "regular expressions are written without names of groups and references"},
    {"ecmascript-regex.json", "", "",
     "regular expressions are written without names of groups and references"},
    {"content.json", "", "", "content is an annotation: it is noted, not enforced"},
};

/// What `$schema` says in the drafts of the suite, by folder.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> drafts{{
    {"draft4", "http://json-schema.org/draft-04/schema#"},
    {"draft6", "http://json-schema.org/draft-06/schema#"},
    {"draft7", "http://json-schema.org/draft-07/schema#"},
    {"draft2019-09", "https://json-schema.org/draft/2019-09/schema"},
    {"draft2020-12", "https://json-schema.org/draft/2020-12/schema"},
}};

std::optional<boost::json::value> read(std::filesystem::path const& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file)) {
        return {};
    }
    std::string const text{std::istreambuf_iterator<char>(in), {}};
    auto parsed = parlance::json::parse(text);
    return parsed ? std::optional<boost::json::value>(*std::move(parsed)) : std::nullopt;
}

/// The documents below http://localhost:1234/, as the suite wants them served.
boost::json::value const* remote(std::filesystem::path const& folder, std::string_view uri) {
    constexpr std::string_view host = "http://localhost:1234/";
    static std::map<std::string, std::optional<boost::json::value>, std::less<>> known;
    if (!uri.starts_with(host)) {
        return nullptr;
    }
    auto at = known.find(uri);
    if (at == known.end()) {
        at = known.emplace(std::string(uri), read(folder / std::string(uri.substr(host.size())))).first;
    }
    return at->second ? &*at->second : nullptr;
}

/// Whole numbers as people write them: 7, not 7.0.
void canonical(boost::json::value& v) {
    constexpr double beyond = 0x1p63;  // what no std::int64_t is
    if (double const* const d = v.if_double();
        d != nullptr && std::abs(*d) < beyond && *d == std::trunc(*d)) {
        v = static_cast<std::int64_t>(*d);
    } else if (v.is_array()) {
        for (boost::json::value& item : v.get_array()) {
            canonical(item);
        }
    } else if (v.is_object()) {
        for (auto& member : v.get_object()) {
            canonical(member.value());
        }
    }
}

/// What was taken although it should not be is no deviation, save where nothing is enforced.
deviation const* argued(settings const& s, std::string_view group, std::string_view test, bool narrower) {
    for (deviation const& d : deviations) {
        if ((narrower || d.why.starts_with("not enforced") || d.why.starts_with("content")) &&
            s.file.filename() == d.file && (d.group.empty() || d.group == group) &&
            (d.test.empty() || d.test == test)) {
            return &d;
        }
    }
    return nullptr;
}

}  // namespace

outcome check_schema_suite(boost::json::object const& row, settings const& s) {
    boost::json::value schema = row.at("schema");
    if (schema.is_object() && !schema.get_object().contains("$schema")) {
        for (auto const& [folder, uri] : drafts) {
            for (std::filesystem::path const& part : s.file) {
                if (part == folder) {
                    schema.get_object()["$schema"] = uri;
                }
            }
        }
    }
    std::filesystem::path const remotes =
        s.remotes.empty() ? s.corpus / "schema" / "official" / "remotes" : s.remotes;
    parlance::schema::options how;
    how.whitespace = parlance::schema::spaces::json;
    how.properties = parlance::schema::order::any;
    how.documents = [&](std::string_view uri) { return remote(remotes, uri); };
    auto const net = parlance::schema::compile(schema, how);
    bool const nothing = !net && net.error().code == parlance::errc::unsatisfiable_schema;
    if (!net && !nothing) {
        return outcome::skipped("refused: " + parlance::render(net.error()));
    }
    outcome out;
    std::string_view const group = row.at("description").as_string();
    for (boost::json::value const& test : row.at("tests").as_array()) {
        bool const valid = test.at("valid").as_bool();
        std::string_view const name = test.at("description").as_string();
        boost::json::value data = test.at("data");
        auto const taken = [&] { return !nothing && reads(*net, parlance::json::dump(data)); };
        bool good = taken() == valid;
        if (!good && valid) {
            canonical(data);
            good = taken();
            out.tally.emplace_back("valid, and taken as written", !good);
        } else if (valid) {
            out.tally.emplace_back("valid, and taken as written", true);
        }
        if (good) {
            continue;
        }
        if (deviation const* const d = argued(s, group, name, valid)) {
            out.tally.emplace_back(std::string("deviation: ") + std::string(d->why), true);
            continue;
        }
        if (out.is == outcome::verdict::passed) {
            out.is = outcome::verdict::failed;
            out.note = std::string(valid ? "refused " : "accepted ") + parlance::json::dump(test.at("data")) +
                       " (" + std::string(name) + ")";
        }
    }
    return out;
}

}  // namespace conform
