package logs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

const (
	maxRow   = 170 // bytes of a row without its number and its times
	maxPlace = 60  // bytes of the place before its message
	longRow  = 130 // bytes of it that are shown first, if there are few
	shortRow = 80  // if there are many
	tableTop = 900 // bytes that all rows of troubles have at first, if possible
	maxRows  = 200 // rows of a rank,
	maxNoted = 30  // of kinds with words of trouble and a harmless level
	rare     = 2   // records of a kind that is listed for being rare
)

// rowOf returns a record as a table shows it: the program, the level, a message, and the error that a field names.
func rowOf(r *record, msg string) string {
	if msg == "" || len(msg)-len(r.msg) > maxPlace {
		msg = r.msg
	}
	row := msg[:min(len(msg), maxRow+1)]
	if r.word != "" {
		row = r.word + " " + row
	}
	if r.prog != "" && msg != r.full {
		row = r.prog + ": " + row
	}
	if r.relay != "" && r.prog != r.relay {
		row = r.relay + ": " + row
	}
	if r.why != "" {
		row += ": " + r.why[:min(len(r.why), maxRow+1)]
	}
	return cutRow(row)
}

// cutRow cuts a row to its length.
func cutRow(row string) string { return strings.Clone(cutTo(row, maxRow)) }

// cutTo cuts a text to n bytes, after a word.
func cutTo(s string, n int) string {
	if len(s) <= n {
		return s
	}
	end := n
	for end > n/2 && wordByte(s[end-1]) && wordByte(s[end]) { // no number is cut into another
		end--
	}
	return strings.TrimRight(s[:textline.RuneStart(s, end)], " ,;:(") + "…"
}

// grave returns how much the records of a kind matter: 2 for errors, 1 for warnings, 0 for others. Without a level, the
// words of the message decide.
func (k *kind) grave() int {
	switch {
	case k.level >= severe, k.level == unknown && k.words == textline.Failure:
		return 2
	case k.level == warn, k.level == unknown && k.words == textline.Suspect:
		return 1
	}
	return 0
}

// isNoted reports whether a kind has a harmless level, but words of trouble or redis's mark for notices: "INFO gave up:
// the service entered FATAL state".
func (k *kind) isNoted() bool {
	return k.grave() == 0 && (k.level == noted || k.words >= textline.Suspect || hasTrouble(k.msg))
}

// troubleWords occur in messages about a failure that has no other word for it.
var troubleWords = [...]string{
	"can't ", "couldn't ", "could not ", "timed out", "gave up", "giving up", "connection lost", "lost connection",
	"Error: ",
}

// hasTrouble reports whether the words of a message mean that something didn't work.
func hasTrouble(msg string) bool {
	msg = start(msg)
	for _, w := range troubleWords {
		if strings.Contains(msg, w) {
			return true
		}
	}
	return false
}

// rows adds the table of kinds above the records: errors, warnings, then rare and frequent kinds in turns.
//
//	147x ERROR the queue is full (06:41:07 to 07:12:33)
func rows(c *strategies.Collector, kinds []*kind) {
	list := slices.Clone(kinds)
	slices.SortStableFunc(list, func(a, b *kind) int {
		return cmp.Or(
			cmp.Compare(b.grave(), a.grave()), cmp.Compare(max(b.level, severe), max(a.level, severe)),
			cmp.Compare(a.count, b.count),
		)
	})
	if slices.ContainsFunc(list, func(k *kind) bool { return k.varies }) {
		c.Add(strategies.Fact{
			Kind: kindOfRecord, Rank: strategies.Critical, Lead: true, Extra: true,
			Text: "kinds of records, values of the first:",
		})
	}
	troubles := 1
	for _, k := range list {
		troubles += min(k.grave(), 1)
	}
	short := min(max(tableTop/troubles, shortRow), longRow)
	n := [3]int{}
	for _, k := range list {
		g := k.grave()
		if n[g]++; g == 0 || n[g] > maxRows {
			continue
		}
		c.Add(k.fact(strategies.Critical, "", short))
	}
	noticed := notedRows(c, list, short)
	calmRows(c, list)
	if more := max(n[2]-maxRows, 0) + max(n[1]-maxRows, 0) + max(noticed-maxNoted, 0); more > 0 {
		c.Add(moreKinds(more))
	}
}

// notedRows adds the rows of the kinds that are noted. Those with words of trouble come first, then the most frequent
// and the latest.
func notedRows(c *strategies.Collector, list []*kind, short int) (all int) {
	var noticed []*kind
	for _, k := range list {
		if k.isNoted() {
			noticed = append(noticed, k)
		}
	}
	slices.SortStableFunc(noticed, func(a, b *kind) int {
		return cmp.Or(cmp.Compare(b.words, a.words), cmp.Compare(b.count, a.count), cmp.Compare(b.first, a.first))
	})
	for _, k := range noticed[:min(len(noticed), maxNoted)] {
		c.Add(k.fact(strategies.Evidence, "noted", short))
	}
	return len(noticed)
}

// calmRows adds the rows of the kinds without trouble.
func calmRows(c *strategies.Collector, list []*kind) {
	var seldom, often []*kind
	for _, k := range list {
		switch {
		case k.grave() > 0 || k.isNoted():
		case k.count <= rare && !textline.AddressesModel(k.msg):
			seldom = append(seldom, k)
		default:
			often = append(often, k)
		}
	}
	slices.Reverse(often) // the most frequent first
	slices.SortStableFunc(often, func(a, b *kind) int { return cmp.Compare(b.count, a.count) })
	for _, k := range often[:min(len(often), maxRows)] {
		c.Add(k.fact(k.calmRank(), "frequent", shortRow))
	}
	for _, k := range seldom[:min(len(seldom), maxRows)] {
		c.Add(k.fact(k.calmRank(), "rare", shortRow))
	}
	if more := max(len(seldom)-maxRows, 0) + max(len(often)-maxRows, 0); more > 0 {
		c.Add(moreKinds(more))
	}
}

// moreKinds returns a row that counts the kinds without a row of their own.
func moreKinds(n int) strategies.Fact {
	return strategies.Fact{
		Kind: kindOfRecord, Rank: strategies.Noise, Count: n, Text: words.Count(n, "more kind", "more kinds"),
	}
}

// calmRank returns the rank of a kind without trouble.
func (k *kind) calmRank() strategies.Rank {
	if k.level == debug {
		return strategies.Detail
	}
	return strategies.Context
}

// kindOfRecord is the noun of a row.
const kindOfRecord strategies.Kind = "kind"

// sources returns the lines of the first record of a kind, and of the last one, which has the last time. The time may
// be on the line above.
func (k *kind) sources() []strategies.Span {
	spans := []strategies.Span{{First: max(1, k.first-1), Last: max(k.first, k.end)}}
	if k.last > k.first {
		spans = append(spans, strategies.Span{First: k.last - 1, Last: k.last})
	}
	return spans
}

// fact returns the row of a kind. short is how many bytes of it are shown at first.
func (k *kind) fact(rank strategies.Rank, group string, short int) strategies.Fact {
	f := strategies.Fact{
		Kind: kindOfRecord, Rank: rank, Group: group, Sources: k.sources(),
		Text:  strconv.Itoa(k.count) + "x " + cmp.Or(k.full, k.row),
		Short: strconv.Itoa(k.count) + "x " + cutTo(k.row, short),
	}
	switch {
	case k.from == "", k.unordered, isNumber(k.from): // seconds since 1970 are no help to a reader
	case k.to == k.from:
		f.Text += " (" + k.from + ")"
	default:
		f.Text += " (" + k.from + " to " + k.to + ")"
	}
	return f
}
