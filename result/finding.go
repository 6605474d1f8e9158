package result

import "fmt"

// RunsType is the type of details that list what programs reported: see [RunDetails].
const RunsType = "runs"

// A RunReport holds the report of one program of a command: "go: 2 failed, 410 passed" with its failures.
type RunReport struct {
	Tool      string           `json:"tool"`    // the program, such as "go" or "pytest"
	Outcome   string           `json:"outcome"` // "pass", "fail" or "unknown"
	Counts    map[string]int64 `json:"counts,omitempty"`
	Failures  []Finding        `json:"failures,omitempty"`
	Truncated bool             `json:"truncated,omitempty"` // Failures is the start of a longer list
	Partial   bool             `json:"partial,omitempty"`   // the program reported more than the output contains
}

// A Finding is a failed test or a diagnostic: an error or a warning, with its place. Empty fields are unknown.
type Finding struct {
	Name    string `json:"name,omitempty"` // of the test, or the rule of a linter
	Package string `json:"package,omitempty"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"` // in the file
	Column  int    `json:"column,omitempty"`
	Message string `json:"message,omitempty"`
	Warning bool   `json:"warning,omitempty"`
	// Lines are the first and the last line of the output that report it.
	Lines []int `json:"lines,omitempty"`
}

// runDetails is the JSON object of details of type "runs".
type runDetails struct {
	Runs []RunReport `json:"runs"`
}

// RunDetails makes details of type "runs". They keep the reports, which must not change from then on: [Details.Runs]
// returns them in this process without decoding.
func RunDetails(reports []RunReport) (Details, error) {
	d, err := NewDetails(RunsType, runDetails{reports})
	if err == nil {
		d.runs = &reports
	}
	return d, err
}

// Runs returns the reports of details of type "runs". The caller must not change them. An error means that the details
// are of another type, or that some members have an unexpected form. The reports then hold the other members.
func (d Details) Runs() ([]RunReport, error) {
	if d.runs != nil {
		return *d.runs, nil
	}
	if d.typ != RunsType {
		return nil, fmt.Errorf("details of type %q list no reports of programs", d.typ)
	}
	var list runDetails
	err := d.Decode(&list)
	return list.Runs, err
}
