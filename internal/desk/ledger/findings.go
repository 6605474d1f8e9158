package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
)

// A statement is a prepared one.
type statement interface {
	ExecContext(ctx context.Context, args ...any) (sql.Result, error)
	Close() error
}

// Limits of findings.
const (
	maxFindings = 200 // of an output
	maxMessage  = 500 // bytes
)

// A Finding is a failed test or a diagnostic that a call's output reports. The ledger keeps no package, column and
// lines of the output.
type Finding struct {
	Call Call   `json:"call"`
	Tool string `json:"tool"` // the program that reported it
	result.Finding
}

// findings stores the findings in a result's typed details, at most 200 for an output.
func (x *indexing) findings(ctx context.Context, r *store.Record) error {
	var res struct {
		Details result.Details `json:"details"`
	}
	if json.Unmarshal(r.Result, &res) != nil {
		return nil
	}
	reports, err := res.Details.Runs()
	if err != nil {
		return nil // of another type, or of a newer toktee
	}
	if _, err := x.b.exec(ctx, "DELETE FROM findings WHERE output = ?", r.ID); err != nil {
		return err
	}
	n := 0
	for _, run := range reports {
		for _, f := range run.Failures {
			if n++; n > maxFindings {
				return nil
			}
			if _, err := x.b.exec(ctx, "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)", r.ID,
				cut(run.Tool, maxKind), x.masked(f.Name), x.masked(f.File), f.Line, x.masked(f.Message), f.Warning,
			); err != nil {
				return err
			}
		}
	}
	return nil
}

// masked is a short text without secrets.
func (x *indexing) masked(s string) string {
	if mask := x.b.l.o.Mask; mask != nil {
		s = string(mask([]byte(s)))
	}
	return cut(s, maxMessage)
}

// Findings lists what runs have reported, those of the newest calls first. They are known once [Ledger.Index] has seen
// the output in the store, and stay when that is pruned.
func (l *Ledger) Findings(ctx context.Context, f Filter) ([]Finding, error) {
	w := f.where()
	rows, err := l.reader().QueryContext(ctx, "SELECT f.tool, f.name, f.file, f.line, f.message, f.warning, "+
		callColumns+" FROM findings f JOIN calls c ON c.id = f.output LEFT JOIN contexts x ON x.id = c.context "+
		w.String()+" ORDER BY c.time DESC, c.seq DESC, f.rowid LIMIT ?", append(w.args, f.limit())...)
	if err != nil {
		return nil, fmt.Errorf("listing findings: %w", err)
	}
	defer rows.Close()
	var list []Finding
	for rows.Next() {
		var f Finding
		f.Call, err = scanCall(rows.Scan, &f.Tool, &f.Name, &f.File, &f.Line, &f.Message, &f.Warning)
		if err != nil {
			return nil, fmt.Errorf("listing findings: %w", err)
		}
		list = append(list, f)
	}
	return list, rows.Err()
}
