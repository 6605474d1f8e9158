package telemetry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/diskfile"
)

// The files of an exporter in the store's folder.
const (
	stateName = store.TelemetryFile
	lockName  = "telemetry.lock"
)

// stateVersion is the form of the file. A program leaves one of a newer form as it is.
const stateVersion = 1

// A state is the exporter's memory between runs: the place up to which the journal was sent, and the counters up to
// there.
//
//	{"version":1,"instance":"5f0c…","start":"2026-11-23T21:04:55Z","read":{"2026-11-23.jsonl":8211},…}
type state struct {
	Version  int              `json:"version"`
	Instance string           `json:"instance"`         // distinguishes two exporters for the collector
	Start    time.Time        `json:"start"`            // when the counters were zero
	Read     map[string]int64 `json:"read"`             // how many bytes of each file of the journal were sent
	Counted  time.Time        `json:"counted,omitzero"` // when the collector accepted the counters last
	Series   []series         `json:"series,omitempty"`
}

// loadState reads the state in a folder, or begins one.
func loadState(dir string, now func() time.Time) (*state, error) {
	path := filepath.Join(dir, stateName)
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &state{Version: stateVersion, Instance: uuid.NewString(), Start: now().UTC()}, nil
	case err != nil:
		return nil, fmt.Errorf("reading how far the journal was sent: %w", err)
	}
	var s state
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&s); err != nil {
		return nil, fmt.Errorf("%s is damaged, remove it to send the journal from its beginning: %w", path, err)
	}
	if s.Version > stateVersion {
		return nil, fmt.Errorf("%s: a newer toktee has written it", path)
	}
	return &s, nil
}

// accepted notes that the collector has the counters as they are.
func (s *state) accepted(now time.Time) {
	s.Counted = now.UTC()
	for i := range s.Series {
		s.Series[i].Sent = s.Series[i].Total.clone()
	}
}

// save replaces the state atomically: a reader finds the old one or the new one. Its mode is 0600.
func (s *state) save(dir string) error {
	b, err := json.Marshal(s)
	if err == nil {
		err = diskfile.Write(filepath.Join(dir, stateName), append(b, '\n'), dir, stateName+".*")
	}
	if err != nil {
		return fmt.Errorf("noting how far the journal was sent: %w", err)
	}
	return nil
}

// lockDir makes this process the one that exports from a folder, until unlock or its end.
func lockDir(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the store's folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("locking: %w", err)
	}
	switch ok, err := diskfile.Lock(f); {
	case err != nil:
		f.Close()
		return nil, fmt.Errorf("locking %s: %w", f.Name(), err)
	case !ok:
		f.Close()
		return nil, fmt.Errorf("%w: %s is locked", ErrBusy, f.Name())
	}
	return func() { f.Close() }, nil
}
