package desk

import "path/filepath"

// TeamName is the name of the executable with a team's store. Its drivers would more than double toktee-desk, so it is
// built by those who have one. It has the commands [Sync], and [History] and [Stats] of all machines.
const TeamName = "toktee-team"

// Sync is the command that pushes this machine's ledger and shared outputs to the team's store in the settings.
const Sync = "sync"

// TeamSync has the options of a sync. The place is in the settings, since others see the arguments of a process.
type TeamSync struct {
	TakeOver bool // replace the rows under this machine's name, and those of its store under another
	Remove   bool // remove this machine's rows and outputs, and push nothing
}

// History is the command that lists the failures of a repository on all machines.
const History = "history"

// TeamHistory selects the failures of the repository that the working folder is in, and the form.
type TeamHistory struct {
	Query string
	JSON  bool
}

// TeamArgv returns the command line that starts a command of toktee-team: the executable in the folder of self, else
// the one on PATH.
func TeamArgv(self, command string, options any) ([]string, error) {
	dir := filepath.Dir(self)
	if FromGoRun(self) {
		dir = "DIR"
	}
	install := "in a clone, go -C contrib/stores/team build -o " + dir + " ./cmd/toktee-team builds it"
	if dir == "DIR" {
		install += "; DIR is a folder on PATH"
	}
	return argv(self, TeamName, nil, install+", see docs/stores.md", command, options)
}
