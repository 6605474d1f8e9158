package call

import (
	"net/http"
	"strconv"
	"time"

	"github.com/toktee/toktee/agent/model"
)

// maxPause is the longest pause before a retry. If a provider asks for a longer one, nothing is retried: the error
// states how long the provider wants us to wait.
const maxPause = 2 * time.Minute

// mayRepeat reports whether a request that failed so may be sent again.
func mayRepeat(failed *model.Error) bool { return failed.Temporary && failed.RetryAfter <= maxPause }

// backoff returns the pause after a failed try: the pause that the provider asks for, else 0.5 s, 1 s, 2 s and so on
// up to 16 s. A random part of up to a quarter is taken off, so that clients which failed together don't return
// together.
func backoff(attempt int, asked time.Duration, rand func() float64) time.Duration {
	if asked > 0 {
		return asked
	}
	d := 500 * time.Millisecond << min(attempt-1, 5)
	return d - time.Duration(rand()*float64(d)/4)
}

// retryAfter reads the pause that a provider asks for: in milliseconds, in seconds, or as a date.
//
//	Retry-After-Ms: 1500
//	Retry-After: 1.5
//	Retry-After: Sun, 22 Nov 2026 12:00:00 GMT
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return seconds(s)
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// seconds returns s seconds, at least 0 and at most a year: strconv takes NaN and infinity for numbers too.
func seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, year) * float64(time.Second))
}
