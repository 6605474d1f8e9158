package data

import "strings"

// role is the meaning of a key or column for its values.
type role uint8

const (
	ordinary role = iota
	noise         // links that a client follows, tokens that only a server reads
	stating       // a state, a total, a kind
	naming        // the object's name
	trouble       // what went wrong
)

// roleOf is the role of a key, in a list of the keys that services and tools share. The list grew with the outputs in
// the corpus; a key that isn't in it is ordinary.
func roleOf(key string) role {
	if len(key) > 40 {
		return ordinary
	}
	k := strings.ToLower(key)
	switch k {
	case "error", "errors", "err", "error_message", "errormessage", "errormsg", "error_msg", "error_description",
		"message", "errmsg", "fault", "exception", "stderr", "failure", "failures", "failure_reason", "failurereason",
		"failuremessage", "fatal", "traceback", "stacktrace", "lasterror", "last_error":
		return trouble
	case "status", "state", "phase", "conclusion", "result", "outcome", "reason", "level", "severity", "health",
		"ready", "success", "ok", "code", "total", "count", "total_count", "totalcount", "truncated",
		"incomplete_results", "next_page", "hasnextpage", "has_more", "type", "kind", "merged", "mergeable",
		"mergeablestate", "mergestatestatus", "draft", "isdraft", "closed", "restarts", "restartcount", "exitcode",
		"exit_code", "warnings", "warning":
		return stating
	case "name", "id", "title", "path", "file", "filename", "key", "number", "identifier", "login", "displaytitle",
		"version", "namespace", "metadata.name", "metadata.namespace", "line", "tag", "user.login", "author.login",
		"email", "sha", "branch", "headbranch", "headrefname", "slug":
		return naming
	case "node_id", "nodeid", "gravatar_id", "_links", "__typename", "resourceversion", "managedfields", "selflink",
		"etag", "integrity", "avatarurl", "events_url", "databasehash", "performed_via_github_app", "ownerreferences",
		"last-applied-configuration":
		return noise
	}
	switch k {
	case "html_url", "clone_url", "download_url", "base_url": // addresses that a person or a command uses
		return ordinary
	}
	if strings.HasSuffix(k, "_url") {
		return noise
	}
	return ordinary
}

// isTrouble reports whether the value of a key such as "error" names one: it isn't empty, false, null or 0.
func isTrouble(n *node) bool {
	if !n.scalar() {
		return n.count > 0
	}
	switch n.text {
	case `""`, "null", "false", "0":
		return false
	}
	return true
}

// badWord reports whether a value is a word for a bad state, such as CrashLoopBackOff.
func badWord(s string) bool {
	if len(s) < 3 || len(s) > 32 {
		return false
	}
	switch strings.ToLower(s) {
	case "error", "errored", "fail", "failed", "failure", "failing", "fatal", "critical", "crashloopbackoff",
		"imagepullbackoff", "errimagepull", "oomkilled", "evicted", "unhealthy", "degraded", "timed_out", "timeout",
		"startup_failure", "panic", "crashed", "dead", "unreachable", "notready", "broken", "cancelled", "canceled",
		"rejected", "conflicting", "exception", "severe", "emergency", "alert", "create_failed", "rollback_complete",
		"alarm":
		return true
	}
	return false
}
