// parlance/hf/impl/region_event.ipp - definitions of what parlance/hf/region_event.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/region_event.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <concepts>

namespace parlance::hf {

json::value to_transformers(region_event const& e) {
    json::object out;
    switch (e.kind) {
    case region_kind::open: out["type"] = "region_open"; break;
    case region_kind::chunk: out["type"] = "region_chunk"; break;
    case region_kind::close: out["type"] = "region_close"; break;
    case region_kind::malformed:
    case region_kind::outside: return nullptr;
    }
    out["field"] = e.field;
    if (e.kind == region_kind::chunk) {
        out["text"] = e.text;
        out["dirty"] = e.dirty;
    } else if (e.kind == region_kind::close) {
        out["value"] = *e.value;
    }
    return out;
}

}  // namespace parlance::hf
