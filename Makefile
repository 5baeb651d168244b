# Forwards to CMake, CTest and the programs; holds no logic. `make help` lists the targets.
PRESET ?= release
JOBS   ?= $(shell nproc)
BIN    := build/$(PRESET)/bin
SUITES ?= quick static echo
# Tests wait more than they compute.
TEST_JOBS ?= $(shell expr 2 \* $(JOBS))

.PHONY: help deps build bench bench-all report test peers format check-format tidy asan asan-wire tsan fuzz install

help:          ## this list
	@sed -n 's/^\([a-z-]*\): .*## */  make \1\t/p' Makefile | expand -t 24

deps:          ## install the packages that the build needs (INSTALL=no only prints the command)
	@cmake/packages.sh build

build: deps    ## build everything into build/release (PRESET=dev, asan, tsan for others)
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) -j $(JOBS)

bench:         ## install what is missing, build, run the quick suite: a table of real servers in two minutes
	@cmake/packages.sh bench
	$(MAKE) build
	$(BIN)/joust run quick

bench-all:     ## all suites into one folder with an index; RESUME=FOLDER goes on with an interrupted one
	@cmake/packages.sh bench
	$(MAKE) build
	$(BIN)/joust run $(if $(RESUME),--resume $(RESUME),$(SUITES))

report:        ## tables, summary and charts of the newest run again
	$(BIN)/joust report results/latest

test: build    ## all tests
	ctest --preset $(PRESET) -j $(TEST_JOBS)

peers:         ## install other servers and clients, their services kept from starting
	@cmake/packages.sh peers

format:        ## format the sources in place
	@cmake/packages.sh format
	git ls-files '*.hpp' '*.cpp' | xargs clang-format -i

check-format:  ## fail where a source is not formatted
	@cmake/packages.sh format
	git ls-files '*.hpp' '*.cpp' | xargs clang-format --dry-run -Werror

tidy:          ## clang-tidy over everything
	@cmake/packages.sh tidy
	cmake --preset tidy
	cmake --build --preset tidy -j $(JOBS)

asan:          ## all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(MAKE) test PRESET=asan

asan-wire: deps ## of these, the tests of what reads bytes from the network
	cmake --preset asan
	cmake --build --preset asan-wire -j $(JOBS)
	ctest --preset asan-wire -j $(TEST_JOBS)

tsan:          ## all tests under ThreadSanitizer
	$(MAKE) test PRESET=tsan

fuzz:          ## every fuzzer for a minute (FUZZ_SECONDS=600 for longer)
	@cmake/packages.sh fuzz
	cmake --preset fuzz -DJOUST_FUZZ_SECONDS=$(or $(FUZZ_SECONDS),60)
	cmake --build --preset fuzz -j $(JOBS)

install: build ## install under /usr/local (DESTDIR=... and PREFIX=... as usual)
	cmake --install build/$(PRESET) $(if $(PREFIX),--prefix $(PREFIX))
