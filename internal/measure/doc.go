// Package measure lists the packages that measure what toktee saves and loses. It has no code.
//
//   - corpus: recorded outputs with labelled facts
//   - transcript: readers of agents' stored sessions
//   - replay: what toktee would have made of those sessions; replayrows writes the results as Parquet
//   - cost: the cost of a result to a session, in tokens and in money
//   - experiment: compares sessions with and without toktee; experiment/assign assigns sessions, and
//     experiment/sequential decides whether the difference is real
//   - stats: intervals around measured figures
//
// # What may be changed
//
// Nothing here changes a text for a model. cost and experiment/assign are read by the thin executable and stay small;
// parquet is linked by replayrows alone. A reader of transcripts needs a recorded file of its agent in testdata.
// Figures that are printed for users come from one function each, so that two reports can't disagree.
package measure
