// Programs that shorten outputs as toktee does, to stand beside it in a table: none of their code is in this repository,
// and nothing here imports them.
module github.com/toktee/toktee/benchmarks/peers

go 1.26.0

tool github.com/codefly-dev/gortk/cmd/gortk

require github.com/codefly-dev/gortk v0.2.0 // indirect
