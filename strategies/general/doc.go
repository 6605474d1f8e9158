// Package general reads the output of any command: it is the engine that answers where no strategy knows the output,
// and the home of the programs whose reports are read.
//
// Each line gets a class by its words and form (a failed test's name, a diagnostic, an assertion, a frame, a count of
// failures, a warning) and a block, the failure that it belongs to. Ranks follow from both: names of failed tests
// first, then what went wrong with each, then the lines near it; repetition comes last. In the log of a CI job the step
// that failed comes before all others.
//
// Beside this, parsers of known programs read along: one that the command line names from the first line on, any other
// from the first line that shows its signs. What a program reports decides the verdict, the numbers and the ranks of
// its lines, as far as the report agrees with the exit status and with the rest of the output. Many diagnostics of one
// form are written in a denser form that loses neither a message nor a place.
//
// Words alone prove nothing: without a program's report, no outcome is claimed.
//
// # Limits and cost
//
// The text is read two or three times: for classes and reports, for the dense form, to collect facts. Of each line that
// says something new a mark of 20 bytes is kept, of at most a million lines; later ones are noise, but for the last. At
// most 16 programs are read in one output, and past line 1048576 only those that the command line names.
package general
