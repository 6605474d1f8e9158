//go:build unix

package tool_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/tool"
)

// TestSecretsStay checks which variables commands get, of exec and of execute_code, whether the environment is ours or
// is given.
func TestSecretsStay(t *testing.T) {
	secret := map[string]bool{
		"OPENAI_API_KEY": true, "github_token": true, "MySecret": true, "DB_PASSWORD": true, "GOOGLE_CREDENTIALS": true,
		"KEYMAP": true, "DATABASE_URL": true, "GH_PAT": true, "MYSQL_PWD": true, "PGPASSWORD": true, "DB_PASS": true,
		"GPG_PASSPHRASE": true, "NPM_CONFIG__AUTH": true, "JWT": true, "COOKIE": true, "SENTRY_DSN": true,
		"REDIS_URL": true, "NODE_AUTH_TOKEN": true, "CARGO_REGISTRY_TOKEN": true, "UV_PUBLISH_TOKEN": true,
		"PIP_PASSWORD": true, "TOKTEE_TEAM_DATABASE": true, "COMPOSER_AUTH": true, "BUNDLE_GITHUB__COM": true,
		"AWS_SESSION_ID": true, "ANDROID_SIGN_PW": true,
		"DOTNET_X_PAT": true, "PIP_INDEX_URL": true, "MACOSX_DEPLOYMENT_TARGET": false, "SLACK_WEBHOOK": true,
		"OTHER":     true,
		"GOPROXY":   true,                  // by its value
		"NPM_TOKEN": false, "APP_X": false, // which are named
		"SSH_AUTH_SOCK": false, "LANG": false, "LC_ALL": false, "GOFLAGS": false, "GIT_AUTHOR_NAME": false,
		"CMAKE_PREFIX_PATH": false, "JAVA_HOME": false, "no_proxy": false, "PYTHONPATH": false, "NODE_ENV": false,
		"RUST_BACKTRACE": false, "NPM_CONFIG_CACHE": false,
	}
	var env []string
	for name := range secret {
		value := "1"
		if name == "PIP_INDEX_URL" {
			value = "https://robot@modules.example/simple"
		}
		if name == "GOPROXY" {
			value = "https://x:ghp_" + "Zk3Qw8Xr5Tn1Yb7Vm2Lp" + "9Hd4Gs6FcJ0KaEoU@modules.example"
		}
		env = append(env, name+"="+value)
		t.Setenv(name, value)
	}
	for _, given := range [][]string{nil, append(env, "PATH=/usr/bin:/bin")} {
		b := newBox(t, func(o *tool.Options) { o.Env, o.PassEnv = given, []string{"NPM_TOKEN", "APP_*"} })
		for name, args := range map[string]object{
			"exec":         {"command": "env"},
			"execute_code": {"language": "python", "code": "import os\nfor name in os.environ: print(name + '=')"},
		} {
			r, err := b.call(t.Context(), name, args)
			if e := r.Error(); e != nil && strings.Contains(e.Message, "not installed") {
				continue
			}
			ui, _ := r.UIContent()
			if err != nil {
				t.Fatal(err)
			}
			for variable, isSecret := range secret {
				if has := strings.Contains("\n"+ui, "\n"+variable+"="); has == isSecret {
					t.Errorf("%s: the command has %s: %v, want %v", name, variable, has, !isSecret)
				}
			}
		}
	}
}

// TestSecretsOfCall checks that what a call or a command states itself is passed on as it is.
func TestSecretsOfCall(t *testing.T) {
	t.Setenv("API_KEY", "ours")
	b := newBox(t, nil)
	r, err := b.call(t.Context(), "exec", object{"command": "echo $API_KEY", "env": map[string]string{"API_KEY": "1"}})
	if ui, _ := r.UIContent(); err != nil || ui != "1\n" {
		t.Errorf("a variable of the call: %q, %v", ui, err)
	}
	argv := []string{"/bin/sh", "-c", "echo ${API_KEY-none}"}
	for want, env := range map[string][]string{"none\n": nil, "2\n": {"API_KEY=2"}} {
		r, err := tool.NewRunner(tool.Options{}).Run(t.Context(), tool.Command{Argv: argv, Env: env})
		if ui, _ := r.UIContent(); err != nil || ui != want {
			t.Errorf("a command with %q has printed %q, %v, want %q", env, ui, err, want)
		}
	}
}

func TestPassEnvRefuses(t *testing.T) {
	for _, name := range []string{"", "*", "A=B", "A\x00"} {
		s, err := tool.New(tool.Options{Root: t.TempDir(), PassEnv: []string{name}})
		if err == nil {
			s.Close()
			t.Errorf("the variable %q was taken", name)
		}
	}
}
