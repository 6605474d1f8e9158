package beam

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/replayrows"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(Transcript), error](&listFn{})
	register.DoFn2x2[context.Context, Transcript, Done, error](&replayFn{})
	register.Emitter1[Transcript]()
	beam.RegisterType(reflect.TypeOf((*Transcript)(nil)).Elem())
	beam.RegisterType(reflect.TypeOf((*Done)(nil)).Elem())
}

// Job names the sessions to replay. It goes to the workers as JSON.
type Job struct {
	Input   string   // a folder or a bucket's prefix, with all that is below it
	Output  string   // a folder or a bucket's prefix
	Levels  []string // at least one
	Texts   bool     // put the texts into the rows
	Prices  *replay.Prices
	Version string // of the program; "" is the worker's own
}

// Prepare makes the output's folder, if it is one of this machine, and removes the remains of a killed job there. No
// other job may be writing into it.
func Prepare(j Job) error {
	if !isLocal(j.Output) {
		return nil
	}
	return replayrows.Tidy(j.Output)
}

// options returns those of the rows, as tokbench has them.
func (j *Job) options() replayrows.Options {
	version := j.Version
	if version == "" {
		version = replayrows.Version()
	}
	return replayrows.Options{
		Replay: replay.Options{Summarise: replayrows.Summarise, Levels: j.Levels, Prices: j.Prices},
		Texts:  j.Texts, Version: version,
	}
}

// Transcript is a source as it was found.
type Transcript struct {
	Path string
	Size int64
}

// Done is what came of a transcript.
type Done struct {
	Source   string // its name below the input
	State    string // a [replayrows.State]
	Rows     int64
	Results  int
	Problems []string
}

// Rows adds the job to a pipeline. It returns what came of each transcript. The error is of a job that makes no sense.
func Rows(s beam.Scope, j Job) (beam.PCollection, error) {
	if _, err := replayrows.NewWriter(j.options()); err != nil {
		return beam.PCollection{}, err
	}
	encoded, err := json.Marshal(j)
	if err != nil {
		return beam.PCollection{}, err
	}
	s = s.Scope("replay")
	found := beam.ParDo(s, &listFn{Job: encoded}, beam.Impulse(s))
	return beam.ParDo(s, &replayFn{Job: encoded}, beam.Reshuffle(s, found)), nil
}

// listFn lists the transcripts.
type listFn struct{ Job []byte }

// ProcessElement emits each transcript of the job's input.
func (f *listFn) ProcessElement(ctx context.Context, _ []byte, emit func(Transcript)) error {
	var j Job
	if err := json.Unmarshal(f.Job, &j); err != nil {
		return err
	}
	sources, err := sourcesIn(ctx, j.Input)
	if err == nil {
		err = replayrows.Distinct(sources)
	}
	if err != nil {
		return fmt.Errorf("listing %s: %w", j.Input, err)
	}
	for i := range sources {
		if err := sources[i].Err(); err != nil {
			log.Warnf(ctx, "%s can't be read: %v", sources[i].Name, err)
			beam.NewCounter(Namespace, string(replayrows.Unreadable)).Inc(ctx, 1)
			continue
		}
		emit(Transcript{sources[i].Name, sources[i].Size})
	}
	return nil
}

// replayFn replays transcripts. Each worker's thread has one.
type replayFn struct {
	Job []byte

	job    Job
	writer *replayrows.Writer
	states map[replayrows.State]beam.Counter
	rows   beam.Counter
}

// Namespace is that of the counters: one for each [replayrows.State], and "rows".
const Namespace = "toktee.replay"

// Setup makes the data that transcripts share: the tables of the tokens.
func (f *replayFn) Setup() (err error) {
	if err = json.Unmarshal(f.Job, &f.job); err != nil {
		return err
	}
	f.rows, f.states = beam.NewCounter(Namespace, "rows"), map[replayrows.State]beam.Counter{}
	for _, s := range []replayrows.State{
		replayrows.Written, replayrows.Current, replayrows.NoTranscript, replayrows.Unreadable,
	} {
		f.states[s] = beam.NewCounter(Namespace, string(s))
	}
	f.writer, err = replayrows.NewWriter(f.job.options())
	return err
}

// ProcessElement replays a transcript into its file, unless that is there.
func (f *replayFn) ProcessElement(ctx context.Context, t Transcript) (Done, error) {
	src := sourceOf(ctx, f.job.Input, t.Path, t.Size)
	out, err := f.into(ctx, &src)
	if err == nil && out.State == replayrows.Unreadable && !isLocal(f.job.Input) {
		err = errors.New(out.Problems[0]) // a bucket may answer the next time: engines try again
	}
	if err != nil {
		return Done{}, err
	}
	for _, p := range out.Problems {
		log.Warn(ctx, p)
	}
	f.states[out.State].Inc(ctx, 1)
	f.rows.Inc(ctx, out.Rows)
	return Done{src.Rel, string(out.State), out.Rows, out.Results, out.Problems}, nil
}
