package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Defaults of [Options].
const (
	DefaultTTL      = 400 * 24 * time.Hour
	DefaultMaxIndex = 512 << 20
	DefaultWindow   = 200_000
)

// busy is how long one process waits for another that writes. A transaction takes a fraction of a second.
const busy = 60 * time.Second

// A Ledger is an open database. Its methods are safe for concurrent use, also by other processes.
type Ledger struct {
	// fixed at creation
	o         Options
	shardText int64 // bytes of lines of a part of the index

	indexing sync.Mutex // held while this process writes

	mu    sync.RWMutex // guards what follows
	write *sql.DB      // one connection, whose transactions lock at once
	read  *sql.DB
}

// Open opens the ledger, or makes it.
func Open(ctx context.Context, o Options) (*Ledger, error) {
	if o.TTL <= 0 {
		o.TTL = DefaultTTL
	}
	if o.MaxIndex <= 0 {
		o.MaxIndex = DefaultMaxIndex
	}
	if o.Window <= 0 {
		o.Window = DefaultWindow
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	l := &Ledger{o: o, shardText: defaultShardText}
	err := l.open(ctx)
	if damaged(err) && !o.KeepDamaged {
		err = l.replace(ctx, err)
	}
	if err != nil {
		l.Close()
		return nil, fmt.Errorf("opening the ledger %s: %w", o.Path, err)
	}
	return l, nil
}

// open connects to the database, and creates missing tables.
func (l *Ledger) open(ctx context.Context) error {
	if err := create(l.o.Path); err != nil {
		return err
	}
	if err := l.probe(ctx); err != nil {
		return err
	}
	var err error
	if l.write, err = sql.Open("sqlite", source(l.o.Path, "_txlock=immediate", pragma("journal_mode(WAL)"),
		pragma("synchronous(NORMAL)"), pragma("cache_size(-65536)"))); err != nil {
		return err
	}
	l.write.SetMaxOpenConns(1)
	if err := prepare(ctx, l.write); err != nil {
		return err
	}
	l.read, err = sql.Open("sqlite", source(l.o.Path, pragma("query_only(1)"), pragma("cache_size(-32768)")))
	if err != nil {
		return err
	}
	l.read.SetMaxOpenConns(4)
	var n int
	return l.read.QueryRowContext(ctx, "SELECT count(*) FROM meta").Scan(&n)
}

// create makes an empty file that only its owner can read. SQLite gives its other files the same mode.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		return f.Close()
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		os.Chmod(path, 0o600) // if it fails, the file is another user's, who decides
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// probe looks at a database without changing a byte of it: whether it is one, and of which version.
func (l *Ledger) probe(ctx context.Context) error {
	if info, err := os.Stat(l.o.Path); err != nil || info.Size() == 0 {
		return err
	}
	db, err := sql.Open("sqlite", source(l.o.Path, "mode=ro"))
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := version(ctx, db); err != nil {
		return err
	}
	var n int
	return db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n)
}

// source is the name of a database with parameters.
func source(path string, parameters ...string) string {
	path = filepath.ToSlash(path)
	if abs, err := filepath.Abs(path); err == nil {
		path = filepath.ToSlash(abs)
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u := url.URL{Scheme: "file", Path: path}
	wait := pragma(fmt.Sprintf("busy_timeout(%d)", busy.Milliseconds()))
	u.RawQuery = strings.Join(append([]string{wait}, parameters...), "&")
	return u.String()
}

func pragma(p string) string { return "_pragma=" + p }

// Close closes it.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.disconnect()
}

func (l *Ledger) disconnect() error {
	var errs []error
	for _, db := range []*sql.DB{l.read, l.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	// They stay, closed: who asks a ledger that is closed, or couldn't be opened again, gets an error.
	return errors.Join(errs...)
}

// reader is the connection for questions.
func (l *Ledger) reader() *sql.DB {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.read
}

// writer is the connection for changes.
func (l *Ledger) writer() *sql.DB {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.write
}

// damaged reports whether an error means that the file is no valid database.
func damaged(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return true
	}
	return false
}

// damagedMark is in the names of databases that were moved aside, between the ledger's and the time.
const damagedMark = ".damaged-"

// replace moves a damaged database aside and opens a new one.
func (l *Ledger) replace(ctx context.Context, reason error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.disconnect()
	aside := l.o.Path + damagedMark + l.o.Now().UTC().Format("20060102T150405")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		err := os.Rename(l.o.Path+suffix, aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(reason, err)
		}
	}
	l.o.Warn(fmt.Errorf("the ledger was damaged and is made again from the journal: the old one is %s (%w)", aside,
		reason))
	return l.open(ctx)
}
