package desk

import "github.com/toktee/toktee/internal/host/config"

// Experiment is the command that compares the sessions on the arms of an experiment.
const Experiment = "experiment"

// ExperimentReport names the experiment and the format of its report.
type ExperimentReport struct {
	Flags       config.Flags
	Name        string   // "" for the one that began last
	Transcripts []string // files and folders; nil for the agents' own
	JSON        bool
}
