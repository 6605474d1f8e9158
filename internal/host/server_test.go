package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/summarize"
)

// request and response are what client and server send each other, each a line of JSON.
type request struct{ ID, Tool, Command, Output string }
type response struct{ ID, Text string }

// serve is a whole integration: a server that answers many calls over one connection, all at once and in any order,
// with a host that they share. It ends when the client closes the connection.
func serve(ctx context.Context, in io.Reader, out io.Writer, dir string, getenv func(string) (string, bool)) error {
	h, err := host.Open(host.Options{
		Dir: dir, Getenv: getenv, Repeats: host.RepeatsInProcess,
		Fetch: func(id string) string { // the client has no shell, but a tool "show"
			return fmt.Sprintf(`call show with {"id": %q}`, id)
		},
	})
	if err != nil {
		return err
	}
	var calls sync.WaitGroup
	defer calls.Wait()
	var writing sync.Mutex
	answers := json.NewEncoder(out)
	for requests := json.NewDecoder(in); ; {
		var q request
		if err := requests.Decode(&q); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		calls.Go(func() {
			r, err := h.Deliver(ctx, h.Config(), summarize.Request{
				Tool: q.Tool, Command: q.Command, Stdout: []byte(q.Output),
			})
			text := r.LLMContent()
			if err != nil {
				text = q.Output // a failure of ours must not cost the output
			}
			writing.Lock()
			defer writing.Unlock()
			answers.Encode(response{q.ID, text})
		})
	}
}

func TestServer(t *testing.T) {
	env := newEnv(t)
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	go func() { toClient.CloseWithError(serve(t.Context(), fromClient, toClient, t.TempDir(), env.getenv)) }()
	const calls = 20
	go func() {
		defer toServer.Close()
		for i := range calls {
			q := request{fmt.Sprint(i), "Bash", fmt.Sprintf("./deploy %d", i), numbered(3000 + i)}
			io.WriteString(toServer, marshal(t, q)+"\n")
		}
	}()

	// Each call is answered with its own text, and each text's last line names the result that has the call's output.
	answered := map[string]string{}
	for answers := json.NewDecoder(fromServer); ; {
		var a response
		if err := answers.Decode(&a); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		_, id, _ := strings.Cut(a.Text, `lines left out: call show with {"id": "`)
		answered[a.ID] = env.payload(t, strings.TrimRight(id, "\"}\n"))
	}
	for i := range calls {
		if answered[fmt.Sprint(i)] != numbered(3000+i) {
			t.Errorf("call %d: what its text names isn't its output", i)
		}
	}
}
