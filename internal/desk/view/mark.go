package view

// A Mark is a piece of a scrollbar, and what lies there.
type Mark struct {
	First, Last int      // lines of the output, Last below First in a bar that is longer than the output
	Severity    Severity // the worst of them
	Shown       bool     // the model's text has one of them
	Gap         bool     // one of them is in a gap
}

// Direction is [Forward] or [Backward].
type Direction int

// The directions.
const (
	Forward  Direction = 1
	Backward Direction = -1
)
