package drivers_test

import (
	"strings"
	"testing"

	"gocloud.dev/blob"

	"github.com/toktee/toktee/contrib/stores/gocloud"
	_ "github.com/toktee/toktee/contrib/stores/gocloud/drivers"
)

// TestSchemes: the drivers are linked under the schemes that the documentation names. None of them is asked for
// anything: there is no service here.
func TestSchemes(t *testing.T) {
	for _, scheme := range []string{"s3", "gs", "azblob"} {
		if !blob.DefaultURLMux().ValidBucketScheme(scheme) {
			t.Errorf("%s:// has no driver", scheme)
		}
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "x")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "x")
	p, err := gocloud.Open(t.Context(), "s3://bucket?region=eu-central-1&prefix=toktee/")
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	_, err = gocloud.Open(t.Context(), "ftp://bucket")
	if err == nil || !strings.Contains(err.Error(), "ftp://bucket") {
		t.Errorf("an unknown scheme: %v", err)
	}
}
