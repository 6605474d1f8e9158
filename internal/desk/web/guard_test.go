package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

const own = "127.0.0.1:8791"

// guarded is a guard in front of a handler that says it was reached.
func guarded(t *testing.T) *guard {
	t.Helper()
	p, err := parsePages()
	if err != nil {
		t.Fatal(err)
	}
	return newGuard("right", p, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("reached"))
	}))
}

func TestGuard(t *testing.T) {
	g := guarded(t)
	enter := httptest.NewRecorder()
	g.ServeHTTP(enter, httptest.NewRequest("GET", "http://"+own+"/?token=right", nil))
	cookie := enter.Result().Cookies()[0]
	for _, c := range []struct {
		name         string
		method, path string
		host         string
		header       map[string]string
		noCookie     bool
		want         int
	}{
		{name: "with the cookie", want: 200},
		{name: "head", method: "HEAD", want: 200},
		{name: "by another name of this machine", host: "localhost:8791", want: 200},
		{name: "without a cookie", noCookie: true, want: 401},
		{name: "with a wrong cookie", noCookie: true, header: map[string]string{"Cookie": "toktee_8791=x"}, want: 401},
		{name: "with another port's cookie", noCookie: true,
			header: map[string]string{"Cookie": "toktee_8792=" + cookie.Value}, want: 401},
		{name: "with the token as the cookie", noCookie: true,
			header: map[string]string{"Cookie": "toktee_8791=right"}, want: 401},
		{name: "with the cookie as the token", noCookie: true, path: "/?token=" + cookie.Value, want: 401},
		{name: "with a wrong token", noCookie: true, path: "/?token=wrong", want: 401},
		{name: "a rebound name", host: "evil.example:8791", want: 403},
		{name: "a rebound name with the token", host: "evil.example", path: "/?token=right", want: 403},
		{name: "another machine", host: "192.0.2.1:8791", want: 403},
		{name: "no host", host: "-", want: 403},
		{name: "another origin", header: map[string]string{"Origin": "http://evil.example"}, want: 403},
		{name: "another port's origin", header: map[string]string{"Origin": "http://127.0.0.1:1"}, want: 403},
		{name: "a null origin", header: map[string]string{"Origin": "null"}, want: 403},
		{name: "the own origin", header: map[string]string{"Origin": "http://" + own}, want: 200},
		{name: "a script of another site", header: map[string]string{
			"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, want: 403},
		{name: "a frame of another port", header: map[string]string{
			"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, want: 403},
		{name: "a link on another site", header: map[string]string{
			"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, want: 200},
		{name: "post", method: "POST", want: 405},
		{name: "delete", method: "DELETE", want: 405},
		{name: "options", method: "OPTIONS", want: 405},
	} {
		t.Run(c.name, func(t *testing.T) {
			method, path := c.method, c.path
			if method == "" {
				method = "GET"
			}
			if path == "" {
				path = "/"
			}
			r := httptest.NewRequest(method, "http://"+own+path, nil)
			if c.host != "" {
				r.Host = strings.Trim(c.host, "-")
			}
			if !c.noCookie {
				r.AddCookie(cookie)
			}
			for name, value := range c.header {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("status %d, want %d: %s", w.Code, c.want, w.Body)
			}
			if (w.Body.String() == "reached") != (c.want == 200) {
				t.Errorf("with status %d the body is %q", w.Code, w.Body)
			}
			for name, value := range headers {
				if got := w.Header().Get(name); got != value {
					t.Errorf("%s is %q, want %q", name, got, value)
				}
			}
		})
	}
}

// TestEnter: the token gives a cookie that no script and no other site gets, and leads on to the same page without it.
func TestEnter(t *testing.T) {
	g := guarded(t)
	for path, want := range map[string]string{
		"/?token=right":                      "0;url=/",
		"/savings?since=7d&token=right":      "0;url=/savings?since=7d",
		"//evil.example/?token=right":        "0;url=/evil.example/",
		"/%5Cevil.example/?token=right":      "0;url=/%5Cevil.example/",
		"/r/1?lines=1-2&token=right":         "0;url=/r/1?lines=1-2",
		"/?token=right&x=%22%3E%3Cscript%3E": "0;url=/?x=%22%3E%3Cscript%3E",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = own
		u, err := url.ParseRequestURI(path)
		if err != nil {
			t.Fatal(err)
		}
		r.URL = u
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		body := w.Body.String()
		if w.Code != http.StatusOK || strings.Contains(body, "right") || strings.Contains(body, "<script") {
			t.Errorf("%s: status %d: %s", path, w.Code, body)
		}
		if !strings.Contains(body, `content="`+strings.ReplaceAll(want, "&", "&amp;")+`"`) {
			t.Errorf("%s: it doesn't lead to %q: %s", path, want, body)
		}
		c := w.Header().Get("Set-Cookie")
		if !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Strict") || strings.Contains(c, "right") {
			t.Errorf("%s: the cookie is %q", path, c)
		}
	}
}

// TestSecret: a token has 256 bits, and is a new one each time.
func TestSecret(t *testing.T) {
	a, b := secret(), secret()
	if len(a) != 43 || a == b {
		t.Errorf("tokens are %q and %q", a, b)
	}
}
