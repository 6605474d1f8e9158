package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestKeyPrints(t *testing.T) {
	ep := Endpoint{Key: "sk-secret"}
	hexSecret := fmt.Sprintf("%x", string(ep.Key))
	asJSON, err := json.Marshal(struct{ Key Key }{ep.Key})
	if err != nil {
		t.Fatal(err)
	}
	var logged bytes.Buffer
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("x", "key", ep.Key, "inside", struct{ Key Key }{ep.Key})
	slog.New(slog.NewTextHandler(&logged, nil)).Info("x", "key", ep.Key, "inside", struct{ Key Key }{ep.Key})
	for _, text := range []string{
		fmt.Sprint(ep), fmt.Sprintf("%v %+v %#v", ep, ep, ep), fmt.Sprintf("%s %q %#v", ep.Key, ep.Key, ep.Key),
		fmt.Sprintf("%d %x %t", ep.Key, ep.Key, []Key{ep.Key}),
		string(asJSON), logged.String(),
	} {
		if strings.Contains(text, "secret") || strings.Contains(text, hexSecret) || !strings.Contains(text, "[key]") {
			t.Errorf("the key prints as %s", text)
		}
	}
	if got := fmt.Sprint(Key("")); got != "" {
		t.Errorf("no key prints as %q", got)
	}
}
