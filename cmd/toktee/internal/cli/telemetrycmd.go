package cli

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/period"
)

// newTelemetry is "toktee telemetry".
func newTelemetry(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "telemetry",
		Short:   "Send figures to your own collector of OpenTelemetry",
		Example: "  OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 toktee telemetry export",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("unknown command %q: want %s", args[0], strings.Join(commandNames(cmd), ", "))
			}
			return failed(cmd.Help())
		},
	}
	cmd.AddCommand(newTelemetryExport(a))
	return cmd
}

func newTelemetryExport(a *app) *cobra.Command {
	o := desk.TelemetryExport{Version: version()}
	var since given[time.Time]
	cmd := &cobra.Command{
		Use:   "export [--follow] [--since TIME] [--contents]",
		Short: "Send what is new to the collector that the environment names",
		Long: `Sends spans and metrics of what agents were given to a collector of OpenTelemetry, over OTLP and HTTP:
what wasn't sent yet, as far back as the journal reaches, 400 days at most. With --follow it goes on until
it is stopped.

Nothing is sent unless the environment names where to, by OpenTelemetry's own variables:
OTEL_EXPORTER_OTLP_ENDPOINT, or those of a signal. Their other variables hold too, such as
OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES.

Commands, folders and what agents were given stay here unless --contents is there.

TIME is today, yesterday, week (since Monday), month, days or hours such as 7d or 12h, or a date such as 2026-11-23.`,
		Example: `  OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 toktee telemetry export
  toktee telemetry export --follow --since today`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Since = since.value
			return a.handOver(cmd.Context(), desk.Telemetry, o)
		},
	}
	since.parse, since.typ = func(s string) (time.Time, error) { return period.Parse(s, time.Now()) }, "TIME"
	cmd.Flags().SortFlags = false
	cmd.Flags().BoolVar(&o.Follow, "follow", false, "go on with what is new, until stopped")
	cmd.Flags().Var(&since, "since", "leave out what was before this time: today, 7d, 2026-11-23")
	complete(cmd, "since", "today", "week", "month", "7d")
	cmd.Flags().BoolVar(&o.Contents, "contents", false, "send commands, folders and what agents were given too")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}
