/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The states of the layers, for people and for programs. */

#include <json-c/json.h>
#include <stdio.h>

#include "core/buf.h"
#include "core/check.h"
#include "sandbox/describe.h"

static int add_row(struct buf *out, const struct sb_state *state)
{
	if (buf_printf(out, "%-10s %-6s %s\n", state->layer,
		    state->works ? "ok" : "FAILS", state->detail))
		return -1;
	if (!state->works && *state->remedy)
		return buf_printf(
			out, "%-10s        remedy: %s\n", "", state->remedy);
	return 0;
}

static int add_object(struct json_object *layers, const struct sb_state *state)
{
	struct json_object *o = json_object_new_object();
	int bad;

	if (!o)
		return -1;
	bad = json_object_object_add(
		      o, "layer", json_object_new_string(state->layer)) |
	      json_object_object_add(
		      o, "ok", json_object_new_boolean(state->works)) |
	      json_object_object_add(
		      o, "detail", json_object_new_string(state->detail)) |
	      json_object_object_add(o, "remedy",
		      *state->remedy ? json_object_new_string(state->remedy)
				     : NULL) |
	      json_object_array_add(layers, o);
	return bad ? -1 : 0;
}

static int render_json(const struct sb_state *states, size_t count, bool pretty,
	struct buf *out)
{
	struct json_object *o = json_object_new_object();
	struct json_object *layers = json_object_new_array();
	bool ok = true;
	int bad = !o || !layers;

	for (size_t i = 0; i < count && !bad; i++) {
		ok = ok && states[i].works;
		bad = add_object(layers, &states[i]);
	}
	if (!bad)
		bad = json_object_object_add(
			      o, "ok", json_object_new_boolean(ok)) |
		      json_object_object_add(o, "layers", layers) |
		      buf_printf(out, "%s\n",
			      json_object_to_json_string_ext(o,
				      JSON_C_TO_STRING_NOSLASHESCAPE |
					      (pretty ? JSON_C_TO_STRING_PRETTY
						      : 0)));
	json_object_put(o);
	return bad ? -1 : 0;
}

static int render_table(
	const struct sb_state *states, size_t count, struct buf *out)
{
	if (buf_printf(out, "%-10s %-6s %s\n", "LAYER", "STATE", "DETAIL"))
		return -1;
	for (size_t i = 0; i < count; i++)
		if (add_row(out, &states[i]))
			return -1;
	return 0;
}

int check_render(bool json, bool pretty, struct buf *out, bool *ok)
{
	struct sb_state states[64];
	size_t count = sb_layer_count();

	*ok = true;
	if (count > sizeof(states) / sizeof(*states))
		return -1;
	for (size_t i = 0; i < count; i++) {
		sb_probe(i, &states[i]);
		*ok = *ok && states[i].works;
	}
	return json ? render_json(states, count, pretty, out)
		    : render_table(states, count, out);
}
