package data

import "strings"

// role is what a key promises of its value.
type role uint8

const (
	ordinary role = iota
	noise         // links that a client follows, tokens that only a server reads
	telling       // how things stand, and what they are
	naming        // what the value's owner is called
	trouble       // what went wrong
)

// roleOf knows the keys that services and tools share.
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
		return telling
	case "name", "id", "title", "path", "file", "filename", "key", "number", "identifier", "login", "displaytitle",
		"version", "namespace", "metadata.name", "metadata.namespace", "line", "tag", "user.login", "author.login",
		"email", "sha", "branch", "headbranch", "headrefname", "slug":
		return naming
	case "node_id", "nodeid", "gravatar_id", "_links", "__typename", "resourceversion", "managedfields", "selflink",
		"etag", "integrity", "avatarurl", "events_url", "databasehash", "performed_via_github_app", "ownerreferences",
		"last-applied-configuration":
		return noise
	}
	if strings.HasSuffix(k, "_url") && k != "html_url" && k != "clone_url" && k != "download_url" && k != "base_url" {
		return noise
	}
	return ordinary
}

// isTrouble reports whether a value under a key that speaks of trouble tells of any: it isn't empty, false, null or 0.
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

// badWord reports whether a value is a word for a state that is no good.
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
