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
	l.size = sc.whole
	complete := !sc.long && json.Valid(sc.tail) // a record that lacks its line feed alone
	if complete {
		sc.text = sc.tail
		l.state.see(sc.line)
	}
	switch {
	case l.state.newer > 0:
		return newerError(l.state.newer)
	case l.state.records == 0 && (l.size > 0 || !startsHeader(sc.tail)):
		return errNoLog
	case complete:
		if _, err := l.f.Write([]byte("\n")); err != nil {
			return err
		}
		l.size += int64(len(sc.tail)) + 1
	case len(sc.tail) > 0:
		if err := truncate(l.f, l.size); err != nil {
			return fmt.Errorf("cutting off an unfinished record: %w", err)
		}
	}
	if l.size > 0 {
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
