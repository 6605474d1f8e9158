package score

// Refetch is the cost of the call that fetches an output again, in tokens.
const Refetch = 120

// Measure is the figures that a summariser, a baseline and a peer have in common.
type Measure struct {
	Saved  float64
	Recall *float64 // nil when it is about no case
	Intact *float64 // nil when no case has facts
	Net    float64
}

// Fields are the figures for a JSON report.
func (m *Measure) Fields() map[string]any {
	return map[string]any{
		"saved": Fixed(m.Saved), "recall": FixedOrNull(m.Recall), "intact": FixedOrNull(m.Intact), "net": Fixed(m.Net),
	}
}

// Sum adds up cases.
type Sum struct {
	Cases    int
	Raw      int // tokens of the raw texts
	Tokens   int // tokens of the texts for the model
	Labelled int // cases that recall is about: they have facts, and their raw text exceeds the bound
	Facts    int // cases that have some

	cost   int // Tokens, and those of fetches
	intact int
	hard   int
	recall float64
}

// Add counts a case: the tokens of its raw text, the bound above which recall is about it, its facts, the tokens of the
// text for the model, and how many of the facts that text lost.
func (s *Sum) Add(raw, bound, facts, tokens, lost int) {
	s.Cases++
	s.Raw += raw
	s.Tokens += tokens
	s.cost += tokens
	if facts > 0 {
		s.Facts++
		if lost == 0 {
			s.intact++
		}
	}
	if lost > 0 {
		s.cost += raw + Refetch
	}
	if facts > 0 && raw > bound {
		s.Labelled++
		s.recall += float64(facts-lost) / float64(facts)
		if lost == 0 {
			s.hard++
		}
	}
}

// Join adds what another sum has.
func (s *Sum) Join(o *Sum) {
	s.Cases += o.Cases
	s.Raw += o.Raw
	s.Tokens += o.Tokens
	s.Labelled += o.Labelled
	s.Facts += o.Facts
	s.cost += o.cost
	s.intact += o.intact
	s.hard += o.hard
	s.recall += o.recall
}

// Measure is the figures of the cases so far.
func (s *Sum) Measure() Measure {
	m := Measure{Saved: saved(s.Tokens, s.Raw), Net: saved(s.cost, s.Raw)}
	if s.Facts > 0 {
		kept := share(s.intact, s.Facts)
		m.Intact = &kept
	}
	if s.Labelled > 0 {
		mean := s.recall / float64(s.Labelled)
		m.Recall = &mean
	}
	return m
}

// Hard is the share of the labelled cases that keep every fact, nil when there are none.
func (s *Sum) Hard() *float64 {
	if s.Labelled == 0 {
		return nil
	}
	h := share(s.hard, s.Labelled)
	return &h
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// saved is the share of raw that isn't spent; 0 when there was nothing.
func saved(spent, raw int) float64 {
	if raw == 0 {
		return 0
	}
	return 1 - float64(spent)/float64(raw)
}
