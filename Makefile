# Presence. `make` alone lists what can be done.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

export CGO_ENABLED ?= 0
export GOFLAGS ?= -trimpath # what is built does not depend on the folder, so that clones and work trees share the build cache
# With grpcnotrace the linker leaves out methods that nobody calls: gRPC's trace pages, which Presence has not, look methods up by name.
TAGS    := -tags=nomsgpack,grpcnotrace
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X main.version=$(VERSION)
TESTED  := $(TAGS) -ldflags="-s -w" -vet=off # linked as the product is; vet is run by test and check
OUT     ?= presence
LONG    := ^TestLong_

# The tests fail without a browser or PostgreSQL where either is installed, and are skipped where it is not.
WHATEXISTS = export REQUIRE_BROWSER=$${REQUIRE_BROWSER-$$(command -v chromium-headless-shell chromium >/dev/null && echo 1 || true)} \
	REQUIRE_POSTGRES=$${REQUIRE_POSTGRES-$$(ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && echo 1 || true)}

GOLANGCI    := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
AIR         := github.com/air-verse/air@v1.67.4
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
NFPM        := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4

.PHONY: help run test long quick dev build gen assets check generated lint race golden bench torture rolling package mutate shots pictures fuzz migration freeze vuln prepare

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: ## build and serve the demo company at http://localhost:8080
	go run $(TAGS) ./cmd/presence demo

# Packages that mostly wait, such as db and cmd/presence, run beside those that use a processor, four at once; those that take longest begin
# first. go test vets each package itself: a second process beside it would compile the same packages again. It repeats the result of a
# package that has not changed.
test: export GOGC ?= 800
test: prepare ## what is generated, vet, the tests on both engines and in a real browser
	$(MAKE) --no-print-directory generated
	@$(WHATEXISTS); set -x; go run ./db/dbtest/cluster -- go test $(TESTED) -vet=all -p 4 -parallel 4 -timeout 40m -skip '$(LONG)' \
		./db ./app ./cmd/presence ./app/hub ./app/accounts ./app/screens ./...

long: export GOGC ?= 800
long: prepare ## the tests that take minutes each: every page in every view, kills at every moment, many requests made up from the description
	@$(WHATEXISTS); set -x; go run ./db/dbtest/cluster -- go test $(TESTED) -count=1 -p 4 -parallel 4 -timeout 40m -run '$(LONG)' \
		$$(grep -rl --include='*_test.go' '^func TestLong_' app cmd db | xargs -n1 dirname | sort -u | sed 's|^|./|')

# The tests' files are in memory, in a folder of the same name each time, on which the cached results depend.
quick: export GOGC ?= 800
quick: ## while you work: no browser, SQLite alone, not the table of who may call what; the packages that changed first
	@if [ -w /dev/shm ]; then export GOTMPDIR=$${TMPDIR:-/tmp} TMPDIR=/dev/shm/presence-quick-$$(id -u); mkdir -p "$$TMPDIR"; trap 'rm -rf "$$TMPDIR"' EXIT; fi; \
	changed=$$(git status --porcelain -uall -- '*.go' | awk '{print $$NF}' | xargs -rn1 dirname | sort -u | while read -r d; do ls "$$d"/*.go >/dev/null 2>&1 && echo "./$$d"; done || true); \
	if [ -n "$$changed" ]; then go test $(TESTED) -short -skip '^TestAccess$$|$(LONG)' $$changed; fi; \
	go test $(TESTED) -short -skip '^TestAccess$$|$(LONG)' ./...

prepare: # Debian's chromium and postgresql, where they are missing and may be installed; older releases have no shell of chromium
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  want=""; \
	  command -v chromium-headless-shell >/dev/null || want="$$want chromium-headless-shell fonts-dejavu-core"; \
	  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || want="$$want postgresql"; \
	  if [ -n "$$want" ]; then \
	    echo "installing:$$want"; \
	    export DEBIAN_FRONTEND=noninteractive; \
	    apt-get update -qq; \
	    apt-cache show chromium-headless-shell >/dev/null 2>&1 || want="$${want/chromium-headless-shell/chromium}"; \
	    apt-get install -y -qq --no-install-recommends $$want >/dev/null; \
	  fi; \
	fi

dev: ## serve the demo and rebuild on every change
	go run $(AIR)

build: ## the static binary ./presence
	go build $(TAGS) -ldflags "$(LDFLAGS)" -o $(OUT) ./cmd/presence

# A later package is an upgrade: between tags, the commits since the last one are counted, and without any tag, the time of the commit
# comes before its hash.
package: build ## presence_VERSION_ARCH.deb, for Debian and Ubuntu
	@export VERSION='$(patsubst v%,%,$(VERSION))' ARCH="$$(go env GOARCH)" BINARY='$(OUT)'; \
	VERSION="$$(sed -E 's/-([0-9]+)-g/+\1.g/' <<<"$$VERSION")"; \
	commit="$$(TZ=UTC git log -1 --format=%cd.g --date=format-local:%Y%m%d%H%M%S 2>/dev/null || true)"; \
	case "$$VERSION" in [0-9]*.*.*) ;; *) VERSION="0.0.0-$$commit$$VERSION";; esac; \
	deb="presence_$${VERSION}_$$ARCH.deb"; \
	go run $(NFPM) package --config docs/ops/nfpm.yaml --packager deb --target "$$deb"; \
	PACKAGE="$(CURDIR)/$$deb" go test $(TESTED) -count=1 -run 'TestOps_package' ./cmd/presence

gen: assets ## everything that is generated and committed: templates and bundles
	go tool templ generate -log-level error

assets: ## bundle assets/ into static/
	go run ./cmd/assets

check: generated ## what is generated is up to date, formatted, and vet has nothing to say
	go vet $(TAGS) ./...

generated: # what is generated is up to date, and everything is formatted
	@before=$$(mktemp -d); trap 'rm -rf "$$before"' EXIT; \
	git ls-files -z -- 'static' '*_templ.go' | xargs -0 -r sha256sum > "$$before/sums"; \
	$(MAKE) --no-print-directory gen >/dev/null; \
	sha256sum --quiet -c "$$before/sums" || { echo "generated files were stale: run make gen and commit"; exit 1; }
	@test -z "$$(gofmt -l app cmd db static views | grep -v _templ.go)" || { echo "not formatted:"; gofmt -l app cmd db static views; exit 1; }

lint: ## the linters of .golangci.yml
	go run $(GOLANGCI) run --build-tags nomsgpack,grpcnotrace ./...

race: ## all tests but the browser's under the race detector
	CGO_ENABLED=1 go run ./db/dbtest/cluster -- go test $(TAGS) -race -short -skip '$(LONG)' -timeout 60m ./...

golden: ## write the goldens anew; read the diff before you commit it
	go run ./db/dbtest/cluster -- go test $(TAGS) $$(grep -rlE '\.Golden\(|Bool\("update"' --include='*_test.go' app cmd db views | xargs -n1 dirname | sort -u | sed 's|^|./|') -update

bench: ## the benchmarks, each figure beside its floor of the same run, into docs/benchmarks.md
	go run $(TAGS) ./cmd/bench -write docs/benchmarks.md

torture: ## kill, stop and freeze the program hundreds of times, take its space and its clock, into docs/torture.md
	go run $(TAGS) ./cmd/torture -write docs/torture.md

rolling: ## restart and upgrade replicas under load, behind each proxy that is installed, into docs/torture.md
	go run $(TAGS) ./cmd/torture -only rolling -write docs/torture.md

mutate: ## make 100 faults in the program, one at a time, and count those that the tests notice, into docs/mutation.md
	go run ./db/dbtest/cluster -- go run $(TAGS) ./cmd/mutate -write docs/mutation.md

shots: ## every page in both languages, both schemes, on a phone and on a desktop: checked with axe-core, its picture in shots/
	SHOTS=$(CURDIR)/shots go test $(TAGS) -count=1 -timeout 40m -run '^(TestBrowser_|TestLong_Browser)' \
	  $$(grep -rlE --include='*_test.go' '^func Test(Browser_|Long_Browser)' app | xargs -n1 dirname | sort -u | sed 's|^|./|')

pictures: ## take the pictures of the guides anew, from the demo's pages; look at them before you commit them
	go test $(TAGS) -count=1 -run 'TestBrowser_HelpPictures' ./app/screens -pictures

fuzz: ## longer runs of what is made up: a million requests from the description, then each fuzz test for a minute
	CONFORMANCE_REQUESTS=1000000 CONFORMANCE_SEED=0 go test $(TAGS) -count=1 -timeout 60m -run '^TestLong_Conformance' -v ./app
	@for file in $$(grep -rl --include='*_test.go' '^func Fuzz' app cmd db); do \
	  for name in $$(grep -o '^func Fuzz[A-Za-z_]*' $$file | cut -c6-); do \
	    go test $(TAGS) -run '^$$' -fuzz "^$$name\$$" -fuzztime 1m ./$$(dirname $$file) || exit 1; \
	  done; \
	done

migration: ## a new migration: make migration name=add_something
	@test -n "$(name)" || { echo "usage: make migration name=add_something"; exit 1; }
	@n=$$(ls db/migrations | grep -o '^[0-9]*' | tail -1); f=$$(printf 'db/migrations/%05d_%s.sql' $$((10#$$n + 1)) "$(name)"); \
	printf -- '-- +goose Up\n-- old programs: no\n\n-- +goose Down\n' > "$$f"; echo "$$f: when it is finished, make freeze"

freeze: ## add the hashes of new migrations to db/migrations/HASHES: from then on they are never edited
	@cd db/migrations && for f in 0*.sql; do grep -q "  $$f\$$" HASHES || sha256sum "$$f" | tee -a HASHES; done

vuln: ## known vulnerabilities in what is linked
	go run $(GOVULNCHECK) $(TAGS) ./...
