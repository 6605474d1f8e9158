package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// evalFile holds the part of eval.json that the README and docs/benchmarks.md quote.
type evalFile struct {
	Encoding string
	Families map[string]struct {
		Cases, Facts int
		RawTokens    int `json:"raw_tokens"`
		Settings     map[string]struct {
			figures
			Baselines map[string]figures
		}
	}
	Violations []any
}

// figures are shares; recall and intact are missing if no case counts.
type figures struct {
	Saved          float64
	Recall, Intact *float64
}

// tableFile holds the part of table.json that the README quotes.
type tableFile struct {
	FailedWithFacts int `json:"failed_with_facts"`
	Rows            []struct {
		Name   string
		Hidden int `json:"failed_hidden"`
	}
}

var levels = []string{"minimal", "balanced", "conservative"}

// read decodes a file of the results.
func read(results, name string, v any) error {
	text, err := os.ReadFile(filepath.Join(results, name))
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// keyFigures returns the README's three figures as a list in Markdown, from the results in a folder.
func keyFigures(results string) (string, error) {
	var e evalFile
	var m mixFile
	var t tableFile
	for name, v := range map[string]any{"eval.json": &e, "mix.json": &m, "table.json": &t} {
		if err := read(results, name, v); err != nil {
			return "", err
		}
	}
	all := e.Families["all"]
	balanced, ok := all.Settings["balanced"]
	if !ok {
		return "", errors.New("eval.json lacks the figures of all cases at balanced")
	}
	ours, err := t.hidden("toktee, balanced")
	if err != nil {
		return "", err
	}
	tail, err := t.hidden("tail")
	if err != nil {
		return "", err
	}
	session := float64(m.Saved["balanced"])
	return fmt.Sprintf("- **Facts**: on %d captured outputs, the default saves %s of the tokens. The shortened texts "+
		"keep %s of the labelled facts. With as many tokens, a filter for error lines keeps %s.\n"+
		"- **Failures**: a text hides a failure if it contains none of the failure's labelled facts. Of %d failures, "+
		"toktee's texts hide %d. The outputs' last lines, cut to the same length, hide %d failures.\n"+
		"- **Sessions**: a coding session has many short outputs. In a typical mix of calls, the default saves %s.\n",
		all.Cases, percent(&balanced.Saved), percent(balanced.Recall),
		percent(balanced.Baselines["strip+regex"].Recall),
		t.FailedWithFacts, ours, tail, percent(&session)), nil
}

// hidden returns how many failed outputs of a row show none of their labelled facts.
func (t *tableFile) hidden(row string) (int, error) {
	for _, r := range t.Rows {
		if r.Name == row {
			return r.Hidden, nil
		}
	}
	return 0, fmt.Errorf("table.json lacks the row %q", row)
}

// tables returns the figures of docs/benchmarks.md in Markdown, from the results in a folder.
func tables(results string) (string, error) {
	var e evalFile
	var m mixFile
	if err := read(results, "eval.json", &e); err != nil {
		return "", err
	}
	if err := read(results, "mix.json", &m); err != nil {
		return "", err
	}
	var b strings.Builder
	if err := evalTable(&b, &e); err != nil {
		return "", err
	}
	b.WriteString("\n")
	mixTable(&b, &m)
	return b.String(), nil
}

// evalTable has the savings and the facts kept, with two filters of as many tokens.
func evalTable(b *strings.Builder, e *evalFile) error {
	all, ok := e.Families["all"]
	if !ok {
		return fmt.Errorf("eval.json lacks the family of all cases; it has %s",
			strings.Join(slices.Sorted(maps.Keys(e.Families)), ", "))
	}
	fmt.Fprintf(b, "The corpus has %d captured outputs of %d families, with %s tokens (%s) and %d labelled facts. "+
		"In this measurement, toktee broke %s of its promises.\n\n", all.Cases,
		len(e.Families)-1, words.Thousands(all.RawTokens), e.Encoding, all.Facts, broken(e))
	b.WriteString("| level or budget | tokens saved | facts that toktee keeps | facts that an error-line filter " +
		"(strip+regex) keeps | facts that head+tail keeps | share of outputs with all facts kept |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, s := range append(slices.Clone(levels), "250", "1000", "4000") {
		row, ok := all.Settings[s]
		if !ok {
			return fmt.Errorf("eval.json lacks %s", s)
		}
		name := s
		if s[0] <= '9' {
			name += " tokens"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", name, percent(&row.Saved), percent(row.Recall),
			percent(row.Baselines["strip+regex"].Recall), percent(row.Baselines["head+tail"].Recall),
			percent(row.Intact))
	}
	return nil
}

func broken(e *evalFile) string {
	if n := len(e.Violations); n > 0 {
		return strconv.Itoa(n)
	}
	return "none"
}

// mixTable has the savings of a session of the published mix.
func mixTable(b *strings.Builder, m *mixFile) {
	b.WriteString("The second table models a coding session. For each tool, it shows the tool's share of all calls " +
		"and the tokens of a typical output. It also shows how many captured outputs have about this size. For " +
		"each level, it shows the tokens saved and the facts kept.\n\n" +
		"| tool | share of calls | tokens of an output | captured outputs |")
	for _, l := range levels {
		fmt.Fprintf(b, " %s: saved | facts kept |", l)
	}
	fmt.Fprintf(b, "\n| --- |%s\n", strings.Repeat(" ---: |", 3+2*len(levels)))
	for _, u := range m.Uses {
		fmt.Fprintf(b, "| %s | %.0f%% | %d | %d |", u.Tool, u.Calls*100, u.Tokens, len(u.Cases))
		for _, l := range levels {
			f := u.Levels[l]
			fmt.Fprintf(b, " %s | %s |", percent((*float64)(&f.Saved)), percent((*float64)(f.Recall)))
		}
		b.WriteString("\n")
	}
	b.WriteString("| session | | | |")
	for _, l := range levels {
		saved := float64(m.Saved[l])
		fmt.Fprintf(b, " **%s** | |", percent(&saved))
	}
	b.WriteString("\n")
}

// percent returns a share in percent, "-" for none.
func percent(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", *v*100)
}
