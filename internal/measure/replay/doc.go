// Package replay measures toktee on finished sessions: the tokens that the model got then and would get now, and the
// evidence that it would have missed.
//
// [Run] streams transcripts, hands every tool result to a summariser at each level, and counts exactly. "Then" is
// the text in the transcript, after the agent's own cut; "now" is the summary of that.
//
// # Evidence
//
// The use of a result shows in the session's next calls. A string is evidence of a result when it
//
//   - is a path, a code-like token, or a line that an edit names as the text to replace;
//   - appears in the arguments of one of the session's next ten tool calls after the result, calls that the model wrote
//     in the same message as the result's own call left out, since it hadn't seen the result;
//   - appears in the result;
//   - appears nowhere earlier in the session: no text of the user or the model, no call's arguments, no result.
//
// It is kept when it appears in the summary. To appear in a text is to be there with no letter, digit or underscore
// adjoining it. A compaction of the context starts a session anew, and a sub-agent is a separate session.
//
// # Measures
//
// As tokbench's other commands have them: recall is the mean share of evidence kept, over the results that have
// evidence and that were shortened; hard is the share of those that keep all of theirs; intact is the share of all
// results with evidence that do, shortened or not; saved is 1 - now / then; net is saved after paying the raw text and
// 120 tokens more for every result that lost evidence, since the session would have fetched it again. Intervals are
// percentiles of a seeded bootstrap over results.
//
// Net is the worst case. Two further figures are the price for a reader who fetches by lines: net by lines, in tokens,
// and the cost by the model of internal/measure/cost ([Modelled]), which knows that a text is read again by each later
// request.
//
// # Cost and limits
//
// A source is read twice, the second time to find the first occurrence of evidence. Memory is that of the largest
// record, the results of the last ten calls of each session, and some hundred bytes for every call and every candidate
// for evidence; with [Options.Calls], also every summary. [Run] needs that for the calls of all sources, since its
// intervals draw results again; a [Replayer] for those of one.
package replay
