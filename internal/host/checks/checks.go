// Package checks records the tests, builds and lints that agents ran in a repository, and the files that they edited.
// Later texts state facts from it: since when a test fails, whether it is flaky, which run a claim contradicts.
//
//	log := checks.Open(dir, repository)
//	err := log.Append(checks.Entry{Event: checks.Ran, Time: now, ...})
//	entries, err := log.Read()
//
// # Form
//
// There is a file for each repository, shared by its worktrees, with a line of JSON for each entry, in the order of
// their ends. Each line is one write that opens with a line feed, so that a line which a power failure has cut doesn't
// damage the next one. Lines of an unknown form are left out. Files have mode 0600.
//
// # History
//
// [History] returns the facts about one failure from a log's entries, and [Clause] words them for a text. Of a long
// log, the newest entries state less.
//
// # Limits and cost
//
// Appending takes some 10 µs and doesn't sync. An entry has at most 32 KiB: its longest lists are cut, and marked.
// [Log.Read] reads the last 8 MiB of a file, [Log.About] the last 128 KiB. [Prune] keeps a file below 8 MiB, and its
// entries for 400 days.
package checks

import (
	"time"

	"github.com/toktee/toktee/result"
)

// An Event is the kind of an entry.
type Event string

const (
	Ran    Event = "ran"    // a command with checks ended
	Edited Event = "edited" // an agent changed a file with a tool of its own
)

// A Kind is a kind of check.
type Kind string

const (
	Tests Kind = "tests"
	Build Kind = "build"
	Lint  Kind = "lint" // linters, type checkers and formatters that only check
)

// An Entry is one event of a repository.
type Entry struct {
	Event   Event     `json:"event"`
	Time    time.Time `json:"time"`              // of the end
	Session string    `json:"session,omitempty"` // of a sub-agent, "SESSION/AGENT"
	Agent   string    `json:"agent,omitempty"`   // its name, such as claude
	Root    string    `json:"root,omitempty"`    // the worktree's folder

	// File is the changed file of Edited, relative to Root with slashes; outside of it, absolute.
	File string `json:"file,omitempty"`

	// The other fields are of Ran.

	ID      string        `json:"id,omitempty"`  // of the result
	Dir     string        `json:"dir,omitempty"` // the working folder, as File
	Command string        `json:"command,omitempty"`
	Took    time.Duration `json:"took,omitempty"`    // since the start; 0 if that isn't known
	Code    *int          `json:"code,omitempty"`    // the exit status of the command
	Outcome string        `json:"outcome,omitempty"` // of the command: pass, fail, unknown
	Checks  []Check       `json:"checks,omitempty"`
	State   State         `json:"state,omitzero"`

	// Piped means that Code and Outcome are those of a program before a pipe, which the agent didn't see.
	Piped bool `json:"piped,omitempty"`
}

// A Check is the run of one program.
type Check struct {
	Program string           `json:"program"` // as reports name it: go, pytest
	Kind    Kind             `json:"kind,omitempty"`
	Outcome string           `json:"outcome"` // pass, fail, unknown
	Counts  map[string]int64 `json:"counts,omitempty"`
	// Failures are the failed tests, or the errors. Cut marks the start of a longer list.
	Failures []result.Finding `json:"failures,omitempty"`
	Cut      bool             `json:"cut,omitempty"`
	// Whole means that Failures has every failure of the command's selection: the output wasn't cut or filtered, no
	// test was left out after a first failure or a crash, and everything was built.
	Whole bool `json:"whole,omitempty"`
	// ByFile means that two tests of one name are distinguished by their files.
	ByFile bool `json:"by_file,omitempty"`
}

// A State is the state of a repository's files when a run ended, as far as it was read.
type State struct {
	Head   string `json:"head,omitempty"`   // the commit's hash; "" without a repository, or without a commit
	Branch string `json:"branch,omitempty"` // "" if HEAD is detached
	// Place identifies the folder of the worktree and that of git: another clone that was moved or mounted to the path
	// of Root has another place.
	Place string `json:"place,omitempty"`
	// Newest is when a tracked file or git's index was changed last. It is set for runs with failures alone, if a fact
	// may need it ([NeedsState]), every tracked file was looked at, and none was changed after the run's start.
	Newest time.Time `json:"newest,omitzero"`
	// Changed means that some tracked files differ from the index. False isn't known without Newest.
	Changed bool `json:"changed,omitempty"`
}
