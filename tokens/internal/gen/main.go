// Gen writes the tables that package tokens embeds: a vocabulary for each encoding and the Unicode classes.
//
//	go generate ./tokens
//
// The vocabularies come from tiktoken-go-loader and are checked against the SHA-256 sums that tiktoken itself expects.
// Their layout is used in place, without any work at start. The output depends on nothing else: a test compares it with
// the tables in the tree. It takes about two seconds.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	dir := flag.String("dir", ".", "folder that the tables are written to")
	flag.Parse()
	for _, t := range tables {
		b, err := t.build()
		if err == nil {
			err = os.WriteFile(filepath.Join(*dir, t.name), b, 0o644)
		}
		if err != nil {
			log.Fatalf("%s: %v", t.name, err)
		}
		fmt.Printf("%s: %d bytes\n", t.name, len(b))
	}
}

// A table is one output file.
type table struct {
	name  string
	build func() ([]byte, error)
}

var tables = []table{
	{"o200k_base.bin", func() ([]byte, error) { return vocabulary(o200k) }},
	{"cl100k_base.bin", func() ([]byte, error) { return vocabulary(cl100k) }},
	{"classes.bin", classes},
}

// vocabulary makes the tables of one encoding.
func vocabulary(src source) ([]byte, error) {
	ranks, err := src.read()
	if err != nil {
		return nil, err
	}
	t := buildTrie(ranks)
	v := &vocab{nodes: t.nodes, tokens: t.tokens, bytePairs: bytePairs(ranks)}
	if v.recs, err = records(ranks); err != nil {
		return nil, err
	}
	if v.pairs, v.pairGroups, err = pairs(v.recs); err != nil {
		return nil, fmt.Errorf("table of merges: %w", err)
	}
	if v.shorts, v.shortGroups, err = shorts(ranks); err != nil {
		return nil, fmt.Errorf("table of short tokens: %w", err)
	}
	return v.encode(), nil
}
