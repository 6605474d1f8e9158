package view

import "github.com/toktee/toktee/result"

// The details of results, as strategies and tools write them. [result.Details.Decode] skips fields of an unknown form.

// linesOf returns the first and the last line of the full output that report a finding, 0 if they aren't known.
func linesOf(f *result.Finding) (first, last int) {
	if len(f.Lines) == 2 && f.Lines[0] > 0 && f.Lines[0] <= f.Lines[1] {
		return f.Lines[0], f.Lines[1]
	}
	return 0, 0
}

// findingSeverity returns how bad a finding is.
func findingSeverity(f *result.Finding) Severity {
	if f.Warning {
		return Warning
	}
	return Error
}

// detailSearch are the matches of a search.
type detailSearch struct {
	TotalMatches int `json:"total_matches"`
	TotalFiles   int `json:"total_files"`
	Files        []struct {
		File  string `json:"file"`
		Count int    `json:"count"`
	} `json:"files"`
	Matches []struct {
		File          string   `json:"file"`
		LineNumber    int      `json:"line_number"`
		LineContent   string   `json:"line_content"`
		ContextBefore []string `json:"context_before"`
		ContextAfter  []string `json:"context_after"`
	} `json:"matches"`
	Truncated bool `json:"truncated"`
}

// detailChange is a change of files, of type "edit" or "diff".
type detailChange struct {
	FilePath  string        `json:"file_path"`
	Diff      string        `json:"diff"`
	Additions int64         `json:"additions"`
	Deletions int64         `json:"deletions"`
	Files     []changedFile `json:"files"`
	MoreFiles int           `json:"more_files"`
}

type changedFile struct {
	Path      string `json:"path"`
	OldPath   string `json:"old_path"`
	Status    string `json:"status"`
	Binary    bool   `json:"binary"`
	Additions int64  `json:"additions"`
	Deletions int64  `json:"deletions"`
}
