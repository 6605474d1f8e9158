package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"go.opentelemetry.io/otel"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/telemetry"
	"github.com/toktee/toktee/internal/run/progress"
)

// sendTelemetry sends new events of the journal, and prints their number.
func sendTelemetry(ctx context.Context, o desk.TelemetryExport, std streams) error {
	warn := warner(std.err)
	h, err := openHost(std)
	if err != nil {
		return err
	}
	if h.StoreDir() == "" {
		return errors.New("there is no place for a store: set TOKTEE_STORE or HOME")
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(warn))
	line := progress.New(std.err, isTerminal(std.err) && !o.Follow, time.Now)
	defer line.Done()
	sent, err := telemetry.Export(ctx, telemetry.Options{
		Journal: h.Store().JournalDir(), Dir: h.StoreDir(), Store: h.Store(), Contents: o.Contents, Since: o.Since,
		Follow: o.Follow, Version: o.Version, Getenv: os.LookupEnv,
		Warn:   func(err error) { line.Done(); warn(err) },
		Report: func(events int) { line.Report("sending events", int64(events), 0) },
	})
	line.Done()
	var setting *telemetry.SettingError
	if errors.As(err, &setting) {
		return usageError{err}
	}
	if sent.Events > 0 || err == nil || ctx.Err() != nil {
		fmt.Fprintln(std.out, sent)
	}
	if o.Follow && ctx.Err() != nil {
		return nil // which is how it ends
	}
	return err
}
