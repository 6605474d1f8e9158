package desk

import "time"

// Stats is the command that reports savings.
const Stats = "stats"

// StatsQuery selects calls, groups and the format.
type StatsQuery struct {
	Since, Until time.Time // Until isn't included; zero is open
	Session      string    // with its sub-agents; "" for all
	By           string    // "" for today, this week and all time
	Limit        int       // groups that are shown; 0 for all
	Form         string    // text, json or csv
}

// Statusline is the command that prints one line for the foot of an agent's window, which its JSON on standard input
// describes. It has the options StatuslineOptions, and exits with 0 whatever happens.
const Statusline = "statusline"

// StatuslineOptions name a shell command of another status line that is printed first, "" for none.
type StatuslineOptions struct{ After string }
