package gateway

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"time"
)

// Transport returns what sends requests to providers: through the proxy that the environment names, by HTTP/2 if the
// provider has it, with nothing decoded. roots are certificates to trust besides the system's; nil for none.
func Transport(roots *x509.CertPool) http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	t.MaxIdleConnsPerHost = 100
	t.IdleConnTimeout = 5 * time.Minute
	if roots != nil {
		t.TLSClientConfig = &tls.Config{RootCAs: roots}
	}
	return t
}
