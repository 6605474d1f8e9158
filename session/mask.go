package session

// Mask replaces older results in a [View] by one line with their id and size. The newest ones stay: those that the window
// holds, and always those of the last response, which the model hasn't seen yet. When the window is full, results are
// masked until it is half empty, so that the start of the conversation changes rarely and stays in the provider's cache.
// The log isn't touched.
type Mask struct {
	Results int // how many results the window holds; 0 is any number
	Tokens  int // how many tokens of results it holds; 0 is any number
	// Recover says how the whole of a result can be had, such as "toktee show 401882137095". Nil says nothing.
	Recover func(resultID string) string
}

func (m *Mask) apply(entries []Entry, items []Item) {}
