// parlance/hf/legacy/impl/response_schema.ipp - definitions of what parlance/hf/legacy/response_schema.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/response_schema.hpp>
#include <parlance/hf/detail/document_reader.hpp>
#include <parlance/hf/legacy/detail/schema_loader.hpp>
#include <parlance/hf/legacy/detail/schema_reading.hpp>
#include <parlance/hf/legacy/detail/schema_template.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <optional>
#include <string>
#include <vector>

namespace parlance::hf {

result<response_schema> response_schema::load(json::value const& spec, limits const& bounds) {
    detail::schema_loader loader(bounds);
    auto root = loader.load(spec);
    if (root == nullptr) {
        loader.free();
        return loader.error();
    }
    work looks(bounds.stop);
    auto streaming = detail::schema_converter(bounds, looks).convert(*root);
    if (looks.why() != errc::none) {
        root.reset();
        loader.free();
        return looks.error("response schema");
    }
    response_schema out(std::move(root), bounds);
    if (streaming) {
        out.streaming_ = std::make_shared<response_template const>(*std::move(streaming));
    }
    return out;
}

result<json::value> response_schema::parse_strict(std::string_view text) const {
    detail::schema_reading r{true, bounds_};
    json::value out = r.read(*root_, boost::json::string(text));
    if (!r.wrong.empty()) {
        return r.wrong.front();
    }
    return out;
}

schema_message response_schema::parse(std::string_view text) const {
    detail::schema_reading r{false, bounds_};
    json::value out = r.read(*root_, boost::json::string(text));
    if (!out.is_object() && root_->is == detail::schema_type::object) {
        json::object fallback;
        for (auto const& [name, child] : root_->properties) {
            if (child->constant) {
                fallback[name] = *child->constant;
            }
        }
        fallback["content"] = text;
        out = std::move(fallback);
    }
    return {std::move(out), std::move(r.wrong), std::move(r.unread)};
}

std::shared_ptr<response_template const> const& response_schema::as_template() const noexcept {
    return streaming_;
}

response_schema::response_schema(std::shared_ptr<detail::schema_node const> root, limits const& bounds)
    : root_(std::move(root)), bounds_(bounds.without_stop()) {}

}  // namespace parlance::hf
