package main

// A choice takes over one rule of gitleaks, or a rule of this project if it has a pattern.
type choice struct {
	id       string   // of gitleaks' rule; "" for one of our own
	kind     string   // the mark's name for the secret
	literals []string // one of them is in every secret of the kind, in this case
	back     int      // bytes of the secret before the literal
	word     bool     // it begins a word, though gitleaks doesn't ask for that
	pattern  string   // of this project, from the secret's start on; a group named secret is hidden
	entropy  float64  // of our own
	digit    bool     // of our own: the secret has a digit after the literal, which it starts with
	weak     bool     // of our own: another rule for the same place names it
	quick    string   // the function that looks around a literal before anything else does
	check    string   // the function that checks what a pattern can't express
	after    string   // of this project: the characters that would continue the secret, none if the pattern takes all
}

// chosen are the rules for secrets of a unique shape: a prefix or a structure that nothing else has. Rules that rely on
// the words around a text ("facebook" and 32 hexadecimal digits) are left out: hashes look the same.
//
// If two rules hide the same place, the one that comes first here names it.
var chosen = []choice{
	{id: "1password-service-account-token", kind: "1password token", literals: l("ops_eyJ")},
	{id: "1password-secret-key", kind: "1password key", literals: l("A3-")},
	{id: "adobe-client-secret", kind: "adobe secret", literals: l("p8e-")},
	{id: "age-secret-key", kind: "age key", literals: l("AGE-SECRET-KEY-1")},
	{id: "alibaba-access-key-id", kind: "alibaba key", literals: l("LTAI")},
	{id: "anthropic-admin-api-key", kind: "anthropic key", literals: l("sk-ant-admin01-")},
	{id: "anthropic-api-key", kind: "anthropic key", literals: l("sk-ant-api03-")},
	{id: "artifactory-api-key", kind: "artifactory key", literals: l("AKCp")},
	{id: "aws-access-token", kind: "aws key id", literals: l("A3T", "AKIA", "ASIA", "ABIA", "ACCA")},
	{id: "aws-amazon-bedrock-api-key-long-lived", kind: "aws bedrock key", literals: l("ABSK")},
	{id: "azure-ad-client-secret", kind: "azure secret", literals: each("#Q~", "0123456789"), back: 3},
	{id: "clojars-api-token", kind: "clojars token", literals: l("CLOJARS_")},
	{id: "cloudflare-origin-ca-key", kind: "cloudflare key", literals: l("v1.0-")},
	{id: "databricks-api-token", kind: "databricks token", literals: l("dapi")},
	{id: "digitalocean-access-token", kind: "digitalocean token", literals: l("doo_v1_")},
	{id: "digitalocean-pat", kind: "digitalocean token", literals: l("dop_v1_")},
	{id: "digitalocean-refresh-token", kind: "digitalocean token", literals: l("dor_v1_")},
	{id: "doppler-api-token", kind: "doppler token", literals: l("dp.pt.")},
	{id: "duffel-api-token", kind: "duffel token", literals: l("duffel_")},
	{id: "dynatrace-api-token", kind: "dynatrace token", literals: l("dt0c01.")},
	{id: "easypost-api-token", kind: "easypost key", literals: l("EZAK")},
	{id: "easypost-test-api-token", kind: "easypost key", literals: l("EZTK")},
	{id: "facebook-page-access-token", kind: "facebook token", literals: l("EAAM", "EAAC")},
	{id: "flutterwave-secret-key", kind: "flutterwave key", literals: l("FLWSECK_TEST-")},
	{id: "flyio-access-token", kind: "fly token", literals: l("fo1_", "fm1a_", "fm1r_", "fm2_")},
	{id: "frameio-api-token", kind: "frame.io token", literals: l("fio-u-")},
	{id: "gcp-api-key", kind: "google key", literals: l("AIza")},
	{id: "github-app-token", kind: "github token", literals: l("ghu_", "ghs_")},
	{id: "github-fine-grained-pat", kind: "github token", literals: l("github_pat_")},
	{id: "github-oauth", kind: "github token", literals: l("gho_")},
	{id: "github-pat", kind: "github token", literals: l("ghp_")},
	{id: "github-refresh-token", kind: "github token", literals: l("ghr_")},
	{id: "gitlab-cicd-job-token", kind: "gitlab token", literals: l("glcbt-")},
	{id: "gitlab-deploy-token", kind: "gitlab token", literals: l("gldt-")},
	{id: "gitlab-feature-flag-client-token", kind: "gitlab token", literals: l("glffct-")},
	{id: "gitlab-feed-token", kind: "gitlab token", literals: l("glft-")},
	{id: "gitlab-incoming-mail-token", kind: "gitlab token", literals: l("glimt-")},
	{id: "gitlab-kubernetes-agent-token", kind: "gitlab token", literals: l("glagent-")},
	{id: "gitlab-oauth-app-secret", kind: "gitlab secret", literals: l("gloas-")},
	{id: "gitlab-pat-routable", kind: "gitlab token", literals: l("glpat-")},
	{id: "gitlab-pat", kind: "gitlab token", literals: l("glpat-")},
	{id: "gitlab-ptt", kind: "gitlab token", literals: l("glptt-")},
	{id: "gitlab-rrt", kind: "gitlab token", literals: l("GR1348941")},
	{id: "gitlab-runner-authentication-token-routable", kind: "gitlab token", literals: l("glrt-")},
	{id: "gitlab-runner-authentication-token", kind: "gitlab token", literals: l("glrt-")},
	{id: "gitlab-scim-token", kind: "gitlab token", literals: l("glsoat-")},
	{id: "gitlab-session-cookie", kind: "gitlab cookie", literals: l("_gitlab_session=")},
	{id: "grafana-api-key", kind: "grafana key", literals: l("eyJrIjoi")},
	{id: "grafana-cloud-api-token", kind: "grafana token", literals: l("glc_")},
	{id: "grafana-service-account-token", kind: "grafana token", literals: l("glsa_")},
	{id: "harness-api-key", kind: "harness key", literals: l("pat.", "sat."), word: true},
	{id: "hashicorp-tf-api-token", kind: "terraform token", literals: l(".atlasv1."), back: 14},
	{id: "heroku-api-key-v2", kind: "heroku key", literals: l("HRKU-AA")},
	{id: "huggingface-organization-api-token", kind: "hugging face token", literals: l("api_org_")},
	{id: "infracost-api-token", kind: "infracost token", literals: l("ico-")},
	{id: "intra42-client-secret", kind: "42 secret", literals: l("s-s4t2ud-", "s-s4t2af-")},
	{id: "jwt", kind: "jwt", literals: l("eyJ"), check: "jwt"},
	{id: "linear-api-key", kind: "linear key", literals: l("lin_api_")},
	{id: "maxmind-license-key", kind: "maxmind key", literals: l("_mmk"), back: 36},
	{id: "notion-api-token", kind: "notion token", literals: l("ntn_")},
	{id: "npm-access-token", kind: "npm token", literals: l("npm_")},
	{id: "octopus-deploy-api-key", kind: "octopus key", literals: l("API-")},
	{id: "openshift-user-token", kind: "openshift token", literals: l("sha256~")},
	{id: "perplexity-api-key", kind: "perplexity key", literals: l("pplx-")},
	{id: "planetscale-api-token", kind: "planetscale token", literals: l("pscale_tkn_")},
	{id: "planetscale-oauth-token", kind: "planetscale token", literals: l("pscale_oauth_")},
	{id: "planetscale-password", kind: "planetscale password", literals: l("pscale_pw_")},
	{id: "postman-api-token", kind: "postman token", literals: l("PMAK-")},
	{id: "prefect-api-token", kind: "prefect token", literals: l("pnu_")},
	{id: "pulumi-api-token", kind: "pulumi token", literals: l("pul-")},
	{id: "pypi-upload-token", kind: "pypi token", literals: l("pypi-AgEIcHlwaS5vcmc")},
	{id: "readme-api-token", kind: "readme token", literals: l("rdme_")},
	{id: "rubygems-api-token", kind: "rubygems token", literals: l("rubygems_")},
	{id: "scalingo-api-token", kind: "scalingo token", literals: l("tk-us-")},
	{id: "sendgrid-api-token", kind: "sendgrid key", literals: l("SG.")},
	{id: "sendinblue-api-token", kind: "brevo key", literals: l("xkeysib-")},
	{id: "sentry-org-token", kind: "sentry token", literals: l("sntrys_eyJpYXQiO")},
	{id: "sentry-user-token", kind: "sentry token", literals: l("sntryu_")},
	{id: "settlemint-application-access-token", kind: "settlemint token", literals: l("sm_aat_")},
	{id: "settlemint-personal-access-token", kind: "settlemint token", literals: l("sm_pat_")},
	{id: "settlemint-service-access-token", kind: "settlemint token", literals: l("sm_sat_")},
	{id: "shippo-api-token", kind: "shippo token", literals: l("shippo_")},
	{id: "shopify-access-token", kind: "shopify token", literals: l("shpat_")},
	{id: "shopify-custom-access-token", kind: "shopify token", literals: l("shpca_")},
	{id: "shopify-private-app-access-token", kind: "shopify token", literals: l("shppa_")},
	{id: "shopify-shared-secret", kind: "shopify secret", literals: l("shpss_")},
	{id: "slack-app-token", kind: "slack token", literals: l("xapp-")},
	{id: "slack-config-access-token", kind: "slack token", literals: l("xoxe.xoxb-", "xoxe.xoxp-")},
	{id: "slack-bot-token", kind: "slack token", literals: l("xoxb-")},
	{id: "slack-legacy-bot-token", kind: "slack token", literals: l("xoxb-")},
	{id: "slack-user-token", kind: "slack token", literals: l("xoxp-", "xoxe-")},
	{id: "slack-config-refresh-token", kind: "slack token", literals: l("xoxe-")},
	{id: "slack-legacy-token", kind: "slack token", literals: l("xoxo-", "xoxs-")},
	{id: "slack-legacy-workspace-token", kind: "slack token", literals: l("xoxa-", "xoxr-")},
	{id: "slack-webhook-url", kind: "slack webhook", literals: l("hooks.slack.com/")},
	{id: "sourcegraph-access-token", kind: "sourcegraph token", literals: l("sgp_")},
	{id: "square-access-token", kind: "square token", literals: l("sq0atp-")},
	{
		id: "stripe-access-token", kind: "stripe key",
		literals: l("sk_test_", "sk_live_", "sk_prod_", "rk_test_", "rk_live_", "rk_prod_"),
	},
	{id: "twilio-api-key", kind: "twilio key", literals: each("SK#", "0123456789abcdefABCDEF"), word: true},
	{id: "vault-batch-token", kind: "vault token", literals: l("hvb.")},
	{id: "vault-service-token", kind: "vault token", literals: l("hvs.")},
}

// l is a list of literals.
func l(all ...string) []string { return all }
