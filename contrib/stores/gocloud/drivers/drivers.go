// Package drivers links the drivers of Amazon S3 (s3://) and what speaks its protocol, of Google Cloud Storage (gs://)
// and of Azure (azblob://), for the URLs of package gocloud. They take their credentials from the environment, as their
// SDKs do. Import it for that alone.
package drivers

import (
	_ "gocloud.dev/blob/azureblob"
	_ "gocloud.dev/blob/gcsblob"
	_ "gocloud.dev/blob/s3blob"
)
