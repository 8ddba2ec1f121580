// parlance/jinja.hpp - chat templates: compile once, render often
// SPDX-License-Identifier: BSL-1.0
#pragma once
// The steps of compiling and rendering, and the filters and tests one by one, have doors of their own: jinja/.
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/jinja/strftime.hpp>
