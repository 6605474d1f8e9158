package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// evalFile is eval.json, as far as the README quotes it.
type evalFile struct {
	Encoding string
	Families map[string]struct {
		Cases, Facts int
		RawTokens    int `json:"raw_tokens"`
		Settings     map[string]struct {
			figures
			Worse, Broken int
			OverBudget    int `json:"over_budget"`
			Baselines     map[string]figures
		}
	}
	Violations []any
}

// figures are shares; recall and intact are missing where no case has a say.
type figures struct {
	Saved          float64
	Recall, Intact *float64
}

// mixFile is mix.json.
type mixFile struct {
	Uses []struct {
		Tool   string
		Calls  float64
		Tokens int
		Cases  []string
		Levels map[string]figures
	}
	Saved map[string]float64
}

var levels = []string{"minimal", "balanced", "conservative"}

// tables are the README's figures, in Markdown, from the results in a folder.
func tables(results string) (string, error) {
	var e evalFile
	var m mixFile
	for name, v := range map[string]any{"eval.json": &e, "mix.json": &m} {
		text, err := os.ReadFile(filepath.Join(results, name))
		if err == nil {
			err = json.Unmarshal(text, v)
		}
		if err != nil {
			return "", fmt.Errorf("reading %s: %w", name, err)
		}
	}
	var b strings.Builder
	if err := evalTable(&b, &e); err != nil {
		return "", err
	}
	b.WriteString("\n")
	mixTable(&b, &m)
	return b.String(), nil
}

// evalTable shows what the corpus saves and keeps, beside two filters that have as many tokens.
func evalTable(b *strings.Builder, e *evalFile) error {
	all, ok := e.Families["all"]
	if !ok {
		return fmt.Errorf("eval.json lacks the family of all cases; it has %s",
			strings.Join(slices.Sorted(maps.Keys(e.Families)), ", "))
	}
	fmt.Fprintf(b, "%d captured outputs of %d families, %s tokens (%s), %d labelled facts; %s:\n\n", all.Cases,
		len(e.Families)-1, thousands(all.RawTokens), e.Encoding, all.Facts, broken(e))
	b.WriteString("| level or budget | saved | facts kept | the same tokens of error lines (strip+regex) | of " +
		"head+tail | outputs that keep every fact |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
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
		return fmt.Sprintf("%d promises broken", n)
	}
	return "no promise broken"
}

// mixTable shows what a session of the seed mix saves.
func mixTable(b *strings.Builder, m *mixFile) {
	b.WriteString("The mix of a coding session, from outputs of those sizes; saved, and facts kept:\n\n| tool | " +
		"calls | tokens | outputs |")
	for _, l := range levels {
		fmt.Fprintf(b, " %s | kept |", l)
	}
	fmt.Fprintf(b, "\n| --- |%s\n", strings.Repeat(" ---: |", 3+2*len(levels)))
	for _, u := range m.Uses {
		fmt.Fprintf(b, "| %s | %.0f%% | %d | %d |", u.Tool, u.Calls*100, u.Tokens, len(u.Cases))
		for _, l := range levels {
			f := u.Levels[l]
			fmt.Fprintf(b, " %s | %s |", percent(&f.Saved), percent(f.Recall))
		}
		b.WriteString("\n")
	}
	b.WriteString("| session | | | |")
	for _, l := range levels {
		saved := m.Saved[l]
		fmt.Fprintf(b, " **%s** | |", percent(&saved))
	}
	b.WriteString("\n")
}

// percent is a share, "-" where there is none.
func percent(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", *v*100)
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
