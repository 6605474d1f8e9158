package secrets

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// hexes is a secret of hexadecimal digits, in an order that depends on n.
func hexes(prefix string, n, length int) string {
	b := []byte(prefix)
	for x := uint64(n) + 1; len(b) < len(prefix)+length; {
		x = x*6_364_136_223_846_793_005 + 1_442_695_040_888_963_407
		b = append(b, "0123456789abcdef"[x>>60])
	}
	return string(b)
}

func uuid(n int) string {
	h := hexes("", n, 32)
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

func encoded(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// aJWT is a token with a part of so many bytes.
func aJWT(n, length int) string {
	return "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9." + token("eyJ", n, length) + "." + token("", n+1, 86)
}

// realistic are secrets in the lines in which tools print them, from the documents of the services and tools. {} is the
// place of the secret.
var realistic = []struct{ tool, line, secret, kind string }{
	// Prefixes of services.
	{"env", "OPENROUTER_API_KEY={}", hexes("sk-or-"+"v1-", 1, 64), "openrouter key"},
	{"curl -v", "> Authorization: Bearer {}", token("xai"+"-", 2, 80), "xai key"},
	{
		"python", "openai.AuthenticationError: Incorrect API key provided: {}.",
		token("sk-pr"+"oj-", 3, 120), "openai key",
	},
	{"docker run", "-e NVIDIA_API_KEY={} nim:latest", token("nvapi"+"-", 4, 64), "nvidia key"},
	{"wrangler", "CLOUDFLARE_API_TOKEN: {}", token("cfut"+"_", 5, 48), "cloudflare token"},
	{"gemini", "https://generativelanguage.example/v1/models?key={}", token("AQ"+".Ab8RN6", 6, 44), "google key"},
	{"supabase", "service_role {}", token("sb_sec"+"ret_", 7, 31), "supabase key"},
	{"vercel", "Error: The token {} is not valid", token("vcp"+"_", 8, 56), "vercel token"},
	{"sentry-cli", "auth token: {}", token("sntr"+"ys_eyJpYXQiOjE3", 9, 140) + "_" + token("", 9, 43), "sentry token"},
	{"actions", "AUTHORIZATION: bearer {}", "ghs" + "_1234567_" + aJWT(10, 200), "github token"},
	{
		"git remote -v", "origin\thttps://x-access-token:{}@github.com/acme/shop (fetch)",
		token("ghp"+"_", 11, 36), "github token",
	},
	{
		"git", "fatal: unable to access 'https://oauth2:{}@gitlab.com/a/b.git/': 403",
		token("glpat"+"-", 12, 20), "gitlab token",
	},
	{"gitlab ci", "CI_JOB_TOKEN={}", "glcbt" + "-" + aJWT(13, 120), "gitlab token"},
	{"replicate", "r.Token {}", token("r8"+"_", 14, 37), "replicate token"},
	{"linear", "{\"apiKey\":\"{}\"}", token("lin_"+"api_", 15, 40), "linear key"},
	{"huggingface-cli", "Token: {}", token("hf"+"_", 16, 34), "hugging face token"},
	{"mailgun", "api:{}", hexes("key"+"-", 17, 32), "mailgun key"},
	{"sendgrid", "SENDGRID={}", token("SG"+".", 18, 22) + "." + token("", 19, 43), "sendgrid key"},
	{"stripe", "Using key {} (live)", token("rk_"+"live_", 20, 99), "stripe key"},
	{"stripe listen", "Your webhook signing secret is {} (^C to quit)", hexes("whsec"+"_", 21, 64), "stripe secret"},
	{"hubspot", "hs token {}", "pat" + "-na1-" + uuid(22), "hubspot token"},
	{"docker login", "docker login -u acme --password-stdin <<< {}", token("dckr_"+"pat_", 23, 27), "docker token"},
	{"doppler", "Using {}", "dp" + ".st.dev." + token("", 24, 43), "doppler token"},
	{"npm config", "//packages.example/:_authToken={}", token("npm"+"_", 25, 36), "npm token"},
	{"twine", "password = {}", token("pypi"+"-AgEIcHlwaS5vcmc", 26, 120), "pypi token"},
	{
		"jira", "curl -u anna@acme.example:{} https://acme.example/rest",
		token("ATATT3"+"xFfGF0", 27, 176) + "=" + hexes("", 27, 8), "atlassian token",
	},
	{"bitbucket", "x-token-auth:{}", token("ATCTT3"+"xFfGN0", 28, 160) + "=0A1B2C3D", "atlassian token"},
	{"newrelic", "api key {}", "NRAK" + "-" + strings.ToUpper(token("", 29, 27)), "new relic key"},
	{
		"tailscale", "tailscale up --authkey={}",
		"tskey" + "-auth-" + token("", 30, 17) + "-" + token("", 31, 32), "tailscale key",
	},
	{"slack", "token={}", "xoxe." + token("xoxp"+"-1-", 32, 163), "slack token"},
	{"claude", "CLAUDE_CODE_OAUTH_TOKEN={}", token("sk-ant-"+"oat01-", 33, 95), "anthropic token"},
	{"anthropic", "x-api-key: {}", token("sk-ant-"+"api03-", 34, 93) + "AA", "anthropic key"},
	{"vault", "token                {}", token("hvs"+".CAESI", 35, 90), "vault token"},
	{"gcloud", "access_token: {}", token("ya29"+".a0AfB_", 36, 160), "google token"},
	{"oauth", "client secret {}", token("GOCSPX"+"-", 37, 28), "google secret"},
	{"facebook", "access_token={}", token("EAAG"+"m0PX4ZCps", 38, 170), "facebook token"},
	{"langsmith", "LANGSMITH_API_KEY=\"{}\"", hexes("lsv2_"+"pt_", 39, 32) + "_" + hexes("", 39, 10), "langsmith key"},
	{"tavily", "tavily {}", token("tvly"+"-dev-", 40, 32), "tavily key"},
	{"posthog", "personal key {}", token("phx"+"_", 41, 48), "posthog key"},
	{"planetscale", "mysql://u:{}@aws.connect.example/shop", token("pscale_"+"pw_", 42, 43), "planetscale password"},
	{"digitalocean", "doctl auth init -t {}", hexes("dop"+"_v1_", 43, 64), "digitalocean token"},
	{
		"terraform", "TF_TOKEN_app_terraform_io={}",
		token("", 44, 14) + ".atlas" + "v1." + token("", 44, 67), "terraform token",
	},
	{"azure devops", "pat {}", token("", 45, 76) + "AZ" + "DO" + token("", 46, 4), "azure devops token"},

	// Passwords of URLs, in what programs print when a connection fails.
	{
		"prisma", "Datasource \"db\": PostgreSQL at postgresql://shop:{}@db.internal:5432/shop?schema=public",
		"hunter2-Prod!9", "password",
	},
	{"rails", "redis://:{}@cache-1.internal:6379/0 (Redis::CannotConnectError)", token("", 50, 24), "password"},
	{
		"mongosh", "Connecting to: mongodb+srv://app:{}@cluster0.ab1cd.example/?retryWrites=true",
		"Tr0ub4dor", "password",
	},
	{"celery", "consumer: Cannot connect to amqp://worker:{}@mq:5672//: timed out.", "carrot-7-stick", "password"},
	{"sqlalchemy", "mysql+pymysql://root:{}@127.0.0.1/shop", "s3cr3tpass", "password"},
	{"pip", "Looking in indexes: https://build:{}@packages.example/simple", token("", 51, 20), "password"},
	{"git clone", "Cloning into 'shop'... https://deploy:{}@git.internal/shop.git", "p@ssw0rd-prod", "password"},
	{"go", "dial postgres://shop:{}@db.internal:5432/shop failed", "pa#ss?w0rd", "password"},
	{"git", "fatal: https://ci:{}@git.internal?mail=a@b.test", "depl0y-pass", "password"},
	{"http proxy", "HTTPS_PROXY=http://proxyuser:{}@proxy.internal:3128", "Pr0xyPass!", "password"},

	// Assignments: env, set -x, logs of CI.
	{"env", "POSTGRES_PASSWORD={}", "hunter2hunter2", "password"},
	{"env", "PGPASSWORD={}", "x9$kQ2(m)", "password"},
	{"set -x", "+ export MYSQL_ROOT_PASSWORD={}", "Sup3r-Geheim", "password"},
	{"env", "DJANGO_SECRET_KEY={}", "django-insecure-4x)k8&w2z!q9v7c3b", "secret"},
	{"env", "DATADOG_API_KEY={}", hexes("", 52, 32), "api key"},
	{"env", "SECRET_KEY_BASE={}", hexes("", 53, 128), "secret"},
	{"env", "HEROKU_API_KEY={}", uuid(54), "api key"},
	{"env", "TWILIO_AUTH_TOKEN={}", hexes("", 55, 32), "token"},
	{"env", "SSH_KEY_PASSPHRASE={}", "open-sesame-42", "password"},
	{"env", "JWT_SECRET={}", token("", 56, 48), "secret"},
	{"env", "APP_KEY={}", "base64:" + encoded(token("", 57, 32)), "secret"},
	{"docker inspect", "                \"REDIS_PASSWORD={}\",", token("", 58, 16), "password"},
	{"compose config", "      MARIADB_PASSWORD: {}", "correct9horse", "password"},
	{"actions", "  DB_PASSWORD: {}", "Wint3rIsHere", "password"},
	{"terraform", "db_password = \"{}\"", "b#7kQ!2mZp", "password"},
	{"terraform output", "  \"client_secret\": \"{}\"", token("", 60, 40), "secret"},
	{"azure", "  \"password\": \"{}\",", token("", 61, 34), "password"},
	{"spring", "spring.datasource.password={}", "Qwert7zuiop", "password"},
	{"ansible", "ok: [db1] => {\"ansible_become_password\": \"{}\"}", "be-c0me-root", "password"},
	{"ado.net", "Server=tcp:db.example,1433;User ID=shop;Password={};Encrypt=True;", "Adm1n#2024", "password"},
	{"psycopg2", "connection failed: host=db user=shop password={} dbname=shop", "gr8-secret", "password"},
	{"maven", "      <password>{}</password>", "n3xus-deploy", "password"},
	{"curl", "< {\"access_token\":\"{}\",\"token_type\":\"bearer\"}", token("", 62, 64), "token"},
	{"oauth", "grant_type=client_credentials&client_id=shop&client_secret={}&scope=a", token("", 63, 32), "secret"},
	{"cli", "$ deployctl login --token {} --region eu", token("", 64, 32), "token"},
	{"cli", "helm registry login r.example --username ci --password {}", "Zx81-spectrum", "password"},
	{"mysqldump", "+ mysqldump -uroot -p{} shop", "Dump3r!x", "password"},
	{"sshpass", "sshpass -p '{}' ssh deploy@host", "l0gMeIn!", "password"},
	{"netrc", "machine git.example login anna password {}", "netrc-pa55", "password"},
	{"netrc", "\tpassword {}", "netrc-pa66", "password"},
	{"npm config", "//packages.example/:_password={}", encoded("hunter2-for-npm"), "password"},
	{"npm config", "_auth={}", encoded("anna:hunter2-for-npm"), "credentials"},
	{"docker config", "\t\t\t\"auth\": \"{}\"", encoded("acme:registry-pass-1"), "credentials"},

	// Headers and cookies.
	{"curl -v", "> Authorization: Basic {}", encoded("app:pw12"), "credentials"},
	{"curl -v", "> Proxy-Authorization: Basic {}", encoded("proxyuser:Pr0xyPass!"), "credentials"},
	{"curl -v", "> X-Api-Key: {}", token("", 70, 40), "api key"},
	{"curl -v", "> PRIVATE-TOKEN: {}", token("", 71, 20), "token"},
	{"curl -v", "* [HTTP/2] [1] [x-auth-token: {}]", hexes("", 72, 40), "token"},
	{"curl -v", "> Authorization: SSWS {}", token("00", 73, 40), "okta token"},
	{"curl -v", "> Authorization: Bot {}", token("MT", 74, 24) + ".Gh1jKl." + token("", 74, 38), "credentials"},
	{"curl -v", "> Cookie: sessionid={}", token("", 75, 32), "cookie"},
	{
		"curl -v", "< Set-Cookie: connect.sid={}; Path=/; HttpOnly",
		"s%3A" + token("", 76, 32) + "." + token("", 77, 43), "cookie",
	},
	{"curl", "curl -u deploy:{} https://nexus.internal/repo", "depl0y-pw", "password"},
	{"wget", "wget --user=anna --password={} https://files.internal/x", "w9get!pw", "password"},
	{
		"aws s3 presign", "https://b.s3.example/k?X-Amz-Expires=3600&X-Amz-Signature={}",
		hexes("", 78, 64), "url signature",
	},
	{"aws sts", "    \"SecretAccessKey\": \"{}\",", token("", 79, 40), "aws secret key"},
	{"aws sts", "    \"SessionToken\": \"{}\",", token("IQoJb3JpZ2luX2Vj", 80, 340), "aws session token"},
	{
		"azure", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey={};EndpointSuffix=x",
		token("", 81, 86) + "==", "azure key",
	},
	{"htpasswd", "anna:{}", "$2y" + "$05$" + token("", 82, 53), "password hash"},
	{"shadow", "root:{}:19876:0:99999:7:::", "$6" + "$" + token("", 83, 16) + "$" + token("", 84, 86), "password hash"},
	{"kubectl config", "    client-key-data: {}", encoded("-----BEGIN EC " + body(86) + body(87)), "kubernetes key"},
	{"curl", "curl --cookie \"session={}\" https://shop.example", token("", 88, 32), "cookie"},
	{"web.config", "<add key=\"ApiKey\" value=\"{}\" />", token("", 89, 32), "api key"},
	{"env", "ALGOLIA_ADMIN_KEY={}", hexes("", 90, 32), "secret"},
	{"env", "SESSION_SECRET={}", "keyboard-cat-9000", "secret"},
	{"redis-cli", "+ redis-cli -h cache -a {} ping", "r3dis-pass-9", "password"},
	{"openssl", "openssl rsa -in k.pem -passin pass:{}", "op3n-ssl-pass", "password"},
	{"keytool", "keytool -list -storepass {}", "chang3-it-now", "password"},
	{"wireguard", "PrivateKey = {}", token("", 85, 43) + "=", "secret"},
}

// TestRealistic masks each secret, and nothing else of its line.
func TestRealistic(t *testing.T) {
	masked := 0
	for _, tt := range realistic {
		line := strings.Replace(tt.line, "{}", tt.secret, 1)
		var m Masker
		out := string(m.Text([]byte(line + "\n")))
		if strings.Contains(out, tt.secret) {
			t.Errorf("%s: not masked: %s", tt.tool, line)
			continue
		}
		masked++
		mark := fmt.Sprintf("[%s]", tt.kind)
		if len(mark) > len(tt.secret) {
			mark = shortMark
		}
		if want := strings.Replace(tt.line, "{}", mark, 1) + "\n"; out != want {
			t.Errorf("%s: %s became %s, not %s", tt.tool, line, out, want)
		}
	}
	t.Logf("%d of %d are masked", masked, len(realistic))
}
