package team

import (
	"errors"
	"net/url"
	"strings"

	"github.com/toktee/toktee/internal/host/config"
)

// Hide returns an error without the secret parts of the settings' URLs: passwords and parameters.
func Hide(err error, s config.Team) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, raw := range []string{s.Database, s.Bucket} {
		u, err := url.Parse(raw)
		if err != nil || raw == "" {
			continue
		}
		text = strings.ReplaceAll(text, raw, config.PublicURL(raw))
		if password, ok := u.User.Password(); ok {
			_, encoded, _ := strings.Cut(u.User.String(), ":")
			text = without(text, encoded, password)
		}
		for name, values := range u.Query() {
			if private(name) {
				text = without(text, values...)
			}
		}
	}
	return errors.New(text)
}

// private reports whether a parameter of a URL is secret.
func private(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"pass", "key", "secret", "token"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

func without(text string, secrets ...string) string {
	for _, s := range secrets {
		if s != "" {
			text = strings.ReplaceAll(text, s, "xxxxx")
		}
	}
	return text
}
