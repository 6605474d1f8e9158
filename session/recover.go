package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// recover finds where to go on, and writes the header of a new log.
func (l *Log) recover(id string) error {
	sc := newScanner(l.f)
	for sc.next() {
		l.state.see(sc.line)
	}
	if sc.err != nil {
		return sc.err
	}
	if l.state.newer > 0 {
		return newerError(l.state.newer)
	}
	l.size = sc.whole
	if tail := sc.tail; len(tail) > 0 {
		if l.state.records == 0 && !startsHeader(tail) {
			return errNoLog
		}
		// A whole record that lacks its line feed is complete.
		if json.Valid(tail) {
			if _, err := l.f.Write([]byte("\n")); err != nil {
				return err
			}
			l.size += int64(len(tail)) + 1
		} else if err := l.f.Truncate(l.size); err != nil {
			return fmt.Errorf("cutting off an unfinished record: %w", err)
		}
	}
	if l.size > 0 {
		if l.state.records == 0 {
			return errNoLog
		}
		return nil
	}
	b, err := encode(Header{Kind: kindHeader, Version: SchemaVersion, ID: id, Time: l.now().UTC()})
	if err != nil {
		return err
	}
	if err := l.write(b); err != nil {
		return err
	}
	if l.policy == SyncNever {
		return nil
	}
	return l.settle(true)
}

var errNoLog = errors.New("it is not a session")

func newerError(version int) error {
	return fmt.Errorf("schema_version is %d: this version reads up to %d", version, SchemaVersion)
}

// startsHeader reports whether a crash may have left the text of a header that was being written.
func startsHeader(tail []byte) bool {
	const head = `{"kind":"session","schema_version":`
	tail = bytes.TrimRight(tail, "\x00")
	return strings.HasPrefix(head, string(tail[:min(len(tail), len(head))]))
}
