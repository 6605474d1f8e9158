package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/summarize"
)

// checkGateway sends a request through a gateway to a provider that is made for it, and prints what became of a long
// result. Nothing leaves the machine, and nothing is kept.
func checkGateway(ctx context.Context, _ struct{}, std streams) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	store, err := os.MkdirTemp("", "toktee-gateway-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(store)
	const answer = `{"type":"message","usage":{"input_tokens":1,"output_tokens":1}}`
	received := make(chan int, 1)
	provider, err := serveFor(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		received <- int(n)
		fmt.Fprint(w, answer)
	}))
	if err != nil {
		return err
	}
	env := map[string]string{"TOKTEE_STORE": store, "TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM": provider}
	level := summarize.Balanced
	o := desk.Gate{}
	o.Flags.Level = &level
	const token = "check"
	g, err := newGateway(o, token, func(name string) (string, bool) {
		if v, ok := env[name]; ok {
			return v, true
		}
		return os.LookupEnv(name)
	}, std)
	if err != nil {
		return err
	}
	url, err := serveFor(ctx, g)
	if err != nil {
		return err
	}
	body := longRequest()
	resp, err := http.Post(url+"/"+token+"/v1/messages", "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch b, err := io.ReadAll(resp.Body); {
	case err != nil:
		return err
	case string(b) != answer:
		return fmt.Errorf("the provider's answer has become %q", b)
	}
	n := <-received
	if n > len(body)/2 {
		return errors.New("a long result wasn't shortened")
	}
	_, err = fmt.Fprintf(std.out, "a request through a gateway works: %d bytes became %d\n", len(body), n)
	return err
}

// serveFor serves until the context ends, and returns the URL.
func serveFor(ctx context.Context, h http.Handler) (url string, err error) {
	l, err := loopback.Listen("127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go loopback.Serve(ctx, l, h, 0)
	return "http://" + l.Addr().String(), nil
}

// longRequest returns a request with the output of many tests that have passed.
func longRequest() string {
	var out strings.Builder
	for i := range 300 {
		fmt.Fprintf(&out, "=== RUN   Test%d\n--- PASS: Test%[1]d (0.00s)\n", i)
	}
	text, _ := json.Marshal(out.String() + "PASS\nok  \texample.com/shop\t0.213s\n")
	return `{"model":"none","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash",` +
		`"input":{"command":"go test -v ./..."}}]},{"role":"user","content":[{"type":"tool_result",` +
		`"tool_use_id":"t","content":` + string(text) + `}]}]}`
}
