// parlance/jinja.hpp - chat templates: compile once, render often
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/jinja/strftime.hpp>
