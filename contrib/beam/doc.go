// Package beam replays agents' sessions as a pipeline of Apache Beam: the rows of "tokbench replay --parquet"
// (docs/replay-parquet.md), made by the same functions, on any engine that runs Beam. It is a module of its own, since
// Beam is larger than toktee.
//
//	p, s := beam.NewPipelineWithRoot()
//	replay.Rows(s, replay.Job{Input: "gs://team/sessions", Output: "gs://team/rows", Levels: levels})
//	err := beamx.Run(ctx, p)
//
// The command replay, in the folder below, does that, and takes Beam's flags.
//
// Transcripts are independent of each other, so the pipeline lists them and replays each: a reshuffle of their names
// spreads the work. Each becomes one file, whose name and bytes are those that one machine would write. A bundle that
// the engine runs twice writes the same file again. A job that was killed and is started again passes over the files
// that are complete.
//
// # Limits
//
// Input and output are folders that all workers see, or addresses that Beam's filesystem packages reach: gs:// and
// s3://, if they are linked (the command links both); outside of gs://, at most twelve folders deep. Files in a bucket
// appear when they are complete; until then they are in the worker's temporary folder.
//
// The tests run on prism, Beam's runner in this process, over folders and Beam's files in memory. Buckets, Flink and
// Dataflow were never tried.
package beam
