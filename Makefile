export CGO_ENABLED = 0

SOAK = 500

.PHONY: build test e2e bench soak settle esctest fuzz lint fmt generate rename

build: ## the command, as bin/scenario
	go build -o bin/ ./cmd/scenario

test: ## what needs only Go, git and sh
	go test ./...

e2e: ## all tests; .ci/run installs the programs they drive
	go test -tags e2e ./...

bench: ## our figures beside those of the others and of the floor; then every benchmark
	go run ./internal/bench
	go test -run '^$$' -bench . -benchmem ./...

soak: ## 10,000 tests without a flake, and what suites of 100 to 10,000 tests cost
	go run ./internal/bench -soak $(SOAK)

settle: ## how long screens take to settle: bash, vim, fzf and k9s, idle and loaded
	go run ./internal/settle

esctest: ## the tests of esctest2 in our terminal; ESCTEST is a clone of it
	go run ./internal/esctest '$(ESCTEST)'

fuzz: ## every fuzz target for 10 s
	.ci/fuzz 10s

lint:
	test -z "$$(gofmt -s -l .)"
	go vet ./...
	go vet -tags e2e ./...
	staticcheck ./...
	staticcheck -tags e2e ./...

fmt:
	gofmt -s -w .

generate: ## the schema and the tables of the documentation
	go generate ./...

rename: ## make rename MODULE=example.com/owner/scenario
	.ci/rename '$(MODULE)'
