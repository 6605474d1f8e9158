package view

import "github.com/toktee/toktee/result"

// The details of results, as strategies and tools write them. [result.Details.Decode] skips fields of an unknown form.

// reportsOf returns the reports of a command's programs, without fields of an unknown form.
func reportsOf(d result.Details) []result.RunReport {
	reports, _ := d.Runs()
	return reports
}

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
	Pattern      string `json:"pattern"`
	TotalMatches int    `json:"total_matches"`
	TotalFiles   int    `json:"total_files"`
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
	FilePath  string `json:"file_path"`
	Diff      string `json:"diff"`
	Additions int64  `json:"additions"`
	Deletions int64  `json:"deletions"`
	Commits   int64  `json:"commits"`
	Truncated bool   `json:"truncated"`
	Files     []struct {
		Path      string `json:"path"`
		OldPath   string `json:"old_path"`
		Status    string `json:"status"`
		Binary    bool   `json:"binary"`
		Additions int64  `json:"additions"`
		Deletions int64  `json:"deletions"`
	} `json:"files"`
	MoreFiles  int `json:"more_files"`
	CommitList []struct {
		Hash      string `json:"hash"`
		Files     int64  `json:"files"`
		Additions int64  `json:"additions"`
		Deletions int64  `json:"deletions"`
	} `json:"commit_list"`
}

// detailRead is the outline of a file.
type detailRead struct {
	Path     string `json:"path"`
	Language string `json:"language"`
	Lines    int    `json:"lines"`
	Symbols  []struct {
		Name  string `json:"name"`
		Kind  string `json:"kind"`
		First int    `json:"first_line"`
		Last  int    `json:"last_line"`
		Depth int    `json:"depth"`
	} `json:"symbols"`
	Truncated bool `json:"truncated"`
}

// detailList is a listing of files.
type detailList struct {
	Path       string `json:"path"`
	Entries    int64  `json:"entries"`
	Files      *int64 `json:"files"`
	Dirs       *int64 `json:"dirs"`
	Bytes      *int64 `json:"bytes"`
	Extensions []struct {
		Ext   string `json:"ext"`
		Count int64  `json:"count"`
	} `json:"extensions"`
	Folders []struct {
		Path    string `json:"path"`
		Entries int64  `json:"entries"`
	} `json:"folders"`
}

// detailLog are the kinds of records of a log.
type detailLog struct {
	Templates []struct {
		Template string `json:"template"`
		Example  string `json:"example"`
		Level    string `json:"level"`
		Count    int64  `json:"count"`
		First    int    `json:"first_line"`
		Last     int    `json:"last_line"`
		From     string `json:"first_time"`
		To       string `json:"last_time"`
	} `json:"templates"`
	Kinds int64 `json:"kinds"`
}

// detailData is the shape of a document, such as JSON.
type detailData struct {
	Format string   `json:"format"`
	Keys   []string `json:"keys"`
	Tables []struct {
		Path    string   `json:"path"`
		Rows    int64    `json:"rows"`
		Columns []string `json:"columns"`
	} `json:"tables"`
}

// detailOutline are the sections of a help text.
type detailOutline struct {
	Sections []struct {
		Title   string `json:"title"`
		Kind    string `json:"kind"`
		Entries int64  `json:"entries"`
	} `json:"sections"`
}

// detailStatus are untracked files.
type detailStatus struct {
	Untracked []struct {
		Path    string `json:"path"`
		Files   int64  `json:"files"`
		Folders int64  `json:"folders"`
	} `json:"untracked"`
}
