package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

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
	up, resp, err := websocket.Dial(ctx, target, &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: ex.g.transport}, HTTPHeader: header, Subprotocols: protocols,
	})
	if err != nil {
		refuseUpgrade(w, ex, resp, err)
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
	down.SetReadLimit(maxBody)
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

// refuseUpgrade passes on the provider's answer to a handshake that it refused.
func refuseUpgrade(w http.ResponseWriter, ex *exchange, resp *http.Response, err error) {
	if resp == nil || resp.StatusCode < 300 {
		refuse(w, http.StatusBadGateway, "no WebSocket of "+ex.to.Host+": "+err.Error())
		return
	}
	for name, values := range resp.Header {
		if name != "Content-Length" && name != "Connection" && name != "Transfer-Encoding" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(resp.StatusCode)
	if resp.Body != nil {
		_, _ = io.Copy(w, resp.Body)
	}
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

// A socket is the state of a connection: requests and their responses take turns.
type socket struct {
	ex *exchange
	r  *http.Request
}

// request returns a client's message with decided texts.
func (s *socket) request(message []byte) []byte {
	if short := s.ex.safely(func() []byte { return s.ex.splice(s.r, message) }); short != nil {
		return short
	}
	return message
}

// response reads the usage of a provider's message.
func (s *socket) response(message []byte) []byte {
	m := &meter{memory: &s.ex.g.memory}
	m.read(message)
	if m.used != (usage{}) {
		s.ex.noteBill(m.used)
	}
	return message
}
