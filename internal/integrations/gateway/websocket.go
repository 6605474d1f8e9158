package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

// handshake are the headers of a WebSocket's handshake, which each side makes itself. Extensions change how messages
// are sent, not what they are.
var handshake = []string{
	"Connection", "Upgrade", "Sec-Websocket-Key", "Sec-Websocket-Version", "Sec-Websocket-Extensions",
	"Sec-Websocket-Protocol",
}

// serveWebSocket connects a client with its provider by a WebSocket. Each message of the client is a request.
func (ex *exchange) serveWebSocket(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	header := r.Header.Clone()
	for _, name := range handshake {
		header.Del(name)
	}
	protocols := split(r.Header.Values("Sec-Websocket-Protocol"))
	at := *ex.to
	at.Scheme = strings.Replace(at.Scheme, "http", "ws", 1)
	target := at.String() + ex.path
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	if header.Get("User-Agent") == "" {
		header["User-Agent"] = nil // else the library names itself
	}
	answer := &refusal{RoundTripper: ex.g.transport}
	up, resp, err := websocket.Dial(ctx, target, &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: answer, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // it is the client's to follow
		}},
		HTTPHeader: header, Subprotocols: protocols,
	})
	if err != nil {
		answer.pass(w, ex, err)
		return
	}
	defer up.CloseNow()
	for name, values := range resp.Header {
		if !strings.HasPrefix(name, "Sec-Websocket-") && name != "Connection" && name != "Upgrade" {
			w.Header()[name] = values
		}
	}
	var chosen []string
	if p := up.Subprotocol(); p != "" {
		chosen = []string{p}
	}
	down, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: chosen, InsecureSkipVerify: true})
	if err != nil {
		return // Accept has answered
	}
	defer down.CloseNow()
	up.SetReadLimit(-1)
	down.SetReadLimit(-1)
	s := &socket{ex: ex, r: r}
	go func() {
		defer cancel()
		pump(ctx, down, up, s.request)
	}()
	pump(ctx, up, down, s.response)
}

func split(values []string) []string {
	var list []string
	for _, v := range values {
		for one := range strings.SplitSeq(v, ",") {
			if one = strings.TrimSpace(one); one != "" {
				list = append(list, one)
			}
		}
	}
	return list
}

// A refusal keeps the provider's answer to a handshake that it refused. The library reads only its start.
type refusal struct {
	http.RoundTripper
	resp *http.Response
	body []byte
}

// RoundTrip implements [http.RoundTripper].
func (f *refusal) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := f.RoundTripper.RoundTrip(r)
	if err != nil || resp.StatusCode == http.StatusSwitchingProtocols {
		return resp, err
	}
	f.body, err = io.ReadAll(io.LimitReader(resp.Body, maxJSON))
	resp.Body.Close()
	resp.Body = http.NoBody
	f.resp = resp
	return resp, err
}

// pass passes the answer on.
func (f *refusal) pass(w http.ResponseWriter, ex *exchange, err error) {
	if f.resp == nil {
		refuse(w, http.StatusBadGateway, "no WebSocket of "+ex.to.Host+": "+err.Error())
		return
	}
	for name, values := range f.resp.Header {
		if name != "Content-Length" && name != "Connection" && name != "Transfer-Encoding" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(f.resp.StatusCode)
	_, _ = w.Write(f.body)
}

// pump passes messages on until one side ends. Then the other side ends with the same status.
func pump(ctx context.Context, from, to *websocket.Conn, change func([]byte) []byte) {
	for {
		kind, message, err := from.Read(ctx)
		if err == nil {
			if kind == websocket.MessageText {
				message = change(message)
			}
			err = to.Write(ctx, kind, message)
		}
		if err == nil {
			continue
		}
		var end websocket.CloseError
		if errors.As(err, &end) {
			_ = to.Close(end.Code, end.Reason)
		}
		return
	}
}

// A socket is the state of a connection.
type socket struct {
	ex *exchange
	r  *http.Request

	mu  sync.Mutex
	req *request // the last one
}

// request returns a client's message with decided texts, if it asks for a response.
func (s *socket) request(message []byte) []byte {
	if len(message) > maxBody || !bytes.Contains(message, []byte(`"response.create"`)) {
		return message
	}
	short := s.ex.safely(func() []byte {
		short, req := s.ex.splice(s.r, message)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.req = req
		return short
	})
	if short == nil {
		return message
	}
	return short
}

// response reads the usage of a provider's message.
func (s *socket) response(message []byte) []byte {
	s.ex.safely(func() []byte {
		m := &meter{memory: &s.ex.g.memory}
		m.read(message)
		if m.used != (usage{}) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.req.noteBill(m.used)
		}
		return nil
	})
	return message
}
