# Builds, checks and installs Ludus. `make help` lists the targets.
#
#   BUILD=DIR   where everything generated or built goes (default: build)
#   SAN=1       with address and undefined-behaviour sanitizers (default BUILD: build/san)
#   WERROR=1    warnings are errors
#   V=1         every command is shown whole
#   CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, LIBDIR, DESTDIR   as usual

VERSION := $(shell sed -n 's/^\#define LUDUS_VERSION "\(.*\)"/\1/p' src/ludus.h)
SOVERSION := 0

BUILD ?= build$(if $(SAN),/san)
ifneq ($(words $(BUILD)),1)
$(error BUILD is the name of one folder, without spaces, not '$(BUILD)')
endif
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
CFLAGS ?= -O2 $(if $(SAN),-g1,-g)
BISON ?= bison
RE2C ?= re2c
PKG_CONFIG ?= pkg-config

# The first line of a recipe that calls a program which may be missing.
need = @command -v $(firstword $1) >/dev/null || { echo "$(firstword $1) is missing: make deps installs it" >&2; exit 1; }
show = $(if $(V),,@echo "  $1	$2"; )
sanitize := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# What keeps a fault from becoming a way in is below in ALL_CFLAGS and ALL_LDFLAGS; what CFLAGS and LDFLAGS say wins.
# FORTIFY_SOURCE needs optimization, and sanitizers want the plain functions.
fortify := $(if $(or $(SAN),$(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),$(findstring -fsanitize,$(CFLAGS))),,$(if \
	$(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS)))),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
# A sanitized program has 60,000 addresses that a move of it would change, at each start.
unmoved := $(if $(SAN),-no-pie)
libraries := libxml-2.0 zlib libzstd
outlines := fontconfig freetype2 # of luddraw alone
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(WERROR),-Werror)
ALL_CPPFLAGS = -D_XOPEN_SOURCE=700 -I. -Isrc -I$(BUILD) $(shell $(PKG_CONFIG) --cflags $(libraries) $(outlines)) $(CPPFLAGS)
ALL_CFLAGS = -std=c11 -pthread -fPIC -fvisibility=hidden -fno-semantic-interposition -fstack-protector-strong \
	$(fortify) $(warnings) $(if $(SAN),$(sanitize)) $(CFLAGS)
ALL_LDFLAGS = -pthread -Wl,-z,relro,-z,now $(if $(SAN),$(sanitize)) $(LDFLAGS)
LDLIBS = $(shell $(PKG_CONFIG) --libs $(libraries)) -lm
# Worked out once, and only when something is compiled.
ALL_CPPFLAGS := $(ALL_CPPFLAGS)
LDLIBS := $(LDLIBS)
# To load libraries takes an eighth of each start of a sanitized tool: archives are linked into it, if all are there.
tool_libraries = $(LDLIBS)
ifdef SAN
leaks := $(BUILD)/obj/leaks.o
archives := $(patsubst -l%,%,$(filter-out -lm,$(filter -l%,$(shell $(PKG_CONFIG) --static --libs $(libraries))))) stdc++
folders := $(subst :, ,$(shell $(CC) -print-search-dirs | sed -n 's/^libraries: =//p'))
ifeq ($(strip $(foreach name,$(archives),$(if $(wildcard $(folders:%=%/lib$(name).a)),,$(name)))),)
tool_libraries = -Wl,-Bstatic $(archives:%=-l%) -Wl,-Bdynamic -lm
endif
endif

# ---- What there is ---------------------------------------------------------------------------------------------

# A variant is a few statements that several rulesets take on: `of PARENT` in src/rulesets/NAME.variant makes PARENT-NAME.
variants := $(foreach file,$(wildcard src/rulesets/*.variant),\
	$(patsubst %,%-$(basename $(notdir $(file))),$(shell sed -n 's/^of //p' $(file))))
rules := $(sort $(basename $(notdir $(wildcard src/rulesets/*.rules))) $(variants))
variant_files := $(variants:%=$(BUILD)/rulesets/%.rules)
rules_files := $(sort $(wildcard src/rulesets/*.rules) $(variant_files))
notations := $(sort $(basename $(notdir $(wildcard src/notations/*.notation))))
tools := $(sort $(basename $(notdir $(wildcard src/tools/lud*.c))))
tests := $(sort $(basename $(notdir $(wildcard tests/test_*.c))))
generated := $(patsubst grammar/%.re,$(BUILD)/grammar/%_lex.c,$(wildcard grammar/*.re)) \
	$(patsubst grammar/%.y,$(BUILD)/grammar/%.tab.c,$(wildcard grammar/*.y)) $(BUILD)/rulesets.c $(BUILD)/notations.c $(BUILD)/page_files.c
parsers := $(patsubst grammar/%.y,$(BUILD)/grammar/%.tab.h,$(wildcard grammar/*.y))
library_objects := $(patsubst src/%.c,$(BUILD)/obj/%.o,\
	$(sort $(foreach part,base notation rules play decode study formats draw,$(wildcard src/$(part)/*.c)))) \
	$(patsubst $(BUILD)/%.c,$(BUILD)/obj/%.o,$(generated))
tool_objects := $(patsubst src/%.c,$(BUILD)/obj/%.o,$(filter-out src/tools/lud%,$(wildcard src/tools/*.c)))
library := $(BUILD)/lib/libludus.a
shared := $(BUILD)/lib/libludus.so.$(VERSION)
programs := $(tools:%=$(BUILD)/bin/%)
test_programs := $(tests:%=$(BUILD)/tests/%)
fuzz_targets := $(sort $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c))))
fuzz_replays := $(fuzz_targets:%=$(BUILD)/tests/%)
fuzz_programs := $(fuzz_targets:%=$(BUILD)/fuzz/%)
bench_programs := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(wildcard tests/bench/*.c))
fit_programs := $(patsubst tests/fit/%.c,$(BUILD)/fit/%,$(wildcard tests/fit/*.c))

.PHONY: all lib tests
.DELETE_ON_ERROR:
.SECONDARY:

all: $(library) $(shared) $(programs) ## build the library and the tools
lib: $(library)
tests: $(test_programs) $(fuzz_replays) $(fit_programs) $(BUILD)/bench/mend $(BUILD)/bench/repair

# ---- Generated sources: scanners, parsers, rules files as bytes --------------------------------------------------

# grammar/X.re -> grammar/X_lex.c, grammar/X.y -> grammar/X.tab.c and .h
$(BUILD)/grammar/%_lex.c: grammar/%.re $(wildcard grammar/*.inc) Makefile
	$(call need,$(RE2C))
	@mkdir -p $(@D)
	$(call show,RE2C,$<)$(RE2C) -W -Wno-nondeterministic-tags --no-generation-date $(RE2CFLAGS) -o $@ $<

$(BUILD)/grammar/%.tab.c $(BUILD)/grammar/%.tab.h &: grammar/%.y Makefile
	$(call need,$(BISON))
	@mkdir -p $(@D)
	$(call show,BISON,$<)$(BISON) -Wall -Werror --header=$(BUILD)/grammar/$*.tab.h -o $(BUILD)/grammar/$*.tab.c $<

# The title is the parent's, with the variant's name behind what stands in parentheses.
$(variant_files): $(wildcard src/rulesets/*.variant src/rulesets/*.rules) Makefile
	@mkdir -p $(@D)
	@id=$(basename $(@F)); parent=$${id%-*}; name=$${id##*-}; variant=src/rulesets/$$name.variant; \
	{ sed -n '/^#/p' $$variant; echo "ruleset $$id"; echo "parent  $$parent"; \
	sed -n "/^title/s/)\"$$/, $$name)\"/p" src/rulesets/$$parent.rules; sed -e '/^#/d' -e '/^of /d' $$variant; } >$@

$(BUILD)/rulesets.c: $(rules_files) $(wildcard src/rulesets) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "rules/ruleset.h"'; \
	n=0; for id in $(rules); do n=$$((n + 1)); \
	    echo "static const unsigned char text_$$n[] = {"; \
	    { cat src/rulesets/$$id.rules 2>/dev/null || cat $(BUILD)/rulesets/$$id.rules; } | od -An -v -tu1 | \
	        sed 's/[0-9][0-9]*/&,/g'; echo '0};'; \
	done; \
	echo 'const struct builtin_rules builtin_rules[] = {'; \
	n=0; for id in $(rules); do n=$$((n + 1)); \
	    title=$$(cat src/rulesets/$$id.rules $(BUILD)/rulesets/$$id.rules 2>/dev/null | \
	        sed -n 's/^title  *\("[^"]*"\).*/\1/p'); \
	    echo "{\"$$id\", $$title, (const char *)text_$$n, sizeof text_$$n - 1},"; \
	done; \
	echo '{NULL, NULL, NULL, 0}};'; \
	echo '_Static_assert(sizeof builtin_rules / sizeof *builtin_rules <= BUILTIN_MAX + 1, "too many rulesets");'; \
	echo "const size_t builtin_rules_count = $$(set -- $(rules); echo $$#);"; } >$@

$(BUILD)/notations.c: $(notations:%=src/notations/%.notation) src/notations/signs.words $(wildcard src/notations) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "play/dialect.h"'; \
	n=0; for id in $(notations); do n=$$((n + 1)); \
	    echo "static const unsigned char text_$$n[] = {"; \
	    od -An -v -tu1 src/notations/$$id.notation | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; \
	done; \
	echo 'static const unsigned char signs[] = {'; \
	od -An -v -tu1 src/notations/signs.words | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; \
	echo 'const char *const notation_signs = (const char *)signs;'; \
	echo 'const struct builtin_notation builtin_notations[] = {'; \
	n=0; for id in $(notations); do n=$$((n + 1)); \
	    echo "{\"$$id\", (const char *)text_$$n},"; \
	done; \
	echo '{0}};'; \
	echo "const size_t builtin_notations_count = $$(set -- $(notations); echo $$#);"; } >$@

# The piece drawings and the words as tables; style and script of the replay page, and the parts of books, as NUL-terminated
# bytes, with the SHA-256 in base64 by which pages allow them. The script is one function, of its words; those of
# words_print.json it does not say. Its comments stay behind.
$(BUILD)/page.js: src/draw/page_board.js src/draw/page.js src/draw/words.json Makefile
	@mkdir -p $(@D)
	@{ printf '(function (words) {\n"use strict";\n'; sed '/^	*\/\*.*\*\/$$/d' src/draw/page_board.js src/draw/page.js; \
	printf '})('; cat src/draw/words.json; echo ');'; } >$@
words := src/draw/words.json src/draw/words_print.json
page_files := $(addprefix src/draw/,page.css book.css book.svg book.tex) $(BUILD)/page.js
$(BUILD)/page_files.c: $(page_files) src/draw/pieces.svg $(words) Makefile
	@mkdir -p $(@D)
	@{ printf '#include "draw/book.h"\nconst struct piece_art piece_art[] = {\n'; \
	awk -F'"' '/^<g / { printf "{\"%s\", {", $$2; lines = dots = ""; split($$3 ~ /signs/ ? $$4 : " ", sign, " ") } /^<path d=/ { printf "\"%s\",", $$2 } \
	    /^<path fill="none"/ { lines = $$4 } /stroke="none" d=/ { dots = $$6 } \
	    /^<\/g>/ { printf "}, \"%s\", \"%s\", {\"%s\", \"%s\"}},\n", lines, dots, sign[1], sign[2] }' src/draw/pieces.svg; echo '{0}}; const struct words_row words_table[] = {'; \
	sed -n 's/^\("[^"]*"\): \[\(.*\)\],*$$/{ \1, { \2 } },/p' $(words); echo '{0}};'; \
	for file in $(page_files); do \
	    name=$$(basename $$file | tr . _); echo "extern const char $${name}_hash[]; const char $$name[] = {"; \
	    od -An -v -td1 $$file | sed 's/-*[0-9][0-9]*/&,/g'; echo '0};'; \
	    { sha256sum || shasum -a 256; } <$$file | awk -v name=$$name '{ hex = $$1 "00"; \
	        signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"; \
	        for (i = 1; i < 64; i++) { n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1; \
	            if (i % 3 == 0) { hash = hash substr(signs, int(n / 64) + 1, 1) substr(signs, n % 64 + 1, 1); n = 0 } } \
	        n = (index("0123456789abcdef", substr(hex, 64, 1)) - 1) * 256; \
	        printf "const char %s_hash[] = \"%s%s=\";\n", name, hash, substr(signs, int(n / 64) + 1, 1) }'; \
	done; } >$@

# ---- Compiling and linking -----------------------------------------------------------------------------------------

# Changes when the compiler or its flags do, so that everything is built anew.
flags := $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS)
ifneq ($(strip $(shell cat $(BUILD)/flags 2>/dev/null)),$(strip $(flags)))
$(BUILD)/flags: force
endif
$(BUILD)/flags:
	$(call need,$(PKG_CONFIG))
	@$(PKG_CONFIG) --print-errors --exists $(libraries) sqlite3 $(outlines) || { echo 'make deps installs what is missing' >&2; exit 1; }
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(flags))' >$@
.PHONY: force

$(BUILD)/obj/%.o: src/%.c $(BUILD)/flags | $(parsers)
	@mkdir -p $(@D)
	$(call show,CC,$<)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# What is generated is not optimized under sanitizers: clang takes many minutes for the checks of a scanner's pointers.
$(BUILD)/obj/%.o: $(BUILD)/%.c $(BUILD)/flags | $(parsers)
	@mkdir -p $(@D)
	$(call show,CC,$<)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(if $(SAN),-O0) -MMD -MP -c -o $@ $<

# Made anew each time, so that no member outlives its source.
$(library): $(library_objects)
	@mkdir -p $(@D)
	@rm -f $@
	$(call show,AR,$@)$(AR) rcs $@ $^

$(shared): $(library_objects) src/libludus.map
	@mkdir -p $(@D)
	$(call show,LD,$@)$(CC) -shared -Wl,-soname,libludus.so.$(SOVERSION) -Wl,--version-script=src/libludus.map \
		$(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(library_objects) $(LDLIBS)
	@ln -sf $(@F) $(@D)/libludus.so.$(SOVERSION)
	@ln -sf $(@F) $(@D)/libludus.so

# What each allocation calls is not itself sanitized.
$(BUILD)/obj/leaks.o: tests/leaks.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call show,CC,$<)$(CC) $(ALL_CPPFLAGS) $(filter-out $(sanitize),$(ALL_CFLAGS)) -c -o $@ $<

$(BUILD)/bin/%: $(BUILD)/obj/tools/%.o $(tool_objects) $(library) $(leaks)
	@mkdir -p $(@D)
	$(call show,LD,$@)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(unmoved) -o $@ $(filter-out $(leaks),$^) $(tool_libraries) $(leaks)

# The cache of evaluations, and outlines of letters.
$(BUILD)/bin/ludnote: tool_libraries += $(shell $(PKG_CONFIG) --libs sqlite3)
$(BUILD)/bin/luddraw: tool_libraries += $(shell $(PKG_CONFIG) --libs $(outlines))

# A program from the rule's first prerequisite and the library: $(call program,FLAGS AND SOURCES BEFORE,LIBRARIES).
# Of several sources, the last is the one whose headers are kept.
define program
	@mkdir -p $(@D)
	$(call show,CC,$<)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -MF $@.d $(ALL_LDFLAGS) $(unmoved) -o $@ $1 $< $(library) $2 $(LDLIBS)
endef

$(BUILD)/tests/%: tests/%.c $(library) $(BUILD)/flags
	$(call program,,$(shell $(PKG_CONFIG) --libs cmocka))

# A fuzz target that reads files in place of inventing them.
$(BUILD)/tests/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/main.c $(library) $(BUILD)/flags
	$(call program,tests/fuzz/main.c)

$(BUILD)/fuzz/%: tests/fuzz/%.c $(library) $(BUILD)/flags
	$(call program,-fsanitize=fuzzer)

$(BUILD)/fuzz/tools: tests/fuzz/tools.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call show,CC,$<)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $<

$(BUILD)/bench/%: tests/bench/%.c $(library) $(BUILD)/flags
	$(call program)

$(BUILD)/fit/%: tests/fit/%.c $(library) $(BUILD)/flags
	$(call program)

-include $(library_objects:.o=.d) $(tools:%=$(BUILD)/obj/tools/%.d) $(tool_objects:.o=.d)
-include $(addsuffix .d,$(test_programs) $(fuzz_replays) $(fuzz_programs) $(bench_programs) $(fit_programs))

# ---- Checking --------------------------------------------------------------------------------------------------------

# What takes longest begins first, so that nothing is left to run alone at the end.
slow := $(wildcard $(addprefix tests/,faults.sh hostile.sh engine.sh uci.sh jobs.sh json-schema.sh bad-input.sh cases/ludconv transcripts.sh cases/ludmend cases/ludgrep pages.sh \
	fuzz.sh random-games.sh problems.sh prove.sh xml-valid.sh replay.sh cases/ludcheck perft.sh))
suites := $(test_programs) $(wildcard tests/*.sh) $(wildcard tests/cases/*)
suites := $(slow) $(filter-out $(slow),$(suites))
test_environment = BUILD='$(BUILD)' SAN='$(SAN)' CC='$(CC)' SANITIZE='$(if $(SAN),$(sanitize))'

.PHONY: check check-long check-book check-browser check-cluster check-data demo lint bench bench-decode bench-mend bench-pages bench-scribes bench-torn fuzz fuzzers

check: all tests ## run all tests
	@$(test_environment) tests/run $(suites)

check-long: all tests ## the same, with the long runs
	@$(test_environment) LONG=1 SUITE_SECONDS=20000 tests/run $(suites)

check-browser: all ## the tests that drive a browser
	@$(test_environment) tests/run $(wildcard tests/browser/*.sh)

check-book: all ## the tests that typeset books in LaTeX
	@$(test_environment) tests/run $(wildcard tests/book/*.sh)

check-data: all ## the tests of tables in a database, DuckDB from npm
	@$(test_environment) tests/run $(wildcard tests/duckdb/*.sh)

demo: all ## check the sample game and draw it
	@BUILD=$(BUILD) tests/demo

check-cluster: all ## the tests of a cluster, with daemons of Slurm on this machine
	@$(test_environment) tests/run $(wildcard tests/cluster/*.sh)

lint: $(generated) ## format, static analysis, manuals, scripts
	@BUILD=$(BUILD) CPPFLAGS='$(subst ','\'',$(ALL_CPPFLAGS))' tests/lint >$(BUILD)/lint.log; \
	status=$$?; cat $(BUILD)/lint.log; ! grep -q '^not ok' $(BUILD)/lint.log && exit $$status

bench: all $(bench_programs) ## speed, beside other programs; PGN=FILE adds a file of real games
	@BUILD=$(BUILD) PGN=$(PGN) tests/bench/run

bench-mend: $(BUILD)/bench/mend $(BUILD)/bench/repair ## what ludmend restores and repairs, and in what time
	@BUILD=$(BUILD) tests/bench/restore

FAULTY ?= $(wildcard corpus/chess/*.pgn)
bench-decode: all ## what becomes of slips in sound games: FAULTY (files of games), DECODE_OPTIONS (-n CASES, -s SEED)
	@PATH="$$PWD/$(BUILD)/bin:$$PATH" tests/bench/faults.py $(DECODE_OPTIONS) $(FAULTY)

PAGES ?= corpus/pages
bench-pages: all ## how printed pages are read: PAGES (folders, PGN files printed in many styles), PAGES_OPTIONS
	@PATH="$$PWD/$(BUILD)/bin:$$PATH" tests/bench/pages.py $(PAGES_OPTIONS) $(PAGES)

bench-scribes: all ## how pages of random games of RULESETS are read, with dice and placings: SCRIBES_OPTIONS
	@PATH="$$PWD/$(BUILD)/bin:$$PATH" tests/bench/scribes.py $(SCRIBES_OPTIONS) \
	    $(or $(RULESETS),ludus-equitum roman-chess acedrex latrunculi-2007 latrunculi-tablut ludus-latrunculorum)

bench-torn: all ## what of pages torn at random is lost in silence: TORN (folders), TORN_OPTIONS (-n TEARS, -s SEED)
	@PATH="$$PWD/$(BUILD)/bin:$$PATH" tests/bench/torn.py $(TORN_OPTIONS) $(or $(TORN),corpus/pages)

.PHONY: fit
fit: $(BUILD)/fit/evaluator ## find the constants of the evaluation anew, by self-play, and say how well they predict; SEED=1
	$(BUILD)/fit/evaluator ludus-equitum 40000 1 $(SEED)

FUZZ_SECONDS ?= 60

fuzzers: $(fuzz_programs)

fuzz: all $(BUILD)/fuzz/tools ## feed the readers and the tools with mutations of the corpus; FUZZ_SECONDS=60 for each
	$(MAKE) BUILD=$(BUILD)/clang CC=clang SAN=1 all
	$(MAKE) BUILD=$(BUILD)/libfuzzer CC=clang SAN=1 CFLAGS='-O1 -g1 -fsanitize=fuzzer-no-link' fuzzers
	$(MAKE) BUILD=$(BUILD)/tsan CC=clang SAN= CFLAGS='-O1 -g1 -fsanitize=thread' LDFLAGS=-fsanitize=thread all
	BUILD=$(BUILD) FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/run $(fuzz_programs:$(BUILD)/%=$(BUILD)/libfuzzer/%)

.PHONY: valgrind
valgrind: all tests ## the tools on the corpus, and the unit tests, under valgrind
	@BUILD=$(BUILD) tests/valgrind

# ---- Installing ------------------------------------------------------------------------------------------------------

bindir = $(DESTDIR)$(PREFIX)/bin
libdir = $(DESTDIR)$(LIBDIR)
includedir = $(DESTDIR)$(PREFIX)/include
sharedir = $(DESTDIR)$(PREFIX)/share
docdir = $(sharedir)/doc/ludus
manuals := $(wildcard man/*.[1-9])
examples := $(wildcard man/examples/*)
vim_files := $(patsubst src/share/vim/%,%,$(wildcard src/share/vim/*/*.vim))

installed = $(tools:%=$(bindir)/%) $(includedir)/ludus.h $(libdir)/pkgconfig/ludus.pc \
	$(foreach name,a so so.$(SOVERSION) so.$(VERSION),$(libdir)/libludus.$(name)) \
	$(foreach page,$(notdir $(manuals)),$(sharedir)/man/man$(subst .,,$(suffix $(page)))/$(page)) \
	$(tools:%=$(sharedir)/bash-completion/completions/%) \
	$(tools:%=$(sharedir)/fish/vendor_completions.d/%.fish) $(sharedir)/zsh/site-functions/_ludus \
	$(examples:man/%=$(docdir)/%) $(vim_files:%=$(sharedir)/vim/vimfiles/%) \
	$(sharedir)/mime/packages/ludus.xml

.PHONY: install uninstall

install: all ## into PREFIX (/usr/local), below DESTDIR
	install -d $(sort $(dir $(installed))) $(sharedir)/ludus/rules $(sharedir)/ludus/notations
	$(if $(programs),install $(programs) $(bindir))
	install -m 644 src/ludus.h $(includedir)
	install -m 644 $(library) $(libdir)
	install $(shared) $(libdir)
	ln -sf $(notdir $(shared)) $(libdir)/libludus.so.$(SOVERSION)
	ln -sf $(notdir $(shared)) $(libdir)/libludus.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBRARIES@|$(libraries)|' src/ludus.pc.in \
	    >$(libdir)/pkgconfig/ludus.pc
	install -m 644 $(rules_files) $(wildcard grammar/*.rng grammar/*.schema.json) $(sharedir)/ludus/rules
	install -m 644 $(wildcard src/notations/*.notation) $(sharedir)/ludus/notations
	for page in $(notdir $(manuals)); do \
	    sed 's|/usr/local/|$(PREFIX)/|g' man/$$page | install -m 644 /dev/stdin $(sharedir)/man/man$${page##*.}/$$page || exit 1; \
	done
	for tool in $(tools); do \
	    install -m 644 src/share/completion/ludus.bash $(sharedir)/bash-completion/completions/$$tool && \
	    install -m 644 src/share/completion/ludus.fish $(sharedir)/fish/vendor_completions.d/$$tool.fish || exit 1; \
	done
	install -m 644 src/share/completion/_ludus $(sharedir)/zsh/site-functions
	install -m 644 $(examples) $(docdir)/examples
	install -m 644 src/share/mime/ludus.xml $(sharedir)/mime/packages
	install -m 644 src/share/magic/ludus $(sharedir)/ludus/magic
	for file in $(vim_files); do install -m 644 src/share/vim/$$file $(sharedir)/vim/vimfiles/$$file || exit 1; done

uninstall: ## take away what install has put there
	rm -f $(installed)
	rm -rf $(sharedir)/ludus $(docdir)/examples

.PHONY: deb

deb: ## Debian packages, in BUILD/deb
	BUILD=$(BUILD) tests/deb

# ---- What is needed ----------------------------------------------------------------------------------------------------

DEPS := bison libcmocka-dev libfontconfig-dev libfreetype-dev libsqlite3-dev libxml2-dev libzstd-dev pkg-config re2c zlib1g-dev
DEPS_DEV := clang clang-format clang-tidy fairy-stockfish file fish gcc git libglib2.0-bin librsvg2-bin libxml2-utils mandoc \
	parallel pgn-extract python3-jsonschema python3-yaml shared-mime-info shellcheck stockfish valgrind vim zsh zstd

DEPS_DEB := debhelper dpkg-dev lintian

# npm comes with some packages of Node.js and apart from others.
DEPS_BROWSER = chromium librsvg2-bin poppler-utils qpdf $(if $(shell command -v npm),,nodejs npm)

.PHONY: deps deps-dev deps-deb deps-book deps-browser deps-cluster

deps: ## install what the build and the tests need (Debian, Ubuntu), if it is missing
	@tests/install-packages $(DEPS)

deps-dev: deps ## the same for lint, bench and fuzz
	@tests/install-packages $(DEPS_DEV)

deps-deb: deps ## the same for the Debian packages
	@tests/install-packages $(DEPS_DEB)

deps-browser: ## the same for the browser tests, which get playwright-core from npm
	@tests/install-packages $(DEPS_BROWSER)

deps-book: ## the same for the tests of books
	@tests/install-packages lmodern poppler-utils qpdf texlive-latex-recommended

deps-cluster: ## the same for the tests of a cluster
	@tests/install-packages munge parallel slurm-wlm

.PHONY: clean help

clean: ## remove what was built
	rm -rf $(BUILD)

help: ## list the targets
	@sed -n '3,9s/^#//p' Makefile
	@echo
	@sed -n 's/^\([a-z-]*\):.* ## /\1\t/p' Makefile | awk -F'\t' '{ printf "   make %-14s %s\n", $$1, $$2 }'
