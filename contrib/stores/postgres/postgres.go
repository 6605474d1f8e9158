// Package postgres has the ledgers of a team in one PostgreSQL database: what each machine's ledger exports, and the
// same sums over all of them. It is a module of its own, since its driver is no part of toktee.
//
//	team, err := postgres.Open(ctx, "postgres://toktee@db.example/team")
//	...
//	export := ledger.ReadExport(file) // that "toktee store export" has written
//	calls, err := team.Push(ctx, "anna-laptop", export)
//	groups, err := team.Stats(ctx, ledger.Query{By: ledger.ByTool})
//
// # Tables
//
// They are in the schema toktee: calls, with what each saved; regrets; contexts, which are the sessions with the
// number of requests in them; checks, if a machine shares its history ([Ledger.PushChecks]); and stores, which maps a
// name to its store ([Ledger.Claim]). Times are nanoseconds since
// 1970. A push replaces the rows of its machine by those of the export, in one transaction: pushed twice, a ledger is
// there once, and forgotten rows are gone with the next push.
//
// # Limits and cost
//
// Commands, folders and names of sessions are in the rows; lines of outputs are not. Keys and tokens of well-known
// shapes are masked in all of them; a password has no shape. A role that may read the tables reads those of all
// machines, unless roles.sql has set up who reads and writes which. A push writes all rows of the machine anew; pushes
// of one machine wait for each other. Stats reads the rows that the query selects, 200,000 in a quarter of a second.
package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toktee/toktee/internal/desk/ledger"
)

// connectTimeout limits the wait for a server if neither the URL nor PGCONNECT_TIMEOUT sets one.
const connectTimeout = 10 * time.Second

// A Ledger is a team's database. Its methods are safe for concurrent use, also by other processes.
type Ledger struct{ pool *pgxpool.Pool }

// Open connects to a database by its URL or its keywords, as libpq reads them, and makes the tables if there are none,
// which needs the right to. The error is [ledger.ErrNewer] if a newer version of this package has made them.
func Open(ctx context.Context, url string) (*Ledger, error) {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("opening the team's ledger: %w", err)
	}
	if c.ConnConfig.ConnectTimeout == 0 {
		c.ConnConfig.ConnectTimeout = connectTimeout
	}
	c.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		// Else a function that another role has made in a schema on the path would be called if it fits a call better
		// than PostgreSQL's own, and has our rights.
		_, err := c.Exec(ctx, "SET search_path = ''")
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("opening the team's ledger: %w", err)
	}
	err = prepare(ctx, pool)
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening the team's ledger: %w", err)
	}
	return &Ledger{pool}, nil
}

// Close closes the connections.
func (l *Ledger) Close() { l.pool.Close() }

// lockKey keeps two that open a database at once from making the tables both.
const lockKey = 0x746f6b746565 // "toktee"

// steps make a database of each version one of the next. A step that was released never changes.
var steps = []string{`
CREATE TABLE toktee.stores (machine text COLLATE "C" PRIMARY KEY, store text NOT NULL);
CREATE TABLE toktee.contexts (
	machine text COLLATE "C" NOT NULL, session text COLLATE "C" NOT NULL, epoch bigint NOT NULL,
	requests bigint NOT NULL, PRIMARY KEY (machine, session, epoch)
);
CREATE TABLE toktee.calls (
	machine text COLLATE "C" NOT NULL, seq bigint NOT NULL, time bigint NOT NULL, passed boolean NOT NULL,
	at bigint NOT NULL, id text COLLATE "C" NOT NULL, call_id text NOT NULL, door text NOT NULL,
	program text COLLATE "C" NOT NULL, session text COLLATE "C" NOT NULL, epoch bigint NOT NULL, dir text NOT NULL,
	tool text COLLATE "C" NOT NULL, command text NOT NULL, kind text COLLATE "C" NOT NULL,
	strategy text COLLATE "C" NOT NULL, level text NOT NULL, outcome text NOT NULL, exit_code bigint,
	kept boolean NOT NULL, bytes bigint NOT NULL, raw bigint NOT NULL, given bigint NOT NULL, fallback boolean NOT NULL,
	encoding text NOT NULL, PRIMARY KEY (machine, seq)
);
CREATE INDEX calls_time ON toktee.calls (time);
CREATE TABLE toktee.regrets (
	machine text COLLATE "C" NOT NULL, call bigint NOT NULL, time bigint NOT NULL, how text NOT NULL,
	at bigint NOT NULL, first bigint NOT NULL, last bigint NOT NULL,
	grep boolean NOT NULL, given bigint NOT NULL, door text NOT NULL
);
CREATE INDEX regrets_call ON toktee.regrets (machine, call);
`, `
ALTER TABLE toktee.stores ADD COLUMN ledger bigint NOT NULL DEFAULT 0; -- 0 is one that isn't known
`, `
CREATE TABLE toktee.checks (
	machine text COLLATE "C" NOT NULL, repository text COLLATE "C" NOT NULL, time bigint NOT NULL, entry text NOT NULL
);
CREATE INDEX checks_repository ON toktee.checks (repository, time);
CREATE INDEX checks_machine ON toktee.checks (machine);
`}

// prepare brings the tables to this version. If they have it already, that needs no right but to read the version.
func prepare(ctx context.Context, pool *pgxpool.Pool) error {
	var exists bool
	if err := pool.QueryRow(ctx, "SELECT to_regclass('toktee.version') IS NOT NULL").Scan(&exists); err != nil {
		return err
	}
	if exists {
		have, err := version(ctx, pool)
		if err != nil || have == len(steps) {
			return err
		}
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return migrate(ctx, tx) })
}

func version(ctx context.Context, q interface {
	QueryRow(context.Context, string, ...any) pgx.Row
}) (have int, err error) {
	err = q.QueryRow(ctx, "SELECT coalesce(max(version), 0) FROM toktee.version").Scan(&have)
	if err == nil && have > len(steps) {
		err = fmt.Errorf("%w: it has version %d, and this one reads up to %d", ledger.ErrNewer, have, len(steps))
	}
	return have, err
}

// migrate makes the tables those of this version.
func migrate(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(lockKey)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS toktee; "+
		"CREATE TABLE IF NOT EXISTS toktee.version (version bigint NOT NULL)")
	if err != nil {
		return err
	}
	have, err := version(ctx, tx)
	if err != nil {
		return err
	}
	for i := have; i < len(steps); i++ {
		if _, err := tx.Exec(ctx, steps[i]); err != nil {
			return fmt.Errorf("from version %d to %d: %w", i, i+1, err)
		}
		if _, err := tx.Exec(ctx, "INSERT INTO toktee.version VALUES ($1)", i+1); err != nil {
			return err
		}
	}
	return nil
}
