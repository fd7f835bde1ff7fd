# SPDX-License-Identifier: MIT
# What leaves the tree: installed, as tarballs, as a Debian package. Each is the
# same, byte for byte, wherever and whenever it is made.

DEB_ARCH := $(shell dpkg --print-architecture 2>/dev/null)
NAME := codeexec-$(VERSION)
TARBALL := build/$(NAME).tar.gz
STATIC_NAME := $(NAME)-linux-$(shell uname -m)
STATIC_TARBALL := build/$(STATIC_NAME).tar.gz
DEB := build/codeexec_$(VERSION)_$(DEB_ARCH).deb
# What making and trying it needs as well.
DEB_DEPS := debhelper lintian debootstrap
# Whose archives are in the static program, and whose terms go with it.
STATIC_PACKAGES := libc6-dev libjson-c-dev libyaml-dev libcmark-dev libmicrohttpd-dev

pages = $(sort $(wildcard man/*.[1-9]))
# FILE:PLACE below PREFIX; all that is installed, and all that is uninstalled.
INSTALLED = $(BIN):bin/codeexec \
	$(foreach page, $(pages), \
		$(page):share/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
	$(foreach file, $(wildcard completions/*.bash), \
		$(file):share/bash-completion/completions/$(notdir $(file:.bash=))) \
	$(foreach file, $(wildcard completions/_*), \
		$(file):share/zsh/site-functions/$(notdir $(file))) \
	$(foreach file, $(wildcard completions/*.fish), \
		$(file):share/fish/vendor_completions.d/$(notdir $(file)))

install: all ## into PREFIX (/usr/local), below DESTDIR (none)
	@set -e; for pair in $(INSTALLED); do \
		mode=644; [ "$${pair#*:}" != bin/codeexec ] || mode=755; \
		install -D -m $$mode "$${pair%:*}" "$(DESTDIR)$(PREFIX)/$${pair#*:}"; \
		echo "$(DESTDIR)$(PREFIX)/$${pair#*:}"; done

uninstall: ## what install has put there
	rm -f $(foreach pair, $(INSTALLED), \
		"$(DESTDIR)$(PREFIX)/$(lastword $(subst :, , $(pair)))")

# When the tree was last changed; in an unpacked tarball all files are of then.
$(TARBALL) $(STATIC_TARBALL) $(DEB): export SOURCE_DATE_EPOCH := $(or \
	$(SOURCE_DATE_EPOCH), $(if $(wildcard .git), \
	$(shell git log -1 --format=%ct 2>/dev/null)), $(shell stat -c %Y CHANGELOG.md 2>/dev/null))

# The sources, and a program for machines without its libraries.
dist: $(TARBALL) $(STATIC_TARBALL) ## tarballs: the sources, and a program without libraries

$(TARBALL): FORCE
	@mkdir -p build
	@tools/pack $(NAME) $$(if [ -e .git ]; then git ls-files; else find . \
		\( -path ./build -o -name node_modules \) -prune -o \
		! -type d ! -path ./codeexec -printf '%P\n'; fi) >$@.new
	@mv $@.new $@
	@echo $@

$(STATIC_TARBALL): all FORCE
	@[ -n "$(STATIC)" ] || { echo "dist: the archives of $(STATIC_PACKAGES) are needed, and SHARED is not" >&2; exit 1; }
	@rm -rf build/dist/$(STATIC_NAME)
	@$(MAKE) --no-print-directory install \
		DESTDIR=build/dist/ PREFIX=$(STATIC_NAME) >/dev/null
	@strip build/dist/$(STATIC_NAME)/bin/codeexec
	@cd build/dist/$(STATIC_NAME) && mkdir -p share/doc/codeexec/licenses && \
		cp -r ../../../LICENSE ../../../README.md ../../../CHANGELOG.md \
			../../../SECURITY.md ../../../docs ../../../examples \
			share/doc/codeexec && \
		for package in $(STATIC_PACKAGES); do \
			cp -L /usr/share/doc/$$package/copyright \
				share/doc/codeexec/licenses/$$package || exit 1; done
	@cd build/dist/$(STATIC_NAME) && ../../../tools/pack $(STATIC_NAME) \
		$$(find . -type f -printf '%P\n') >../../../$@.new
	@mv $@.new $@
	@echo $@

# From the tarball, as who has nothing else would make it.
deb: $(DEB) ## a Debian package

deb-deps: ## what packaging needs (Debian)
	@dpkg-query -W -f '$${db:Status-Status}\n' $(DEB_DEPS) 2>&1 | grep -vqx installed || exit 0; \
		DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(DEB_DEPS)

$(DEB): $(TARBALL) FORCE
	@tools/deb $(TARBALL) $(VERSION) $(abspath $@)
	@echo $@

# Installed, run and purged on a Debian that has nothing else: as root, a
# network, and half a minute.
check-deb: deb-deps $(DEB) $(STATIC_TARBALL) ## the package on a Debian that has nothing else
	@tests/deb $(DEB) $(STATIC_TARBALL)

# All of it made twice: elsewhere, later, by somebody else.
check-reproducible: deb-deps ## all of them twice, the same bytes
	@tests/reproducible

FORCE:

.PHONY: install uninstall dist deb deb-deps check-deb check-reproducible FORCE
