// test/corpus/conform_bombs.cpp - hostile templates: each must end inside its budgets
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "jinja_row.hpp"
#include <chrono>
#include <pthread.h>
#include <string>

namespace conform {

namespace {

struct job {
    std::string source;
    boost::json::object context;
    attempt result;
};

void* run(void* argument) {
    auto& j = *static_cast<job*>(argument);
    for (auto const convention :
         {parlance::jinja::convention::strict, parlance::jinja::convention::lenient}) {
        j.result = render_row(j.source, j.context, convention);
    }
    return nullptr;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t stack_bytes = std::size_t{8} << 20;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr std::size_t stack_bytes = std::size_t{8} << 20;
#else
constexpr std::size_t stack_bytes = std::size_t{256} << 10;
#endif
#else
constexpr std::size_t stack_bytes = std::size_t{256} << 10;
#endif

}  // namespace

/// Passes with an error, in both conventions, on a small stack and in little time.  A few rows are harmless to an engine
/// with big integers and flat chains; those pass with the text Jinja2 gives.
outcome check_bombs(boost::json::object const& row, settings const&) {
    job j;
    for (boost::json::value const& part : row.at("template_parts").as_array()) {
        std::string_view const text = parlance::json::text_of(part.as_array().at(0));
        for (auto n = part.as_array().at(1).to_number<std::size_t>(); n > 0; --n) {
            j.source.append(text);
        }
    }
    j.context = context_of(row);
    auto const start = std::chrono::steady_clock::now();
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_t thread{};
    if (pthread_create(&thread, &attributes, run, &j) != 0) {
        return outcome::failed("no thread");
    }
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - start;
    if (seconds.count() > 10) {
        return outcome::failed("took " + std::to_string(seconds.count()) + " s");
    }
    if (!j.result.rendered) {
        return outcome::passed();
    }
    std::string_view jinja2;
    if (auto const* observed = row.if_contains("observed"); observed != nullptr) {
        if (auto const* v = parlance::json::member(*observed, "jinja2"); v != nullptr) {
            jinja2 = parlance::json::text_of(*v);
        }
    }
    return j.result.text == jinja2 ? outcome::passed()
                                   : outcome::failed("no error, but " + j.result.text.substr(0, 80));
}

}  // namespace conform
