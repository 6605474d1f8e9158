package session

import (
	"fmt"
	"path/filepath"
)

// A syncPolicy decides when a log waits for the disk.
type syncPolicy int

const (
	syncTurns syncPolicy = iota // at the beginning and the end of a turn
	syncEach                    // after each item
	syncNever
)

// policy returns the policy that the options ask for.
func (o *Options) policy() syncPolicy {
	switch {
	case o.NoSync:
		return syncNever
	case o.SyncEach:
		return syncEach
	}
	return syncTurns
}

// isBoundary reports whether items of a kind begin or end a turn.
func isBoundary(k Kind) bool {
	return k == KindUser || k == KindMarker || k == KindEnd || k == KindEpoch
}

// settleAfter waits for the disk if the policy wants that after an item of a kind.
func (l *Log) settleAfter(k Kind) error {
	if l.policy == syncEach || l.policy == syncTurns && isBoundary(k) {
		return l.settle()
	}
	return nil
}

// settleBoundary waits for the disk at the beginning or the end of a turn.
func (l *Log) settleBoundary() error {
	if l.policy == syncNever {
		return nil
	}
	return l.settle()
}

// settle waits until all records would survive a power failure.
func (l *Log) settle() error {
	if err := l.flush(l.f); err != nil {
		return fmt.Errorf("waiting for the disk: %w", err)
	}
	return nil
}

// settleNew waits until a new file, with its name in its folder, would survive a power failure.
func (l *Log) settleNew() error {
	if err := l.settle(); err != nil {
		return err
	}
	return syncDir(filepath.Dir(l.path))
}
