package abort

// For tests of this package's behaviour from outside.
const (
	Interval      = interval
	UnknownReason = unknownReason
	Unwritten     = unwritten
)

// Check looks for a request once.
func (r *Run) Check() error { return r.check() }
