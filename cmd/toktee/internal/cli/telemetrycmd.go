package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
)

// newTelemetry is "toktee telemetry".
func newTelemetry(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "telemetry",
		Short:   "Send spans and metrics to your own OpenTelemetry collector",
		Example: "  OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 toktee telemetry export",
		Args:    cobra.ArbitraryArgs,
		RunE:    helpOnly,
	}
	cmd.AddCommand(newTelemetryExport(a))
	return cmd
}

func newTelemetryExport(a *app) *cobra.Command {
	o := desk.TelemetryExport{Version: version()}
	var since given[time.Time]
	cmd := &cobra.Command{
		Use:   "export [--follow] [--since TIME] [--contents]",
		Short: "Send new events to the collector that environment variables name",
		Long: `Sends spans and metrics of calls to an OpenTelemetry collector, by OTLP over HTTP. The command sends all
events of the last 400 days that it hasn't sent yet. With --follow, it also sends new events until it is stopped.

The command sends nothing unless an environment variable of OpenTelemetry names an endpoint. This variable is
OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or OTEL_EXPORTER_OTLP_METRICS_ENDPOINT. Other variables
of OpenTelemetry apply too, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES.

Commands, folders and texts are sent only with --contents.

TIME is today, yesterday, week (since Monday), month, days or hours such as 7d or 12h, or a date such as 2026-11-23.`,
		Example: `  OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 toktee telemetry export
  toktee telemetry export --follow --since today`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Since = since.value
			return a.handOver(cmd.Context(), desk.Telemetry, o)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().BoolVar(&o.Follow, "follow", false, "also send new events, until the command is stopped")
	since.add(cmd, "since", "TIME", parsePeriod, "only events from this time on, such as today, 7d or 2026-11-23",
		"today", "week", "month", "7d")
	cmd.Flags().BoolVar(&o.Contents, "contents", false, "also send commands, folders, and the texts that models got")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}
