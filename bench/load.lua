-- SPDX-License-Identifier: MIT
-- For wrk(1), from bench/load: each request runs `echo hi N` with another N,
-- and its answer must be that N's. A thread has one connection, so that an
-- answer belongs to the request before it.

local threads = 0
local body = '{"model":"bash","messages":[{"role":"user","content":"echo hi %d"}]}'
local all = {}

function setup(thread)
	threads = threads + 1
	thread:set("id", threads)
	table.insert(all, thread)
end

function init(args)
	quota = tonumber(args[1])
	sent, good, killed, refused, wrong = 0, 0, 0, 0, 0
	headers = {["Authorization"] = "Bearer " .. os.getenv("CODEEXEC_API_KEY")}
end

function request()
	sent = sent + 1
	number = id * 1000000 + sent
	return wrk.format("POST", "/v1/chat/completions", headers, body:format(number))
end

function response(status, _, answer)
	if status == 200 and answer:find(('"content":"hi %d\\n"'):format(number), 1, true) then
		good = good + 1
	elseif status == 200 and answer:find('"content":""', 1, true) and answer:find('"status":"signaled"', 1, true) then
		killed = killed + 1
	elseif status == 500 or status == 429 then
		refused = refused + 1
	else
		wrong = wrong + 1
		io.stderr:write(status, " ", answer, "\n")
	end
	if good + killed + refused + wrong >= quota then
		-- wrk itself ends after its time, or by SIGINT.
		local file = io.open(os.getenv("LOAD_DONE"), "a")
		file:write("done\n")
		file:close()
		wrk.thread:stop()
	end
end

function done(summary, latency)
	local sum = {good = 0, killed = 0, refused = 0, wrong = 0}
	for _, thread in ipairs(all) do
		for name in pairs(sum) do
			sum[name] = sum[name] + thread:get(name)
		end
	end
	local errors = summary.errors
	print(("good %d killed %d refused %d wrong %d broken %d per_second %.0f p50_ms %.1f p99_ms %.1f max_ms %.1f"):format(
		sum.good, sum.killed, sum.refused, sum.wrong,
		errors.connect + errors.read + errors.write + errors.timeout,
		summary.requests / (summary.duration / 1e6),
		latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000))
end
