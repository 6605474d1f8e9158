// Package replayrows writes what a replay comes to as Parquet, a row for each result at each level, so that any number
// of sessions can be asked in SQL: see docs/replay-parquet.md for the columns ([replay.Row]) and queries.
//
// Each source becomes one file, whose name and bytes follow from the source, the settings and the program alone. So
// sources can be replayed in any order, on any number of machines, and again: [Run] does it in one process, and the
// module engines/beam as a pipeline, both by a [Writer]. A file is complete or it isn't there: it gets its name when it
// has been written, and says in its metadata what it was made of. Whoever is killed starts again, and what is complete
// is passed over ([Writer.Current]).
//
// Texts of the sessions are in the rows only where [Options.Texts] asks for them. Paths, names of tools and programs,
// sessions' and calls' ids always are.
//
// # Cost
//
// A source is read three times: for its hash, and as package replay has it. Memory is that of one source's calls, as
// there, and one row group of the file.
package replayrows
