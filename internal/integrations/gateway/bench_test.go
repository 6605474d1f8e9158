package gateway_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/integrations/gateway"
)

// conversation returns the body of a request of about n bytes. Its last result is new.
func conversation(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"model":"m","messages":[{"role":"user","content":"run the tests"}`)
	output := quoted(passed()[:8<<10] + "PASS\nok  \texample.com/shop\t0.213s\n")
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, `,{"role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"Bash",`+
			`"input":{"command":"go test ./p%d"}}]},{"role":"user","content":[{"type":"tool_result",`+
			`"tool_use_id":"toolu_%d","content":%s}]}`, i, i, i, output)
	}
	return []byte(b.String() + `],"stream":true}`)
}

// A target is a proxy to measure.
type target struct {
	url   string
	times []time.Duration // to the end of the response
	first []time.Duration // from the provider's first byte to the client's
}

// send sends a request to a provider that notes when it begins to answer.
func (g *target) send(b *testing.B, body []byte, answered *atomic.Int64) {
	begin := time.Now()
	resp, err := http.Post(g.url, "application/json", bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadFull(resp.Body, make([]byte, 1)); err != nil {
		b.Fatal(err)
	}
	g.first = append(g.first, time.Duration(time.Now().UnixNano()-answered.Load()))
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		b.Fatal(err)
	}
	g.times = append(g.times, time.Since(begin))
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// BenchmarkRequest compares the gateway with a bare reverse proxy of the standard library, in turns. The results of the
// requests are decided already. It reports the medians: of a request, of what the gateway adds to it, and of what it
// adds to the way of the response's first byte.
func BenchmarkRequest(b *testing.B) {
	for _, size := range []int{200 << 10, 5 << 20} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			var answered atomic.Int64
			up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				w.Header().Set("Content-Type", "text/event-stream")
				answered.Store(time.Now().UnixNano())
				w.(http.Flusher).Flush()
				for range 20 {
					fmt.Fprint(w, "event: content_block_delta\ndata: {\"type\":\"content_block_delta\"}\n\n")
				}
			}))
			defer up.Close()
			to, err := url.Parse(up.URL)
			if err != nil {
				b.Fatal(err)
			}
			bare := httptest.NewServer(&httputil.ReverseProxy{
				FlushInterval: -1, Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(to) },
			})
			defer bare.Close()
			body := conversation(size)
			with := &target{url: newGateway(b, &provider{Server: up}, gateway.Options{}) + "/v1/messages"}
			without := &target{url: bare.URL}
			with.send(b, body, &answered) // decides
			without.send(b, body, &answered)
			with.times, with.first, without.times, without.first = nil, nil, nil, nil
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				without.send(b, body, &answered)
				with.send(b, body, &answered)
			}
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(median(without.times)), "bare-ms")
			b.ReportMetric(ms(median(with.times))-ms(median(without.times)), "added-ms")
			b.ReportMetric(ms(median(with.first))-ms(median(without.first)), "added-first-ms")
		})
	}
}

// BenchmarkNewResult measures a request of 200 KB with one new result of 8 KB.
func BenchmarkNewResult(b *testing.B) {
	p := newProvider(b)
	url := newGateway(b, p, gateway.Options{}) + "/v1/messages"
	body := conversation(200 << 10)
	send(b, url, body)
	n := 0
	for b.Loop() {
		n++
		last := bytes.LastIndex(body, []byte(`"tool_use_id":"toolu_`)) + len(`"tool_use_id":"toolu_`)
		send(b, url, slices.Concat(body[:last], fmt.Appendf(nil, "%d_", n), body[last:]))
	}
}
