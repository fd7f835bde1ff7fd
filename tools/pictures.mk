# SPDX-License-Identifier: MIT
# The pictures of docs/: of the tables as `make docs` makes them, and of a
# terminal as `make recordings` does, which shows the machine that it is made on.

$(BUILD)/picture: $(BUILD)/tools/picture.o $(SANDBOX_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

docs: pictures

pictures: $(BUILD)/picture ## pictures of the way of a request and of the layers
	$< sandbox > docs/sandbox.svg
	$< request > docs/request.svg

recordings: all ## pictures of a terminal, made anew
	BIN=$(BIN) tools/recording docs/check.svg 'codeexec check'
	BIN=$(BIN) tools/recording docs/batch.svg \
		'codeexec batch --allow python -j 2 batch.jsonl > results.jsonl'

.PHONY: pictures recordings
