package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tableFamilies are the families of the table: outputs of commands that some of the other programs know. .ci/run names
// the same.
const tableFamilies = "build,cc,diff,git,gotest,jstest,lint,list,log,misc,perltest,phptest,pytest,read,rubytest," +
	"rusttest,search,unittest"

// table measures toktee, built as users build it, cuts and other programs, and writes the table and its part of the
// docs.
func (r *report) table(ctx context.Context) error {
	if err := command(ctx, "go", "build", "-ldflags", "-s -w", "-o", r.toktee, "./cmd/toktee"); err != nil {
		return err
	}
	md := filepath.Join(filepath.Dir(r.toktee), "table.md")
	args := []string{
		"table", "--data", corpusDir, "--families", tableFamilies, "--toktee", r.toktee,
		"--json", filepath.Join(r.results, "table.json"), "--md", md,
	}
	if r.install {
		bin, peer, needs, err := install(ctx, filepath.Dir(r.toktee))
		if err != nil {
			return fmt.Errorf("installing the programs of benchmarks/peers: %w", err)
		}
		args = append(args, "--peer", peer, "--needs", strings.Join(needs, ","))
		if err := os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH")); err != nil {
			return err
		}
	}
	for _, p := range r.peers {
		args = append(args, "--peer", p)
	}
	if err := command(ctx, r.tokbench, args...); err != nil {
		return err
	}
	text, err := os.ReadFile(md)
	if err != nil {
		return fmt.Errorf("reading the table: %w", err)
	}
	return tableMarks.write(docs, string(text))
}
