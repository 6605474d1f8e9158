package desk

// Experiment is the command that compares the sessions on the arms of an experiment.
const Experiment = "experiment"

// ExperimentReport names the experiment and the format of its report.
type ExperimentReport struct {
	Name        string   // "" for the one that began last
	Transcripts []string // files and folders; nil for the agents' own
	JSON        bool
}
