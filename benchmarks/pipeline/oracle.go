package main

import (
	"github.com/toktee/toktee/tokens"
	"github.com/toktee/toktee/tokens/tiktoken"
)

// oracleCount counts tokens with a tokenizer that isn't ours, in the encoding that the command counts with by default.
// It counts some 4 MB/s on each core.
func oracleCount(s string) (int, error) {
	c, err := tiktoken.New(string(tokens.Default))
	if err != nil {
		return 0, err
	}
	return c.Count(s), nil
}
