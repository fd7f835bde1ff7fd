# SPDX-License-Identifier: MIT
# codeexec. `make help` lists the targets.

VERSION := 0.1.0
ifeq ($(origin CC), default)
CC := gcc
endif
Q := $(if $(V),,@)
PREFIX ?= /usr/local
VARIANT ?= release
BUILD := build/$(VARIANT)
BIN := $(BUILD)/codeexec

DEPS := gcc libc6-dev linux-libc-dev make pkg-config libjson-c-dev libyaml-dev libseccomp-dev libcmark-dev \
	libmicrohttpd-dev
CHECK_DEPS := clang clang-tidy clang-format cppcheck shellcheck bats \
	bats-assert bats-support jq python3 ruby php-cli perl lua5.4 gawk \
	sqlite3 nodejs strace bubblewrap mandoc bash zsh fish \
	libtest-deep-perl lua-unit ruby-test-unit bc util-linux \
	universal-ctags python3-jsonschema python3-yaml qemu-system-x86 busybox-static cpio libclang-rt-14-dev \
	curl time netcat-openbsd socat openssl ucspi-tcp xinetd openssh-server openssh-client systemd \
	chromium valgrind nginx-light libpython3.11-testsuite crun \
	haproxy parallel slurmctld slurmd slurm-client git
IMAGE_DEPS := buildah crun debootstrap
# Debian has them exclude each other; the tests want both.
CHECK_UNPACKED := openbsd-inetd
UNPACKED := /usr/local/lib/codeexec-check

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wformat=2 -Wundef -Wswitch-enum -Werror
HARDEN_release := -O2 -D_FORTIFY_SOURCE=3
HARDEN_clang := $(HARDEN_release)
HARDEN_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
HARDEN_fuzz := $(HARDEN_asan) -fsanitize=fuzzer-no-link
LIBS := json-c yaml-0.1 libcmark

# += would extend what the environment has, which is for the packager to add.
override CPPFLAGS := -D_GNU_SOURCE -DCODEEXEC_VERSION='"$(VERSION)"' -I. \
	$(shell pkg-config --cflags $(LIBS) 2>/dev/null) $(CPPFLAGS)
override CFLAGS := -std=c17 -g $(WARN) $(HARDEN_$(VARIANT)) -fPIE \
	-fstack-protector-strong -fstack-clash-protection \
	-ffile-prefix-map=$(CURDIR)=. $(CFLAGS)
override LDFLAGS := -pie -Wl,-z,relro,-z,now,-z,noexecstack $(LDFLAGS)
# The archive of -lNAME where there is one, as in Debian's -dev packages: a start
# takes a third less than with shared libraries. SHARED=1 for packages.
archive = $(filter /%, $(shell $(CC) -print-file-name=$(1:-l%=lib%.a)))
LDLIBS = $(foreach flag, $(shell pkg-config --libs $(LIBS)), \
	$(or $(if $(SHARED),,$(call archive, $(flag))), $(flag)))

SANDBOX := $(sort $(wildcard sandbox/*.c))
CORE := $(sort $(wildcard core/*.c))
HTTP := $(sort $(wildcard http/*.c))
CMD := $(sort $(wildcard cmd/*.c))
FUZZ := request fences policy registry records message
FUZZ_SECONDS ?= 60
REPLAYS := $(addprefix tests/replay/, $(FUZZ))
DOCS := $(addprefix tools/, docs.c docs_bash.c docs_fish.c docs_man.c \
	docs_man_wire.c docs_roff.c docs_zsh.c)
MAN := $(patsubst %.in, %, $(sort $(wildcard man/*.in)))
UNIT := $(patsubst %.c, %, $(wildcard tests/unit/*_test.c))
TOOLS := $(patsubst %.c, %, $(wildcard tests/tool/*.c))
ATTEMPTS := $(patsubst %.c, %, $(wildcard tests/escape/*/*.c))

# In the library of warm programs: what a box's own processes go through.
WARM := $(sort $(wildcard warm/*.c)) $(filter-out $(addprefix sandbox/, \
	ahead.c box.c collected.c describe.c open.c pipes.c stock.c times.c warm.c \
	warm_kind.c watch.c), $(SANDBOX))

# Where there are archives of all of them, the program needs no library where it
# runs, and no time to load one. Debian's libmicrohttpd.a wants GnuTLS for
# connections of a kind that are not made here (http/no_tls.c).
MHD := $(call archive, -lmicrohttpd)
STATIC := $(and $(filter release, $(VARIANT)), $(if $(SHARED),,1), $(MHD), \
	$(call archive, -lc), $(if $(filter -l%, $(LDLIBS)),,1))
ifneq ($(STATIC),)
override CPPFLAGS += -DCODEEXEC_STATIC
comma := ,
LINK := -static-pie
HTTP_LIBS := $(MHD) $(addprefix -Wl$(comma)--defsym=, $(addsuffix =no_tls, \
	$(shell nm $(MHD) 2>/dev/null | sed -n 's/^ *U gnutls/gnutls/p' | sort -u)))
else
HTTP := $(filter-out http/no_tls.c, $(HTTP))
endif

object = $(patsubst %.c, $(BUILD)/%.o, $(1))
SANDBOX_O := $(call object, $(SANDBOX)) $(BUILD)/seccomp_filters.o \
	$(BUILD)/warm_library.o
WARM_O := $(patsubst %.c, $(BUILD)/warm/%.o, $(WARM) seccomp_filters.c)
HTTP_O := $(call object, $(HTTP))
CORE_O := $(call object, $(CORE)) $(BUILD)/registry_built_in.o

all: $(BIN) $(if $(filter release, $(VARIANT)), codeexec) ## build ./codeexec

# What a user runs, from the top of the tree.
codeexec: $(BUILD)/codeexec
	@ln -sf $< $@

$(BIN): $(call object, codeexec.c $(CMD)) $(HTTP_O) $(CORE_O) $(SANDBOX_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^ $(HTTP_LIBS) $(LDLIBS)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/filters: tools/filters.c tools/filters_merge.c sandbox/seccomp_rules.c \
		tools/filters_merge.h sandbox/*.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.c, $^) -lseccomp

$(BUILD)/seccomp_filters.c: $(BUILD)/filters
	@$< > $@.new && mv $@.new $@

# It runs in other people's processes, where no sanitizer can start.
WARM_CFLAGS = $(CFLAGS) -O2 -fno-sanitize=all -fPIC -fvisibility=hidden

$(BUILD)/warm/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(WARM_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/warm/seccomp_filters.o: $(BUILD)/seccomp_filters.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(WARM_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/warm.so: $(WARM_O)
	$(Q)$(CC) $(filter-out -pie, $(LDFLAGS)) -shared -s -Wl,-z,defs -o $@ $^

$(BUILD)/warm_library.o: tools/warm_library.S $(BUILD)/warm.so
	$(Q)$(CC) -DWARM_LIBRARY_FILE='"$(BUILD)/warm.so"' -c -o $@ $<

$(BUILD)/registry: $(call object, tools/registry.c $(addprefix core/, buf.c \
		error.c json_check.c json_span.c registry_parse.c \
		registry_read.c suggest.c utf8.c))
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/registry_built_in.c: $(BUILD)/registry interpreters.json
	@$< < interpreters.json > $@.new && mv $@.new $@

$(BUILD)/docs: $(call object, $(DOCS) $(CMD)) $(HTTP_O) $(CORE_O) $(SANDBOX_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^ $(HTTP_LIBS) $(LDLIBS)

# Completions and man pages from the tables of options, keys, errors, members.
docs: $(BUILD)/docs ## completions and man pages from the tables
	$< bash > completions/codeexec.bash
	$< zsh > completions/_codeexec
	$< fish > completions/codeexec.fish
	for page in $(notdir $(MAN)); do $< man $$page > man/$$page || exit 1; done

$(addprefix $(BUILD)/, $(UNIT)): $(BUILD)/%: $(BUILD)/%.o $(HTTP_O) $(CORE_O) \
		$(SANDBOX_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^ $(HTTP_LIBS) $(LDLIBS)

$(BUILD)/tests/tool/one: $(BUILD)/tests/tool/one.o $(SANDBOX_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/tests/tool/judge: $(BUILD)/tests/tool/judge.o $(HTTP_O) $(CORE_O) \
		$(SANDBOX_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^ $(HTTP_LIBS) $(LDLIBS)

# A fuzzer's target without a fuzzer.
$(addprefix $(BUILD)/, $(REPLAYS)): $(BUILD)/tests/replay/%: \
		$(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/replay.o $(HTTP_O) \
		$(CORE_O) $(SANDBOX_O)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^ $(HTTP_LIBS) $(LDLIBS)

$(BUILD)/tests/tool/member: $(BUILD)/tests/tool/member.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/tests/tool/%: $(BUILD)/tests/tool/%.o
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

# They run inside, where a sanitizer cannot start, or by the thousand.
$(foreach tool, try bomb member, $(BUILD)/tests/tool/$(tool) $(BUILD)/tests/tool/$(tool).o): \
	override CFLAGS += \
	-fno-sanitize=all

# The plans that tests/run.bats compares with; to be read when they change.
golden: all ## the plans that tests/run.bats compares with, anew
	for name in one pipeline; do \
		env -i PATH="$$PATH" $(BIN) run --allow bash,sh,python -n \
			tests/golden/$$name.request.json | \
			jq . > tests/golden/$$name.plan.json || exit 1; done

# They run inside as well.
$(BUILD)/tests/escape/%: tests/escape/%.c tests/escape/attempt.h
	@mkdir -p $(@D)
	$(Q)$(CC) -D_GNU_SOURCE -I. -std=c17 -O1 $(WARN) -pthread -o $@ $<

tools: $(addprefix $(BUILD)/, $(TOOLS) $(ATTEMPTS) $(REPLAYS)) ## the tools of the suites, to be run by hand
unit: $(addprefix $(BUILD)/, $(UNIT)) ## the unit tests, to be run by hand

# Everything there is to say about a change: built by both compilers, tested as
# both kinds of user, and what is about our own memory again under the sanitizers.
check: ## every build: both compilers, both kinds of user, sanitizers
	@$(MAKE) --no-print-directory VARIANT=clang CC=clang all unit tools
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory VARIANT=asan test

# One build, both kinds of user.
test: layers all tools unit $(BUILD)/docs $(BUILD)/picture ## one build, both kinds of user
	@tests/check $(BUILD)

# codeexec.c -> cmd -> http -> core -> sandbox/sandbox.h and describe.h, nothing
# else. What compares keys takes the same time whatever it finds.
layers: ## does each folder include only what it may?
	@! grep -nE '^#include "(cmd|http|core)/' sandbox/*.[ch] warm/*.[ch]
	@! grep -nE '^#include "(cmd|http)/' core/*.[ch]
	@! grep -nE '^#include "(cmd|sandbox)/' http/*.[ch]
	@! grep -nE '^#include "sandbox/' core/*.[ch] cmd/*.[ch] codeexec.c | \
		grep -vE '"sandbox/(sandbox|describe).h"'
	@! grep -lE '<(json-c)' cmd/*.[ch] http/*.[ch] codeexec.c sandbox/*.[ch]
	@! grep -nE '\b(mem|b|str|strn)cmp\b *\(' http/auth_check.c
	@! grep -lE '<microhttpd.h>' $(filter-out http/mhd.h, $(wildcard http/*.[ch])) \
		$(CORE) $(CMD) $(SANDBOX)
	@! grep -lE '<yaml.h>' $(filter-out core/policy_file.c core/libraries.c, \
		$(CORE)) $(HTTP) $(CMD) $(SANDBOX)
	@! grep -lE '<cmark.h>' $(filter-out core/fences.c core/libraries.c, \
		$(CORE)) $(HTTP) $(CMD) $(SANDBOX)

# Other kernels, booted without acceleration: cgroup v2, no Landlock, no user
# namespaces; and the units of examples/ under a systemd of their own.
# What ends before it has said anything has failed as well.
check-vm: all tools ## other kernels, and under systemd, in a virtual machine
	@{ tests/vm/run $(BUILD) || echo "not ok tests/vm/run ends with $$?"; } | tee $(BUILD)/vm.tap; \
		grep -q '^ok' $(BUILD)/vm.tap && ! grep -qE '^(not ok|1\.\.0)' $(BUILD)/vm.tap

# The image of examples/container, built without a registry, and a container of
# it: as root, some minutes.
check-image: ## the container image, built and run
	@for tool in $(IMAGE_DEPS); do command -v $$tool >/dev/null || \
		DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$tool || exit 1; done
	@mkdir -p $(BUILD)
	@tests/image/build | tee $(BUILD)/image.tap; \
		tail -n 1 $(BUILD)/image.tap | grep -q '^1\.\.' && ! grep -q '^not ok' $(BUILD)/image.tap

check-newer: all ## the interpreters of a newer Debian, cold and warm
	@command -v debootstrap >/dev/null || \
		DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap
	@mkdir -p $(BUILD)
	@tests/newer $(BIN) | tee $(BUILD)/newer.tap; \
		tail -n 1 $(BUILD)/newer.tap | grep -q '^1\.\.' && ! grep -q '^not ok' $(BUILD)/newer.tap

lint: ## clang-tidy, cppcheck, gcc -fanalyzer, shellcheck
	@tests/lint $(SANDBOX) $(wildcard warm/*.c) $(CORE) $(sort $(HTTP) http/no_tls.c) $(CMD) codeexec.c

$(addprefix $(BUILD)/tests/fuzz/, $(FUZZ)): $(BUILD)/%: $(BUILD)/%.o $(HTTP_O) \
		$(CORE_O) $(SANDBOX_O)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)

fuzzers: $(addprefix $(BUILD)/tests/fuzz/, $(FUZZ)) ## the fuzzers, to be run by hand

# FUZZ_SECONDS of each, from the tree's corpus and what grew before.
fuzz: ## libFuzzer on all that is read: FUZZ_SECONDS each
	@$(MAKE) --no-print-directory VARIANT=fuzz CC=clang fuzzers
	@tests/fuzz/run build/fuzz $(FUZZ_SECONDS) $(FUZZ)

# The tree's corpora anew: the fewest inputs that reach what any has reached.
fuzz-corpus: ## its corpora in the tree anew, as small as can be
	@$(MAKE) --no-print-directory VARIANT=fuzz CC=clang fuzzers
	@tests/fuzz/run build/fuzz merge $(FUZZ)

# Who makes which system call, anew: sandbox/syscalls.tsv. Some ten minutes.
syscalls: all ## trace programs, for the list of system calls
	FILTERS=$(BUILD)/filters DATA=$(or $(CODEEXEC_TEST_DATA), ../shared/data) \
		tools/syscalls

# BOMBS of all kinds in a row, and the machine must be as it was.
BOMBS ?= 1000
bombs: all tools ## BOMBS (1000) memory bombs in a row, and what is left
	CODEEXEC=$(BIN) TOOLS=$(BUILD)/tests/tool tests/bombs/row $(BOMBS)

# CPython's own tests, inside the sandbox as outside.
compatible: all ## CPython's own tests, inside the sandbox as outside
	CODEEXEC=$(BIN) tests/compatible/cpython
	CODEEXEC=$(BIN) tests/compatible/others

# Every program that was recorded, inside the sandbox as outside.
programs: all ## some thousand programs, inside the sandbox as outside
	CODEEXEC=$(BIN) tests/programs --outside \
		$(or $(CODEEXEC_TEST_DATA), ../shared/data)/programs/*.jsonl

# `bench/run --help` has what it may be told.
bench: all ## times, bare, in other sandboxes, cold and warm
	bench/run

# What a busy machine cannot change; a tenth more than recorded is an error, where
# what it depends on is as it was.
bench-count: all ## system calls and instructions, beside recorded ones
	bench/count

# Ten thousand requests, of which each must get its own answer: needs wrk.
bench-load: all ## serve under load: answers, memory, open files
	bench/load

deps: ## what building needs (Debian)
	apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y \
		--no-install-recommends $(DEPS)

# RUNLEVEL=1: no daemon of them is started (invoke-rc.d).
check-deps: deps ## what the tests need as well
	RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y \
		--no-install-recommends $(CHECK_DEPS)
	mkdir -p $(UNPACKED) && cd $(UNPACKED) && \
		apt-get download $(CHECK_UNPACKED) && dpkg -x *.deb . && rm *.deb
	$(MAKE) clients-deps

# The clients that tests/clients.bats lets loose, as the lock file pins them.
# Debian has npm apart from Node.js, others have it with it.
clients-deps: tests/clients/node_modules/.package-lock.json ## of it, the OpenAI clients (npm)

tests/clients/node_modules/.package-lock.json: tests/clients/package-lock.json
	command -v npm >/dev/null || DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends npm
	cd tests/clients && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

include tools/package.mk tools/pictures.mk

clean: ## take away what was built
	rm -rf build codeexec

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2} \
		/^## / {notes = notes substr($$0, 4) "\n"} \
		END {printf "%s", notes}' $(filter-out %.d, $(MAKEFILE_LIST))
## V=1           show each command
## VARIANT=asan, or VARIANT=clang CC=clang: other builds
## SHARED=1      with shared libraries, where there are archives of all

-include $(shell find $(BUILD) -name '*.d' -type f 2>/dev/null)

.PHONY: all check test check-vm check-image check-newer layers lint fuzz fuzzers fuzz-corpus bombs syscalls compatible programs bench bench-count bench-load deps check-deps clients-deps clean help docs golden tools unit
.SECONDARY:
