package replay

import "math"

// A Report is the result of a replay. Its shares are rounded to four decimals and its money to six when it is made, so
// that every form of it has the same numbers.
type Report struct {
	SchemaVersion int      `json:"schema_version"`
	Kind          string   `json:"kind"` // "replay"
	Encoding      string   `json:"encoding"`
	Levels        []string `json:"levels"`
	Primary       string   `json:"primary"`
	Seed          uint64   `json:"seed"`
	Resamples     int      `json:"resamples"`
	Redacted      bool     `json:"redacted"`
	Prices        Pricing  `json:"prices"`

	Input      Input        `json:"input"`
	Total      Group        `json:"total"`
	Modelled   []Modelled   `json:"modelled"` // by level
	Tools      []Group      `json:"tools"`
	Commands   []Group      `json:"commands"`
	Strategies []Group      `json:"strategies"` // by the strategy at the primary level
	Sessions   []Group      `json:"sessions"`
	Biggest    []Pick       `json:"biggest"`
	Worst      []Pick       `json:"worst"`
	Files      []File       `json:"files"`
	Calls      []CallRecord `json:"calls,omitempty"`
}

// Pricing is the table that the costs were estimated by, as far as it was used.
type Pricing struct {
	Date     string       `json:"date"`
	Source   string       `json:"source"`
	Currency string       `json:"currency"`
	Models   []ModelPrice `json:"models"`
}

// ModelPrice is how one model's results were priced.
type ModelPrice struct {
	Model   string  `json:"model"` // "" if the transcript doesn't name one
	Entry   string  `json:"entry"` // of the table
	Input   float64 `json:"input"`
	Cached  float64 `json:"cached"`
	Results int     `json:"results"`
}

// Input counts the input.
type Input struct {
	Files       int            `json:"files"`
	Transcripts int            `json:"transcripts"`
	Bytes       int64          `json:"bytes"`
	Records     int            `json:"records"`
	Unknown     map[string]int `json:"unknown"` // by format and kind
	Bad         int            `json:"bad"`
	TooLarge    int            `json:"too_large"`
	Half        int            `json:"half"`
	Orphans     int            `json:"orphans"`    // results without a call
	Unanswered  int            `json:"unanswered"` // calls without a result
	Copies      int            `json:"copies"`     // results that another file had already, not counted again
	// results that a summariser failed on; the raw text counts for them
	Failed        int      `json:"failed"`
	Images        int      `json:"images"`         // in results, not counted
	Cut           int      `json:"cut"`            // results with a note that the agent cut them
	OriginalKnown int      `json:"original_known"` // results with their size before the agent's cut
	Original      int64    `json:"original"`       // tokens of those, as the agent counted them
	OriginalThen  int64    `json:"original_then"`  // tokens of those in the transcript
	Problems      []string `json:"problems"`
}

// Group is the figures of some results.
type Group struct {
	Name         string       `json:"name"`
	Sessions     int          `json:"sessions"`
	Results      int          `json:"results"`
	Then         int64        `json:"then"`
	Evidence     int          `json:"evidence"`      // strings
	WithEvidence int          `json:"with_evidence"` // results that have any
	Repeats      int          `json:"repeats"`       // results of a call that was made before with the same output
	RepeatTokens int64        `json:"repeat_tokens"`
	Cost         float64      `json:"cost"` // of then
	Levels       []LevelScore `json:"levels"`
}

// LevelScore is how a level did.
type LevelScore struct {
	Level        string   `json:"level"`
	Now          int64    `json:"now"`
	Saved        Estimate `json:"saved"`
	Shortened    int      `json:"shortened"` // results with evidence that have fewer tokens now
	Lost         int      `json:"lost"`      // strings of evidence
	Recall       Estimate `json:"recall"`
	Hard         Estimate `json:"hard"`
	Intact       Estimate `json:"intact"`
	Net          Estimate `json:"net"`
	Refetched    int      `json:"refetched"`     // results that lost evidence
	RefetchExtra int64    `json:"refetch_extra"` // their raw tokens and 120 each
	RefetchTotal int64    `json:"refetch_total"` // summary, raw and 120 each
	Cost         float64  `json:"cost"`
	CostNet      float64  `json:"cost_net"` // including fetches
}

// An Estimate is a share with its 95% interval. Fields are nil if nothing defines them.
type Estimate struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// Pick is one result that is listed.
type Pick struct {
	Session  string   `json:"session"`
	File     string   `json:"file"`
	N        int      `json:"n"` // its place among the results of the file
	Tool     string   `json:"tool"`
	Call     string   `json:"call"` // the start of the command or the arguments
	Strategy string   `json:"strategy"`
	Then     int      `json:"then"`
	Now      []int    `json:"now"`
	Evidence int      `json:"evidence"`
	Lost     []int    `json:"lost"`
	Examples []string `json:"examples"` // of the strings that the primary level lost
}

// File is what one source came to.
type File struct {
	Name     string         `json:"name"`
	Format   string         `json:"format"` // "" for what isn't a transcript
	Error    string         `json:"error"`
	Versions map[string]int `json:"versions"`
	Bytes    int64          `json:"bytes"`
	Records  int            `json:"records"`
	Unknown  map[string]int `json:"unknown"`
	Bad      int            `json:"bad"`
	TooLarge int            `json:"too_large"`
	Half     bool           `json:"half"`
	Sessions int            `json:"sessions"`
	Results  int            `json:"results"`
	Problems []string       `json:"problems"`
}

// CallRecord is one result, for a recount by other programs.
type CallRecord struct {
	File     string      `json:"file"`
	Session  string      `json:"session"`
	N        int         `json:"n"`
	ID       string      `json:"id"`
	Tool     string      `json:"tool"`
	Sum      string      `json:"raw_sha256"`
	Then     int         `json:"then"`
	Later    int         `json:"later_requests"`
	Repeat   bool        `json:"repeat"`
	Evidence []string    `json:"evidence"`
	Levels   []CallLevel `json:"levels"`
}

// A CallLevel is a result at a level.
type CallLevel struct {
	Level    string   `json:"level"`
	Strategy string   `json:"strategy"`
	Now      int      `json:"now"`
	Text     string   `json:"text"`
	Lost     []string `json:"lost"`
}

// share rounds a share to four decimals.
func share(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// money rounds to six decimals.
func money(v float64) float64 { return math.Round(v*1e6) / 1e6 }
