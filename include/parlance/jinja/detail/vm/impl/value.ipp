// parlance/jinja/detail/vm/impl/value.ipp - definitions of what parlance/jinja/detail/vm/value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/value.hpp>
#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

value make_list(list_node* list, kind is) noexcept {
    value v;
    v.is = is;
    v.list = list;
    return v;
}

value make_dict(dict_node* dict) noexcept {
    value v;
    v.is = kind::dict;
    v.dict = dict;
    return v;
}

}  // namespace parlance::jinja
