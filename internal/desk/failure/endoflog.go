package failure

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
)

// lastWords returns the reason that a program gave in the last lines of its output, without a word for an error: the
// first of several errors of a log that end the output, a single one if it is an error of the operating system, or a
// sentence that denies something. It returns "" if there is none.
//
//	ERROR   Found no accessible config files for 'filter.d/billing-auth'
//	No new newsfragments found on this branch.
func lastWords(output []string) string {
	logged, errors := "", 0
	for _, l := range slices.Backward(output) {
		s := strings.TrimSpace(l)
		message, isFatal := loggedError(s)
		switch {
		case s == "" || errors == 0 && endsProcess(s):
			continue
		case message == "":
			if errors > 1 || errors == 1 && isSystemError(logged) {
				return logged
			}
			return ""
		case errors == maxLogged:
			return ""
		}
		if errors++; isFatal && errors == 1 {
			return message
		}
		logged = message
	}
	if errors > 1 || isSystemError(logged) {
		return logged
	}
	return ""
}

// endsProcess reports whether a line states no more than that a program ended: "server ended".
func endsProcess(line string) bool {
	words := wordsOf(line)
	return len(words) > 0 && len(words) <= 3 &&
		slices.Contains([]string{"ended", "exited", "stopped", "terminated"}, words[len(words)-1])
}

// maxLogged is how many errors at the end of a log are read.
const maxLogged = 64

// loggedError returns the message of a log's line at the level of an error or above, "" for another line, and whether
// the program ended because of it. In a document the level is a word, or a number from 50, as pino writes it.
func loggedError(line string) (message string, isFatal bool) {
	if !strings.HasPrefix(line, "{") {
		fields := strings.Fields(textline.StripStamp(line))
		at := slices.IndexFunc(fields[:min(len(fields), maxLevelField)], func(f string) bool {
			return slices.Contains(levels, strings.Trim(f, "[]:"))
		})
		if !isLogged(line) || at < 0 {
			return "", false
		}
		level := strings.Trim(fields[at], "[]:")
		isFatal = slices.Contains([]string{"FATAL", "CRITICAL", "EMERG"}, level)
		if !isFatal && level != "ERROR" {
			return "", false
		}
		return line, isFatal
	}
	var record struct {
		Level        any
		Msg, Message string
	}
	if json.Unmarshal([]byte(line), &record) != nil {
		return "", false
	}
	number, _ := record.Level.(float64)
	word, _ := record.Level.(string)
	isFatal = number >= pinoFatal || hasOne(wordsOf(word), "fatal", "critical")
	if isFatal || number >= pinoError || hasOne(wordsOf(word), "error") {
		return cmp.Or(record.Msg, record.Message), isFatal
	}
	return "", false
}

// levels are those of logs, in capitals.
var levels = strings.Fields("TRACE DEBUG INFO NOTICE WARN WARNING ERROR CRITICAL FATAL EMERG")

// maxLevelField is how many words after the time stamp a log's level is among.
const maxLevelField = 6

// The least levels of an error and of a fatal one in the logs of pino.
const pinoError, pinoFatal = 50, 60

// systemErrors are the texts of errors of the operating system that end a server. Even a line of a log with one at its
// end is a hint.
var systemErrors = []string{
	"Address already in use", "Permission denied", "No such file or directory", "Connection refused",
	"No space left on device", "Cannot allocate memory", "Too many open files",
}

// isSystemError reports whether a message has the text of an error of the operating system, whatever its letters' case.
func isSystemError(message string) bool {
	message = strings.ToLower(message)
	return slices.ContainsFunc(systemErrors, func(e string) bool {
		return strings.Contains(message, strings.ToLower(e))
	})
}
