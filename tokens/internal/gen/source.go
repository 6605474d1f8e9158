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
	file   string // its name in tiktoken-go-loader
	sum    string // its SHA-256, tiktoken's expected_hash
	tokens int    // how many tokens it has
}

var (
	o200k  = source{"o200k_base.tiktoken", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d", 199998}
	cl100k = source{"cl100k_base.tiktoken", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7", 100256}
)

// maxToken is the length of the longest token in both vocabularies.
const maxToken = 128

// read returns the tokens by rank. A line of the file is a token in base64 and its rank:
//
//	IGhlbGxv 24912
//
// It fails unless the file is the published one, every rank has one token, and every byte is a token.
func (s source) read() ([]string, error) {
	b, err := assets.Assets.ReadFile(s.file)
	if err != nil {
		return nil, fmt.Errorf("reading the vocabulary: %w", err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(b)); sum != s.sum {
		return nil, fmt.Errorf("%s has SHA-256 %s, want %s", s.file, sum, s.sum)
	}
	ranks := make([]string, s.tokens)
	for in := bufio.NewScanner(bytes.NewReader(b)); in.Scan(); {
		rank, token, err := parseLine(in.Text())
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %q: %w", in.Text(), err)
		case rank < 0 || rank >= len(ranks) || ranks[rank] != "":
			return nil, fmt.Errorf("rank %d is outside 0..%d or used twice", rank, len(ranks)-1)
		}
		ranks[rank] = token
	}
	return ranks, checkTokens(ranks)
}

// parseLine reads a line of a vocabulary.
func parseLine(line string) (rank int, token string, err error) {
	text, num, _ := strings.Cut(line, " ")
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return 0, "", err
	}
	if len(b) == 0 || len(b) > maxToken {
		return 0, "", fmt.Errorf("token %q has %d bytes, want 1..%d", b, len(b), maxToken)
	}
	rank, err = strconv.Atoi(num)
	return rank, string(b), err
}

// checkTokens returns an error unless every rank has a token and every byte is one.
func checkTokens(ranks []string) error {
	single := 0
	for rank, token := range ranks {
		switch len(token) {
		case 0:
			return fmt.Errorf("rank %d is missing", rank)
		case 1:
			single++
		}
	}
	if single != 256 {
		return fmt.Errorf("%d single bytes are tokens, want 256", single)
	}
	return nil
}
