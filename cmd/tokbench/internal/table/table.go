// Package table compares toktee with plain cuts and other programs on the same recorded outputs, in one table.
//
// # Comparison
//
// A row is the raw output, a program that runs a command (toktee among them), or a cut. A shim in place of the command
// prints the recorded bytes and ends with the recorded exit code. The real program is never on PATH. A program that
// asks for anything else than was recorded isn't scored. Every row counts the same outputs: those that every program
// answered. A program that answers few of them removes the others from all rows.
//
//   - facts kept: mean share of an output's labelled facts that are in the text, over the outputs that have any. None
//     is left out because it is short, so no row has a population of its own.
//
//   - failed: of the commands that failed, those that end with 0 through the program; those of them whose text reads as
//     a pass ([Passes]); and those of whose labelled facts none is left.
//
//   - grew: outputs that have more tokens than the raw one.
//
//   - start-up and speed: against the command alone, run in the same round; medians over the rounds.
//
// A server of tools, called by benchmarks/mcpcall, gives no exit code and isn't timed.
//
// # Cost and limits
//
// Two processes or more for each output and program, some minutes for a thousand outputs and six programs on two cores.
// Programs that aren't here are named as missing and have no figures. The figures but for the times are the same on
// every run of the same programs.
package table

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Doc is the table with its notes, as the JSON holds it.
type Doc struct {
	SchemaVersion int    `json:"schema_version"`
	Encoding      string `json:"encoding"`
	Corpus        string `json:"corpus"`
	Machine       string `json:"machine,omitempty"` // that took the times; "" without times

	Cases     int            `json:"cases"`    // that the corpus has
	Runnable  int            `json:"runnable"` // whose command a program can be given
	NotRun    map[string]int `json:"not_run"`  // the others, by reason
	Shared    int            `json:"shared"`   // those that the rows are about
	LeftOut   []string       `json:"left_out"` // runnable ones that they aren't about: some program ran another command
	RawTokens int            `json:"raw_tokens"`
	Facts     int            `json:"facts"`
	WithFacts int            `json:"with_facts"` // shared outputs that have facts
	Long      int            `json:"long"`       // those of them that are longer than [LongTokens]
	Failed    int            `json:"failed"`     // shared outputs of commands that failed

	FailedFacts int `json:"failed_with_facts"` // those of them that have facts
	LogBytes    int `json:"log_bytes"`         // the log that the speed was measured on
	Rounds      int `json:"rounds"`            // of the times of a start

	Rows    []Row     `json:"rows"`
	Missing []Missing `json:"missing"`
}

// LongTokens is the size above which an output is long.
const LongTokens = 1000

// Kinds of rows.
const (
	KindRaw     = "raw"
	KindToktee  = "toktee"
	KindSame    = "same tokens" // a cut of as many tokens as toktee's text at balanced
	KindFixed   = "fixed"       // a cut of a fixed size
	KindPipe    = "pipe"        // a program that reads the command's output
	KindProgram = "program"
	KindServer  = "server" // of tools, called by mcpcall: it gives no exit code, and stays up from call to call
)

// Row is a row of the table.
type Row struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	How      string `json:"how"`
	Version  string `json:"version,omitempty"`
	Answered int    `json:"answered"` // runnable cases that it answered

	NotRun map[string]int `json:"not_run,omitempty"` // the others, by reason

	Tokens     int     `json:"tokens"`
	Saved      float64 `json:"saved"`
	Recall     float64 `json:"recall"`
	RecallLong float64 `json:"recall_long"`

	FailedExit0  *int `json:"failed_exit_0"` // nil for a server, which gives no exit code
	FailedPasses int  `json:"failed_passes"`
	FailedHidden int  `json:"failed_hidden"`

	Grew     int `json:"grew"`
	GrewMost int `json:"grew_most"`

	Start *Cost `json:"start,omitempty"` // nil for cuts, for servers, and without times
	Log   *Cost `json:"log,omitempty"`
}

// A Cost is the time that a program adds to a command, by the clock: the median over rounds of the difference, and of
// the quotient.
type Cost struct {
	BeyondMS float64 `json:"beyond_ms"`
	Times    float64 `json:"times"`
	MBps     float64 `json:"mb_per_s,omitempty"`           // of the log, by the clock
	MBPerCPU float64 `json:"mb_per_processor_s,omitempty"` // of the log, of all processors together
}

// Missing is a program that isn't measured.
type Missing struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// JSON is the table for programs.
func (d *Doc) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(d)
	return b.Bytes(), err
}

// Read reads a table that [Doc.JSON] wrote.
func Read(text []byte) (*Doc, error) {
	var d Doc
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	if d.SchemaVersion != 1 || len(d.Rows) == 0 {
		return nil, fmt.Errorf("schema_version %d, %d rows: want a table of version 1", d.SchemaVersion, len(d.Rows))
	}
	return &d, nil
}
