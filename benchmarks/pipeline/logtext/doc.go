// Package logtext makes large log texts to measure with: those of several systems that write into one log, with
// captured logs between, in which nothing repeats. The same [Options] always make the same bytes.
//
// A text is made of bursts: one system writes up to 40 lines, then another. No two lines have the same values: times,
// numbers, addresses, hashes, words, paths. The shares are meant to be those of a long integration run: mostly
// information, some warnings, a few kinds of errors that the systems deal with themselves, now and then a stack trace,
// colours, a progress line that is written over, a line of some kilobytes, other scripts than Latin. Real logs repeat
// themselves more; that would flatter caches.
//
// It writes some 250 MB/s and holds 64 KiB of text at most, besides the captured logs.
package logtext
