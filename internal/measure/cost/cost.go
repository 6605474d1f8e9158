// Package cost computes the price of a tool's result for a session: in the price of one input token ([Model]), or in
// money ([Prices]).
//
// # The model
//
// A shown token is written into the prompt cache once, and read from it by each later request until the context is
// compacted. An omitted part that is needed later costs a miss: one more call, which the model writes, one more
// request, whose context is read again, and the fetched text, which is then shown like any other.
//
//	shown = tokens * (Write + Read*later)
//	miss  = Call*Output + context*Read + shown(fetched)
//
// # Sources
//
// Write, Read, Input and Output are the ratios of the public price lists of Anthropic's and OpenAI's models of 2026: a
// cache write 1.25 times an input token, a read 0.1, an output token 5. Call is the length of a call: 86 tokens of
// arguments in the mean of 3,700 recorded calls, and the words around them. Range is the length of a fetched range of
// lines: the 200 lines that a text's last line proposes, of some 8 tokens each. They aren't known for all models, so
// reports have each figure at half and at double of each constant ([Model.Variants]).
//
// # Money
//
// Saved tokens are worth their price ([Model.Saved]), as the user sets it. Prices that are not set follow from that of
// an input token by the ratios above ([Model.PricesOf]). The result is a model of a bill, not a bill.
//
// It ignores time, the provider's batch prices, and a model that works worse with a fuller context.
package cost

// A Model is the price of things, in input tokens. The table of its constants is [Default].
type Model struct {
	Write  float64 // a token that is written into the cache
	Read   float64 // a token that is read from it
	Output float64 // a token that the model writes
	Call   float64 // tokens of a call that fetches something again
	Range  float64 // the most tokens that such a call fetches, if it names lines
}

// Default returns the model with the constants of reported figures.
func Default() Model { return Model{Write: 1.25, Read: 0.1, Output: 5, Call: 120, Range: 1600} }

// Shown returns the cost of a text that so many later requests read.
func (m Model) Shown(tokens float64, later int) float64 {
	return tokens * (m.Write + m.Read*float64(later))
}

// Miss returns the cost of a fetch: in a context of so many tokens, from an output of so many, with so many later
// requests.
func (m Model) Miss(context, output float64, later int) float64 {
	return m.Call*m.Output + context*m.Read + m.Shown(min(output, m.Range), later)
}

// A Variant is a model with one constant changed.
type Variant struct {
	Name  string // "base", "write x0.5", "write x2", ...
	Model Model
}

// Variants returns the model itself, and copies with each of its constants halved and doubled.
func (m Model) Variants() []Variant {
	list := []Variant{{"base", m}}
	for _, c := range []struct {
		name string
		of   func(*Model) *float64
	}{
		{"cache write", func(m *Model) *float64 { return &m.Write }},
		{"cached read", func(m *Model) *float64 { return &m.Read }},
		{"output", func(m *Model) *float64 { return &m.Output }},
		{"call", func(m *Model) *float64 { return &m.Call }},
		{"range", func(m *Model) *float64 { return &m.Range }},
	} {
		half, double := m, m
		*c.of(&half) /= 2
		*c.of(&double) *= 2
		list = append(list, Variant{c.name + " x0.5", half}, Variant{c.name + " x2", double})
	}
	return list
}
