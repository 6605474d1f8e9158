# What CONTRIBUTING and .ci/run use. `make` alone lists the targets.

tool = go tool -modfile=.ci/tools/go.mod
corpus = testdata/corpus
sources = git ls-files -co --exclude-standard '*.go' | grep -v /testdata/
# Generated files and tables are as long as they are.
written = $(sources) | xargs grep -LE '^// Code generated .* DO NOT EDIT\.$$'

.PHONY: help build test race raced looking lint vet modules eval figures goldens fuzz

help:
	@echo 'make build    the commands, into the current folder'
	@echo 'make test     all tests'
	@echo 'make race     short tests of packages with goroutines, with the race detector'
	@echo 'make lint     format, vet, staticcheck, size of functions, width of lines'
	@echo 'make vet      vet for Linux on ARM, for macOS and for Windows'
	@echo 'make modules  vet and tests of the modules below this one: adapters, comparisons with other libraries'
	@echo 'make eval     savings and losses on testdata, and any broken promise'
	@echo 'make goldens  write the expected texts again; read the difference before you commit it'
	@echo 'make figures  measure benchmarks/results and the figures of the README again'
	@echo 'make fuzz     a minute of fuzzing the whole pipeline'

build:
	go build -o toktee ./cmd/toktee
	go build -o toktee-desk ./cmd/toktee-desk
	go build -o tokbench ./cmd/tokbench

test:
	go test ./...

# Without the second that each program of the race detector waits for before it exits.
race:
	GORACE=atexit_sleep_ms=0 go test -race -short $$($(MAKE) -s raced)

# The packages with goroutines, locks or atomics. Those that only measure are left out: their goroutines are those of
# internal/run/parallel. The tests of cmd/toktee-desk run other processes.
measuring = ^(cmd/tokbench|cmd/toktee-desk|benchmarks|internal/measure/replayrows)(/|$$)
raced:
	@$(sources) | grep -v _test.go | xargs grep -lE '\bgo (func\b|[a-zA-Z_.]+\()|"sync(/atomic)?"|/errgroup"' | \
		xargs -n1 dirname | sort -u | grep -vE '$(measuring)' | $(here)

# The packages whose tests look for programs, or run others than Go, git, programs of coreutils, and our own.
looking:
	@$(sources) | grep _test.go | xargs grep -E 'LookPath|exec\.Command|TestScripts' | grep -vE \
		'"(go|git|sleep|true|cp|mkfifo)"|os\.Args\[0\]|"toktee"|Command\((p\.)?(toktee|program|self|bin|git)\b' | \
		cut -d: -f1 | xargs -n1 dirname | sort -u | $(here)

# Of folders, those that are packages of this module.
here = { sed 's,^,github.com/toktee/toktee/,'; go list ./...; } | sort | uniq -d

# No function above 25 branches or 80 lines, no line above 120 columns where a tab is 4.
lint:
	@unformatted=$$($(sources) | xargs gofmt -l); test -z "$$unformatted" || { echo "gofmt would change: $$unformatted"; exit 1; }
	go vet ./...
	$(tool) staticcheck ./...
	$(written) | grep -v _test.go | xargs $(tool) gocyclo -over 25
	go build -C .ci/tools -o $(CURDIR)/.funlen ./funlen && ./.funlen -test=false ./...; code=$$?; rm -f .funlen; exit $$code
	@wide=$$($(written) | $(tool) lll -l 120 -w 4 --files); test -z "$$wide" || { echo "$$wide"; exit 1; }

# What this machine's own vet doesn't see: files of other systems and their tests. go vet would compile all dependencies for
# each; this reads them as source. GOGC=400 saves a quarter of the processor time, for a tenth more memory.
vet:
	go build -C .ci/tools -o $(CURDIR)/.vet ./vet
	code=0; for system in linux/arm64 darwin/arm64 windows/amd64; do \
		GOGC=400 GOOS=$${system%/*} GOARCH=$${system#*/} CGO_ENABLED=0 ./.vet ./... || code=1; done; rm -f .vet; exit $$code

modules:
	.ci/modules

eval:
	go run ./cmd/tokbench eval --data $(corpus)

goldens:
	go test ./cmd/toktee ./agent/examples/agent ./internal/syntax ./agent/session ./strategies/read ./agent/tool -update

figures:
	go run ./benchmarks/report

fuzz:
	go test ./summarize -run '^$$' -fuzz FuzzSummarize -fuzztime 1m
