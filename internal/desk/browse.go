package desk

import "time"

// Browse is the command that shows the terminal view.
const Browse = "browse"

// View has the options of the terminal view.
type View struct {
	ID      string    // one result; "" is the list
	Session string    // the list is of this session; "" is of all
	Plain   bool      // there is nothing to draw on: the list is printed
	Since   time.Time // the list is of calls from then on; zero is of all
}
