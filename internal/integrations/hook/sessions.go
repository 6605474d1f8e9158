package hook

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/host/store"
)

// A Session is one of an agent's in which the hook was called.
type Session struct {
	Agent, ID string // the agent's name, and its own name of the session
	Dir       string // the working folder of the first event
	Program   bool   // a program of the model's made the first call, and read its result
	Last      time.Time
	Results   int // results of at least 256 bytes that the hook was asked about, and could have replaced
	Short     int // those that it did replace
}

// Sessions returns those that the store's folder knows, the latest first.
func Sessions(storeDir string) ([]Session, error) {
	paths, err := store.SessionFiles(storeDir)
	if err != nil {
		return nil, err
	}
	var list []Session
	for _, path := range paths {
		if s, ok := sessionOf(path); ok {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Session) int { return b.Last.Compare(a.Last) })
	return list, nil
}

func sessionOf(path string) (s Session, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return s, false
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return s, false
	}
	s.Last = st.ModTime()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var n note
		if json.Unmarshal(lines.Bytes(), &n) != nil {
			continue
		}
		switch n.What {
		case began:
			s.Agent, s.ID, s.Dir, s.Program = n.Agent, n.Session, n.Dir, n.Program
		case given:
			s.Results++
			if n.Short {
				s.Short++
			}
		}
	}
	return s, s.Agent != ""
}
