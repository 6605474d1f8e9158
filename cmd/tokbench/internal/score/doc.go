// Package score runs cases through a summariser and scores each text: tokens, lost facts, the cost of fetching them,
// broken promises, and baselines of as many tokens.
//
// A [Summariser] takes a [Setting] and returns an [Output]. A [Bench] scores the cases, spread over workers. The scores
// don't depend on the number of workers.
//
// # Promises
//
// Nothing that a summary claims is trusted. A [Truth] is computed from the case alone. [Truth.Check] counts the text's
// tokens again, looks up its numbers, paths and places in the output, and adds up the lines shown and omitted.
// [Between] compares the summaries of one case at several settings. A mismatch is a [Violation].
//
// A wrong number that is anywhere in the output or the call isn't found. Comparing with the counts of independent tools
// finds some of them ([KindMiscount]).
//
// # Figures
//
//   - saved: 1 - tokens for the model / tokens raw.
//
//   - recall: mean share of the labelled facts that are in the text, over the cases whose raw text exceeds a bound. The
//     others pass whole and prove nothing.
//
//   - hard: share of those cases that keep every fact.
//
//   - intact: share of all cases with facts that keep every fact.
//
//   - net: saved, after paying the raw text and 120 tokens more for every case that lost a fact, since the session has
//     to fetch it again.
//
//   - to-facts: mean tokens until every fact is seen, over the cases of recall: the text, and for each missing fact the
//     cheaper of two calls for a part of the output.
package score
