package ledger

import (
	"context"
	"database/sql"
	"fmt"
)

// schemaVersion is the version of [schema], which the database has in its user_version.
const schemaVersion = 5

// schema makes an empty ledger. Bills are by quarter hour.
//
// A context is the part of a session since its start, its last compaction, or the compaction that would have happened
// without toktee ("isfull"). "base" is how many tokens its requests had before that, if that is known, or -1.
// The requests of a context are its results and untouched outputs. "at" is the number of a call among the requests; for
// a re-read, the number of requests before it. "lag" is the sum over the re-reads of a call of tokens times "at". With
// it, the tokens that later requests didn't have to read can be computed from the number of requests, so a new request
// changes no earlier row (see reread).
const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE positions (file TEXT PRIMARY KEY, offset INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE contexts (
	id INTEGER PRIMARY KEY, session TEXT NOT NULL, main TEXT NOT NULL, epoch INTEGER NOT NULL,
	requests INTEGER NOT NULL, isfull INTEGER NOT NULL DEFAULT 0, base INTEGER NOT NULL DEFAULT 0,
	UNIQUE (session, epoch)
);
CREATE TABLE calls (
	seq INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, passed INTEGER NOT NULL, context INTEGER NOT NULL,
	at INTEGER NOT NULL, id TEXT NOT NULL, call_id TEXT NOT NULL, door TEXT NOT NULL, program TEXT NOT NULL,
	dir TEXT NOT NULL, tool TEXT NOT NULL, command TEXT NOT NULL, kind TEXT NOT NULL, strategy TEXT NOT NULL,
	level TEXT NOT NULL, outcome TEXT NOT NULL, exit_code INTEGER, kept INTEGER NOT NULL, bytes INTEGER NOT NULL,
	raw INTEGER NOT NULL, given INTEGER NOT NULL, regrets INTEGER NOT NULL, regretted INTEGER NOT NULL,
	lag INTEGER NOT NULL, fallback INTEGER NOT NULL, encoding TEXT NOT NULL
);
CREATE INDEX calls_time ON calls (time);
CREATE INDEX calls_id ON calls (id);
CREATE INDEX calls_context ON calls (context);
CREATE INDEX calls_regretted ON calls (time) WHERE regrets > 0;
CREATE INDEX calls_fallback ON calls (time) WHERE fallback > 0;
CREATE TABLE regrets (
	seq INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, how TEXT NOT NULL, call INTEGER NOT NULL,
	at INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, grep INTEGER NOT NULL, given INTEGER NOT NULL,
	door TEXT NOT NULL
);
CREATE INDEX regrets_call ON regrets (call);
CREATE INDEX regrets_time ON regrets (time);
CREATE TABLE sums (
	width INTEGER NOT NULL, dim INTEGER NOT NULL, slot INTEGER NOT NULL, value TEXT NOT NULL, last INTEGER NOT NULL,
	calls INTEGER NOT NULL, passed INTEGER NOT NULL, bytes INTEGER NOT NULL, raw INTEGER NOT NULL,
	given INTEGER NOT NULL, regrets INTEGER NOT NULL, regretted INTEGER NOT NULL, reread INTEGER NOT NULL,
	failed INTEGER NOT NULL, unknown INTEGER NOT NULL, fallbacks INTEGER NOT NULL,
	PRIMARY KEY (width, dim, slot, value)
) WITHOUT ROWID;
CREATE TABLE shards (
	id INTEGER PRIMARY KEY AUTOINCREMENT, text INTEGER NOT NULL, bytes INTEGER NOT NULL, full INTEGER NOT NULL
);
CREATE TABLE outputs (
	number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, shard INTEGER NOT NULL, lines INTEGER NOT NULL,
	chunks INTEGER NOT NULL
);
CREATE INDEX outputs_shard ON outputs (shard);
CREATE TABLE chunks (
	number INTEGER PRIMARY KEY AUTOINCREMENT, output INTEGER NOT NULL, first INTEGER NOT NULL, lines INTEGER NOT NULL
);
CREATE INDEX chunks_output ON chunks (output);
CREATE TABLE bills (
	quarter INTEGER NOT NULL, session TEXT NOT NULL, program TEXT NOT NULL, model TEXT NOT NULL,
	requests INTEGER NOT NULL, input INTEGER NOT NULL, cached INTEGER NOT NULL, written INTEGER NOT NULL,
	output INTEGER NOT NULL, more_input INTEGER NOT NULL, more_cached INTEGER NOT NULL, more_written INTEGER NOT NULL,
	lost INTEGER NOT NULL, PRIMARY KEY (quarter, session, program, model)
) WITHOUT ROWID;
` + claims

// full is the part of the schema that version 4 doesn't have.
const full = `
ALTER TABLE contexts ADD COLUMN isfull INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contexts ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
`

// claims is the part of the schema that version 3 doesn't have.
const claims = `
CREATE TABLE claims (
	seq INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, session TEXT NOT NULL, claim TEXT NOT NULL,
	verdict TEXT NOT NULL, line TEXT NOT NULL, id TEXT NOT NULL
);
CREATE INDEX claims_session ON claims (session);
`

// prepare makes the tables of a database that has none. Two processes may do so at the same time.
func prepare(ctx context.Context, db *sql.DB) error {
	if have, err := version(ctx, db); err == nil && have == schemaVersion {
		return nil // without a lock, for which another process might have to be waited for
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	have, err := version(ctx, tx)
	if err != nil || have == schemaVersion {
		return err
	}
	tables := schema
	switch have {
	case 0:
	case 3:
		tables = claims + full
	case 4:
		tables = full
	default:
		return fmt.Errorf("it has version %d, which no release wrote: remove it, and it is made from the journal", have)
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("%s PRAGMA user_version = %d", tables, schemaVersion)); err != nil {
		return err
	}
	return tx.Commit()
}

// version returns the version of a database, and an error if it is newer than this program.
func version(ctx context.Context, q querier) (int, error) {
	var have int
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return 0, err
	}
	if have > schemaVersion {
		return have, fmt.Errorf("%w: it has version %d, and this one reads up to %d", ErrNewer, have, schemaVersion)
	}
	return have, nil
}
