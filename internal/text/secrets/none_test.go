package secrets

import (
	"os"
	"strings"
	"testing"
)

// TestNone reads texts that have no secrets, though much in them looks random: everything that was captured, the sums
// of modules, hashes, ids, data of images. Nothing in them is masked.
func TestNone(t *testing.T) {
	sums, err := os.ReadFile("../../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"captured": captured(t),
		"go.sum":   string(sums),
		"lock file": `"integrity": "sha512-` + token("", 1, 86) + `=="` + "\n" +
			`"resolved": "https://packages.example/lodash/-/lodash-4.17.21.tgz#` +
			`679591c564c3bffaae8454cf0b3df370c3d6911c"`,
		"hashes": "commit 5f2c1d9e8b7a6f4e3d2c1b0a9f8e7d6c5b4a3f2e\nsha256:" + strings.Repeat("9f86d081884c7d65", 4) +
			"\nSKU 12345678901234567890123456789012345 8c6976e5b5410415bde908bd4dee15df",
		"ids":   "014df517-39d1-4453-b7b3-9930c563627c arn:aws:iam::123456789012:role/x vpc-0a1b2c3d4e5f67890",
		"image": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA" + strings.Repeat(token("", 3, 61)+"+/", 40),
		"placeholders": "AKIAIOSFODNN7EXAMPLE ghp_" + strings.Repeat("x", 36) +
			" Authorization: Bearer <token-of-yours>",
		"public key": "-----BEGIN PUBLIC KEY-----\n" + body(1) + "\n-----END PUBLIC KEY-----\n",
		"first line of a key, and prose": "-----BEGIN RSA " + "PRIVATE KEY-----\n" +
			"internationalization\nsee https://host.test/docs/GettingStarted/Installation2/OnLinux/And/Others\n" +
			"usr/local/share/certificates/extracted\nWARNING: the file is group readable\nok\ndone |\n",
		"prose between the first and the last line of a key": "-----BEGIN PRIVATE " + "KEY-----\n" +
			"| column | internationalization |\n12:characteristically\n-Misunderstandings\n" +
			"sha256:" + strings.Repeat("9f86d081884c7d65", 4) + "\n- [ ] Rotate\n" +
			"-----END PRIVATE " + "KEY-----\n",
		"no values": strings.Join([]string{
			"DB_PASSWORD=***", "DB_PASSWORD=$PASS1", "DB_PASSWORD=${{ secrets.DB_1 }}", "PASSWORD=<password1>",
			"PASSWORD_FILE=/run/secrets/db1", "PASSWORD=/run/secrets/db1", "POSTGRES_PASSWORD=postgres",
			"password: null", "password: true", "API_KEY=changeme123", "api_key: your-api-key-1", "PWD=/home/anna1",
			"SECRET=xxxxxxxx1", "//packages.example/:_authToken=${NPM_TOKEN}", "password = os.environ['DB_PASSWORD1']",
			"token = lexer.next1()", "password: must have 8 to 64 characters", "Tests _PASS: 12", "token: IDENTIFIER_1",
			"password=user.password1", "NextToken: " + token("", 1, 40), `"nextPageToken": "` + token("", 2, 40) + `"`,
			"erl_pass:translate/2", "secret: projects/123/secrets/app-1a2b/versions/4", "password for anna1:",
			"token 0x7ffd1a2b3c4d5e6f is bad", "postgres://postgres:postgres@localhost/db",
			"https://user:password@host.test", "https://u:${PW1}@host.test", "http://localhost:8080/@scope/a",
			"ssh://git@host.test:22/a", "docker run -u 1000:1000 -p 8080:8080 a1", "Set-Cookie: theme=darkmode; Path=/",
			"Cookie: a=b", "Authorization: Bearer $TOKEN1", "mkdir -p build1/out2",
			`"auth": "` + encoded("no colon in it") + `"`, "login anna password", "the token is abc123def456ghi789jkl0",
			"secretName: app-tls-1a2b3", "cancellation token: 42", "Password: ", "--password-stdin",
			"[password]: x1y2z3", "docker-pullable://nginx:1.25.3@sha256:" + hexes("", 1, 64),
			"docker://alpine:3.20-rc1@sha256:" + hexes("", 2, 64), "at http://localhost:5173@react-refresh:1",
			"https://x.test:8443?owner=a@b", "http://x.test:3000#user@host", "redis://:6379@cluster",
			"arn:aws:secretsmanager:us-east-1:123456789012:secret:rds!cluster-" + uuid(3) + "-AbC1d2",
			"Linux-cache-key-" + hexes("", 4, 32), "Unexpected token: 'someLongIdentifierName1WithCaps'",
			"Token: org.springframework.security.web.csrf.DefaultCsrfToken@5e2c3d18",
			"Token=MyTokenProviderFactoryImplTestCase", "api_key: ApiKeyHeaderNameProviderFactory1",
			"Authorization: com.example.AuthorizationFilterConfig1V2",
			`{"password":"Password must contain at least 1 number!"}`, "OBJECT_KEY=builds/2024/a1b2c3d4/artifact",
			"SORT_KEY=2024Abc123Def456Ghi789Jkl", "PRIMARY_KEY=" + token("", 5, 24), "N_PASS=120000",
			"TESTS_PASS=1234567", "resumeToken: " + token("", 6, 30), "startToken: " + token("", 7, 30),
			"StartingToken: " + token("", 8, 30),
		}, "\n"),
		"words": "task-runner disk-usage Authorization: Basic my-own-access-token, " +
			"pat. sat. API-COMPATIBILITY eyJ",
	} {
		var m Masker
		if m.Text([]byte(text)); m.Count() > 0 {
			for l := range strings.Lines(text) {
				for _, s := range Find([]byte(l)) {
					t.Errorf("%s: %q is called a %s", name, l[s.Start:s.End], s.Kind)
				}
			}
			t.Errorf("%s has %d secrets", name, m.Count())
		}
	}
}
