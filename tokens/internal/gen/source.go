package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// A source is one vocabulary as tiktoken publishes it.
type source struct {
	file   string
	sum    string // tiktoken's expected_hash
	tokens int
}

var (
	o200k  = source{"o200k_base.tiktoken", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d", 199998}
	cl100k = source{"cl100k_base.tiktoken", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7", 100256}
)

// maxToken is the length of the longest token in both vocabularies.
const maxToken = 128

// read returns the tokens by rank. It fails unless the file is the published one, ranks are dense and every byte is a token.
func (s source) read() ([]string, error) {
	b, err := assets.Assets.ReadFile(s.file)
	if err != nil {
		return nil, fmt.Errorf("reading the vocabulary: %w", err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(b)); sum != s.sum {
		return nil, fmt.Errorf("%s has SHA-256 %s, want %s", s.file, sum, s.sum)
	}
	ranks := make([]string, s.tokens)
	single := 0
	for in := bufio.NewScanner(bytes.NewReader(b)); in.Scan(); {
		text, num, _ := strings.Cut(in.Text(), " ")
		token, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("line %q: %w", in.Text(), err)
		}
		rank, err := strconv.Atoi(num)
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %q: %w", in.Text(), err)
		case rank < 0 || rank >= len(ranks) || ranks[rank] != "":
			return nil, fmt.Errorf("rank %d is outside 0..%d or used twice", rank, len(ranks)-1)
		case len(token) == 0 || len(token) > maxToken:
			return nil, fmt.Errorf("token %q has %d bytes, want 1..%d", token, len(token), maxToken)
		}
		ranks[rank] = string(token)
		if len(token) == 1 {
			single++
		}
	}
	for rank, token := range ranks {
		if token == "" {
			return nil, fmt.Errorf("rank %d is missing", rank)
		}
	}
	if single != 256 {
		return nil, fmt.Errorf("%d single bytes are tokens, want 256", single)
	}
	return ranks, nil
}
