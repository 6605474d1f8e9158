package tokens

import "sync"

var pools = map[Encoding]*sync.Pool{O200kBase: new(sync.Pool), Cl100kBase: new(sync.Pool)}

// Get returns a counter that is the caller's alone, an old one if there is one. It is given back with [Put].
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

// Put gives a counter back for others to [Get]. The caller must not use it any more.
func Put(c *Counter) { pools[c.enc].Put(c) }
