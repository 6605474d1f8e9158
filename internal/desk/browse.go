package desk

import "time"

// Browse is the command that shows the terminal view.
const Browse = "browse"

// View has the options of the terminal view.
type View struct {
	ID      string    // one result; "" is the list of sessions
	Session string    // the first screen is this session
	Plain   bool      // there is nothing to draw on: the newest results are printed, of Session or of all
	Since   time.Time // the first screen is the list of results from then on
}
