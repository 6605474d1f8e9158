package textline

import (
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
)

// complaints are phrases of tools, shells and kernels for a failure, in words without a severity. Each begins a word;
// an ending in ~ may be followed by more letters.
var complaints = [...]string{
	"could not ", "couldn't ", "cannot ", "can't ", "did not complete", "did not finish", "does not exist",
	"doesn't exist", "not found", "found dead link",
	"not up to date", "needs to be updated", "no such file", "no space left", "permission denied", "deadline exceeded",
	"reset by peer", "broken pipe", "illegal instruction", "bus error", "core dumped", "stack smashing", "double free",
	"terminate called", "terminated by signal", "killed by signal", "signal: killed", "signal: segmentation",
	"signal: abort~", "signal: terminated", "signal: interrupt", "signal: bus",
	"signal: illegal", "signal: broken pipe", "bpt trap", "abort trap", "timed out",
	"is unhealthy", "oomkilled", "crashloopbackoff", "imagepullbackoff", "would reformat~", "would be reformatted",
	"bail out!", "invalid read of", "invalid write of", "definitely lost: ", "style issues found", "gave up",
	"out of memory", "access is denied", "is not recognized as", "no candidate", "has no installation candidate",
	"does not meet", "less than the required", "sqlstate[", "ora-0",
	"no route to host", "host is down", "name resolution", "name or service not known", "socket hang up",
	"econnrefused", "econnreset", "enotfound", "etimedout", "emfile", "eperm: ", "enospc", "eacces", "err_connection~",
	"too many open files", "address already in use", "port is already allocated", "read-only file system",
	"disk quota exceeded", "resource temporarily unavailable", "operation not permitted", "argument list too long",
	"text file busy", "stale file handle", "certificate has expired", "self signed certificate",
	"self-signed certificate", "closed by remote host", "unbound variable", "bad substitution", "too many arguments",
	"password is required", "flag provided but not defined", "trace/breakpoint trap", "alarm clock",
	"bad gateway", "bad file descriptor", "bad interpreter",
	"service unavailable", "internal server error", "unauthorized", "too many requests",
	"rate limit exceeded", "quota exceeded", "errimagepull", "back-off restarting", "failedscheduling",
	"insufficient memory", "the operation was canceled", "lost communication with", "giving up after",
	"create_failed", "rollback_complete", "rollback_in_progress", "duplicate key value", "deadlock detected",
	"database is locked", "too many connections", "lost connection to", "syntax error", "import cycle not allowed",
	"build constraints exclude all", "no go files in", "do not match the hashes", "nothing provides ",
	"multiple definition of", "duplicate symbol", "library not loaded", "node down",
	"no tests found", "no tests ran", "exceeded timeout", "timeout of ", "exited unexpectedly", "returned non-zero",
	"non-zero code", "non-zero exit", "unsupported class file", "no main manifest", "max retries exceeded",
	"assertion failed", "assertionerror", "keyboardinterrupt", "contains errors", "unexpected eof", "access denied",
	"updates to go.mod needed", "changed significantly", "does not have authorization", "wrong version number",
	"unhandled error", "leaks found: ", "security issue", "authentication failed", "login failed",
	"is below the expected", "has exceeded", "java-level deadlock", "request entity too large",
	"gateway time-out", "gateway timeout",
	"assertion violated", "operation against a key holding the wrong kind",
}

// complaintsBy are the complaints by the first letter and the length of their first word.
var complaintsBy = sync.OnceValue(func() *[26][longestComplaint + 1][]string {
	by := new([26][longestComplaint + 1][]string)
	for _, c := range complaints {
		at := &by[c[0]-'a'][letters(c)]
		*at = append(*at, c)
	}
	return by
})

// longestComplaint is how many letters the first word of a complaint has at most.
const longestComplaint = 17

// foreignReasons end a complaint in another language than English, as a shell and the C library print it.
var foreignReasons = [...]string{
	"Datei oder Verzeichnis nicht gefunden", "Keine Berechtigung", "Kommando nicht gefunden.", "Befehl nicht gefunden.",
	"Aucun fichier ou dossier de ce nom", "Aucun fichier ou dossier de ce type", "Permission non accordée",
	"commande introuvable", "No existe el fichero o el directorio", "No existe el archivo o el directorio",
	"Permiso denegado", "orden no encontrada", "File o directory non esistente", "Permesso negato",
	"comando non trovato", "Arquivo ou diretório inexistente", "Permissão negada", "comando não encontrado",
	"Нет такого файла или каталога", "Отказано в доступе", "команда не найдена", "Nie ma takiego pliku ani katalogu",
	"没有那个文件或目录", "权限不够", "未找到命令", "そのようなファイルやディレクトリはありません", "許可がありません",
	"コマンドが見つかりません", "그런 파일이나 디렉터리가 없습니다", "허가 거부", "명령어를 찾을 수 없음",
}

// Complains reports whether a line names a failure in a tool's or a system's own phrase, or the status or signal that
// ended a process:
//
//	write /data/0001.tmp: no space left on device
//	make exited with 2
//	cat: a: Datei oder Verzeichnis nicht gefunden
//	E: Package 'a' has no installation candidate
//
// It is for lines outside of any report. There such a phrase disproves success, although it doesn't name the step that
// failed. words are those that [WordsOf] finds in the line, or in a longer text that begins with it.
func Complains(s string, words []WordAt) bool {
	if levelLetter(s) || EndedBadly(s) || foreignReason(s) || isEnding(s) {
		return true
	}
	for _, w := range words {
		n := w.to - w.from
		if w.to > len(s) {
			break
		}
		if n > longestComplaint || w.from > 0 && (s[w.from-1] == '_' || s[w.from-1] == '-') {
			continue
		}
		for _, c := range complaintsBy()[s[w.from]|0x20-'a'][n] {
			if n := opensWith(s[w.from:], c); n > 0 && !noneBefore(s, w.from) && !isZero(s[w.from+n:]) {
				return true
			}
		}
	}
	return false
}

// foreignReason reports whether a line ends with a reason in another language than English, after a colon.
func foreignReason(s string) bool {
	i := strings.LastIndexByte(s, ':')
	if i < 0 || i+2 >= len(s) || s[i+1] != ' ' {
		return false
	}
	for _, reason := range foreignReasons {
		if s[i+2:] == reason {
			return true
		}
	}
	return false
}

// endings are words that are all that a shell prints of a process that a signal ended.
var endings = [...]string{"terminated", "killed", "aborted", "hangup", "quit", "interrupted"}

// isEnding reports whether a line is such a word, with at most a number after it.
func isEnding(s string) bool {
	n := letters(s)
	for _, w := range endings {
		if len(w) == n && s[0]|0x20 == w[0] && strings.EqualFold(s[:n], w) {
			return alone(s, n)
		}
	}
	return false
}

// letters is how many letters a text opens with.
func letters(s string) int {
	i := 0
	for i < len(s) && isLetter(s[i]) {
		i++
	}
	return i
}

// opensWith returns the length of a complaint at the start of a text, in any case, if its last word ends there; 0
// otherwise.
func opensWith(s, complaint string) int {
	phrase, open := strings.CutSuffix(complaint, "~")
	if len(s) < len(phrase) || !strings.EqualFold(s[:len(phrase)], phrase) {
		return 0
	}
	if !open && len(s) > len(phrase) && isLetter(phrase[len(phrase)-1]) && isLetter(s[len(phrase)]) {
		return 0
	}
	return len(phrase)
}

// levelLetter reports whether a line opens with the letter of an error's level, as apt, Android and klog write it, or
// with the number of one in a syslog: "E: ...", "E/flutter (12): ...", "E0501 10:11:12.1", "<3>Jan 1".
func levelLetter(s string) bool {
	switch {
	case len(s) < 4:
		return false
	case s[0] == '<':
		return s[1] >= '0' && s[1] <= '3' && s[2] == '>'
	case s[0] != 'E' && s[0] != 'F':
		return false
	}
	return s[1] == ':' && s[2] == ' ' && isLetter(s[3]) || s[1] == '/' && isLetter(s[2]) && strings.Contains(s, ": ") ||
		len(s) > 5 && parse.Digit(s[1]) && parse.Digit(s[4]) && s[5] == ' '
}
