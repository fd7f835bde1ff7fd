# jq: its own and what it knows of time and environment.
[range(100000)] | add, length, (map(tostring) | join("") | length), (env.HOME | type), (now > 0), (0 | todate),
	("a1b2" | [scan("[0-9]")]), ({a: [1, 2]} | tojson | fromjson), (try error("caught") catch .),
	([limit(3; repeat(1))]), ("é€😀" | @base64), "end"
