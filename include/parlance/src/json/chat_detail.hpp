// parlance/src/json/chat_detail.hpp - the definitions of chat/detail/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/impl/argument_tolerance.ipp>
#include <parlance/chat/detail/impl/call_object.ipp>
#include <parlance/chat/detail/impl/call_opening.ipp>
#include <parlance/chat/detail/impl/calls_in_text.ipp>
#include <parlance/chat/detail/impl/escape_mender.ipp>
#include <parlance/chat/detail/impl/frame_tolerance.ipp>
#include <parlance/chat/detail/impl/frames_of_calls.ipp>
#include <parlance/chat/detail/impl/json_mender.ipp>
#include <parlance/chat/detail/impl/json_prefix.ipp>
#include <parlance/chat/detail/impl/long_text.ipp>
#include <parlance/chat/detail/impl/marker.ipp>
#include <parlance/chat/detail/impl/nested_value.ipp>
#include <parlance/chat/detail/impl/open_end.ipp>
#include <parlance/chat/detail/impl/opening.ipp>
#include <parlance/chat/detail/impl/python_word.ipp>
#include <parlance/chat/detail/impl/request_node.ipp>
#include <parlance/chat/detail/impl/request_parts.ipp>
#include <parlance/chat/detail/impl/settled_arguments.ipp>
#include <parlance/chat/detail/impl/string_content.ipp>
#include <parlance/chat/detail/impl/string_mender.ipp>
#include <parlance/chat/detail/impl/text_gate.ipp>
#include <parlance/chat/detail/impl/tolerance.ipp>
#include <parlance/chat/detail/impl/typed_value.ipp>
#include <parlance/chat/detail/impl/value_end.ipp>
#include <parlance/chat/detail/impl/ways_to_call.ipp>
