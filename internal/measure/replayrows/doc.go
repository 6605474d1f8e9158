// Package replayrows writes the figures of a replay as Parquet, a row for each result at each level, for queries in SQL
// over any number of sessions: see docs/replay-parquet.md for the columns ([replay.Row]) and queries.
//
// Each source becomes one file, whose name and bytes follow from the source, the settings and the program alone. So
// sources can be replayed in any order, on any number of machines, and again: [Run] does it in one process, and the
// module contrib/beam as a pipeline, both by a [Writer]. A file is complete or missing: it gets its name when it
// has been written, and its metadata identifies its input. A killed run is started again, and skips complete files
// ([Writer.Current]).
//
// Texts of the sessions are in the rows only if [Options.Texts] is set. Paths, names of tools and programs,
// sessions' and calls' ids always are.
//
// # Cost
//
// A source is read three times: for its hash, and as package replay has it. Memory is that of one source's calls, as
// there, and one row group of the file.
package replayrows
