package tokens

import "sync"

// pools are the counters that aren't in use.
var pools = map[Encoding]*sync.Pool{O200kBase: new(sync.Pool), Cl100kBase: new(sync.Pool)}

// Get returns a counter for the caller alone: one that was given back with [Put], or else a new one. "" is [Default].
func Get(enc Encoding) (*Counter, error) {
	enc, err := ParseEncoding(string(enc))
	if err != nil {
		return nil, err
	}
	if c, ok := pools[enc].Get().(*Counter); ok {
		return c, nil
	}
	return New(enc)
}

// Put gives a counter back, for others to [Get]. The caller must not use it any more.
func Put(c *Counter) { pools[c.enc].Put(c) }
