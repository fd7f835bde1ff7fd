/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Each library is asked for its version here and for nothing else. */

#include <cmark.h>
#include <json-c/json.h>

#include "core/libraries.h"
#include "core/policy_file.h"

const struct library libraries[] = {
	{"json-c", json_c_version},
	{"libcmark", cmark_version_string},
	{"libyaml", policy_file_libyaml},
};

const size_t libraries_count = sizeof(libraries) / sizeof(libraries[0]);
