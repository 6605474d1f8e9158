// Programs that check and measure this repository, pinned here so that they stay out of the module that users import.
module github.com/toktee/toktee/.ci/tools

go 1.26.0

tool (
	github.com/fzipp/gocyclo/cmd/gocyclo
	github.com/walle/lll/cmd/lll
	golang.org/x/perf/cmd/benchstat
	honnef.co/go/tools/cmd/staticcheck
)

require (
	github.com/ultraware/funlen v0.2.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/alexflint/go-arg v0.0.0-20160306200701-e71d6514f40a // indirect
	github.com/fzipp/gocyclo v0.6.0 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	github.com/walle/lll v1.0.1 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da // indirect
	golang.org/x/sync v0.24.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)
