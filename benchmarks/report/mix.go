package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// leastSaved is the share of the session mix that minimal must save.
const leastSaved = 0.97

// mixUses are the calls of a coding session: the tool, its share of the calls, and the tokens of an output.
var mixUses = []mixUse{
	{Tool: "search", Calls: 0.30, Tokens: 2500}, {Tool: "read", Calls: 0.25, Tokens: 3000},
	{Tool: "list", Calls: 0.15, Tokens: 800}, {Tool: "command", Calls: 0.12, Tokens: 1200},
	{Tool: "edit", Calls: 0.10, Tokens: 1500}, {Tool: "other", Calls: 0.08, Tokens: 500},
}

// A use is represented by the casesOfUse outputs whose sizes are nearest to its own, none more than maxFactor away.
const (
	casesOfUse = 20
	maxFactor  = 2.5
)

// fixed is a number with four decimals in JSON.
type fixed float64

// MarshalJSON implements [json.Marshaler].
func (f fixed) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(f), 'f', 4, 64), nil
}

// mixFile is mix.json.
type mixFile struct {
	Saved         map[string]fixed `json:"saved"` // by level, each use weighted by its calls and their size
	SchemaVersion int              `json:"schema_version"`
	Uses          []mixUse         `json:"uses"`
}

// A mixUse is the use of one tool in a session.
type mixUse struct {
	Calls  fixed               `json:"calls"`
	Cases  []string            `json:"cases"`
	Levels map[string]mixLevel `json:"levels"`
	Mean   fixed               `json:"mean"` // raw tokens of a case
	Tokens int                 `json:"tokens"`
	Tool   string              `json:"tool"`
}

// A mixLevel has the figures of a use at a level, as tokbench defines them.
type mixLevel struct {
	Intact *fixed `json:"intact"`
	Net    fixed  `json:"net"`
	Recall *fixed `json:"recall"`
	Saved  fixed  `json:"saved"`
}

// A measured case is a line of "tokbench eval --texts".
type measured struct {
	Case      string
	Setting   string
	Bound     int // recall counts cases with more raw tokens
	RawTokens int `json:"raw_tokens"`
	Tokens    int
	Lost      []int

	tool  string
	facts int
}

// mix builds a session of the published mix of tools from the texts that eval wrote, and writes mix.json.
func (r *report) mix(texts string) error {
	cases, err := readMeasured(texts)
	if err != nil {
		return err
	}
	m, err := mixOf(cases)
	if err != nil {
		return err
	}
	js, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	if saved := m.Saved["minimal"]; saved < leastSaved {
		return fmt.Errorf("minimal saves %.1f%% of the session, want at least %.1f%%", saved*100, leastSaved*100)
	}
	return os.WriteFile(filepath.Join(r.results, "mix.json"), append(js, '\n'), 0o644)
}

// readMeasured reads the measured cases and adds the tool and the facts of each from the corpus.
func readMeasured(texts string) ([]measured, error) {
	cases, err := corpus.Load(corpusDir)
	if err != nil {
		return nil, err
	}
	byID := map[string]*corpus.Case{}
	for i := range cases {
		byID[cases[i].ID] = &cases[i]
	}
	file, err := os.Open(texts)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var list []measured
	for d := json.NewDecoder(bufio.NewReader(file)); d.More(); {
		var c measured
		if err := d.Decode(&c); err != nil {
			return nil, err
		}
		c.tool, c.facts = toolOf(byID[c.Case]), len(byID[c.Case].Facts)
		list = append(list, c)
	}
	return list, nil
}

// mixOf computes the figures of each use and of the session. A use without outputs of its size is an error.
func mixOf(cases []measured) (*mixFile, error) {
	m := &mixFile{Saved: map[string]fixed{}, SchemaVersion: 1}
	weights := 0.0
	for _, u := range mixUses {
		u.Levels = map[string]mixLevel{}
		weight := float64(u.Calls) * float64(u.Tokens)
		for _, level := range levels {
			chosen := nearest(cases, u, level)
			if len(chosen) == 0 {
				return nil, fmt.Errorf("the corpus has no output of the tool %s near %d tokens", u.Tool, u.Tokens)
			}
			u.Cases = nil
			raw := 0
			for _, c := range chosen {
				u.Cases = append(u.Cases, c.Case)
				raw += c.RawTokens
			}
			u.Mean = fixed(float64(raw) / float64(len(chosen)))
			u.Levels[level] = figuresOf(chosen)
			m.Saved[level] += fixed(weight * float64(u.Levels[level].Saved))
		}
		weights += weight
		m.Uses = append(m.Uses, u)
	}
	for level := range m.Saved {
		m.Saved[level] /= fixed(weights)
	}
	return m, nil
}

// nearest returns the cases of a tool at a level whose sizes are nearest to the use's, in the order of their ids.
func nearest(cases []measured, u mixUse, level string) []measured {
	distance := func(c measured) float64 {
		return math.Abs(math.Log(float64(max(c.RawTokens, 1)) / float64(u.Tokens)))
	}
	var list []measured
	for _, c := range cases {
		if c.Setting == level && c.tool == u.Tool && distance(c) <= math.Log(maxFactor) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b measured) int { return cmp.Compare(distance(a), distance(b)) })
	list = list[:min(len(list), casesOfUse)]
	slices.SortStableFunc(list, func(a, b measured) int { return cmp.Compare(a.Case, b.Case) })
	return list
}

// callTokens are the tokens of a call that fetches an output again.
const callTokens = 120

// figuresOf adds up cases: tokens saved, the same after fetching outputs that lost a fact, and facts kept.
func figuresOf(cases []measured) mixLevel {
	var raw, tokens, fetched, intact, withFacts, labelled int
	recall := 0.0
	for _, c := range cases {
		raw += c.RawTokens
		tokens += c.Tokens
		if len(c.Lost) > 0 {
			fetched += c.RawTokens + callTokens
		}
		if c.facts == 0 {
			continue
		}
		withFacts++
		if len(c.Lost) == 0 {
			intact++
		}
		if c.RawTokens > c.Bound {
			labelled++
			recall += float64(c.facts-len(c.Lost)) / float64(c.facts)
		}
	}
	share := func(part float64, whole int) *fixed {
		if whole == 0 {
			return nil
		}
		f := fixed(part / float64(whole))
		return &f
	}
	return mixLevel{
		Saved: fixed(1 - float64(tokens)/float64(raw)), Net: fixed(1 - float64(tokens+fetched)/float64(raw)),
		Recall: share(recall, labelled), Intact: share(float64(intact), withFacts),
	}
}

// toolOf returns the tool of the mix that printed a case.
func toolOf(c *corpus.Case) string {
	switch line := shell.Parse(c.Command); toolname.FamilyOf(c.Tool, line) {
	case toolname.FamilySearch:
		return "search"
	case toolname.FamilyRead:
		return "read"
	case toolname.FamilyList:
		return "list"
	case toolname.FamilyEdit:
		return "edit"
	case toolname.FamilyExec:
		if len(line.Commands) == 1 && statePrograms[line.Commands[0].Name] {
			return "other"
		}
		return "command"
	}
	return "other"
}

// statePrograms print the state of something, unlike programs that build or test.
var statePrograms = map[string]bool{
	"git": true, "ps": true, "df": true, "env": true, "curl": true, "wget": true, "docker": true, "kubectl": true,
	"gh": true, "systemctl": true, "journalctl": true, "free": true, "ss": true, "ip": true, "pip": true, "apt": true,
	"dpkg": true,
}
