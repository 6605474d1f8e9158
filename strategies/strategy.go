package strategies

import "context"

// A Strategy turns one kind of output into a digest. It must be deterministic, must not keep state between calls, and
// must be safe for concurrent use. The package comment lists the duties of a digest.
type Strategy interface {
	// Name names the strategy in results and warnings, such as "search".
	Name() string
	// Match returns how sure the strategy is that the input is its kind. It must be cheap: it looks at names, the
	// command line and [Input.Head], and never sees the whole text.
	Match(in *Input) Confidence
	// Digest reads the lines, as often as it likes, and fills the collector. On a [Decline] the next strategy that
	// matches gets the output; any other error also leaves a warning.
	Digest(ctx context.Context, in *Input, lines Lines, c *Collector) error
}

// Decline is the error of a strategy that finds an output to be of another kind. The next strategy answers, without a
// warning. Any other error is a warning.
type Decline string

// Error is the reason.
func (d Decline) Error() string { return string(d) }

// Confidence is how sure a strategy is that an input is its own. The highest wins; on a tie, the strategy that was
// registered first.
type Confidence int

// The confidences, in the order in which they take precedence: a later one beats all that come before it.
const (
	No       Confidence = iota // the input is of another kind
	Maybe                      // anything could be: the general engine
	Looks                      // the text looks like it
	Command                    // by the command line
	Sequence                   // by the command line: several outputs follow one another
	Tool                       // by the tool's name
	Record                     // the text shows its kind whatever tool read it: a log that was read as a file
	Sure                       // names and text agree
	Document                   // the whole text is one machine-readable document, whatever printed it
)
