package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"time"
)

//go:embed assets/*.css assets/*.js
var assetFiles embed.FS

// assets serves the style and the scripts.
func assets(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	b, err := assetFiles.ReadFile(path.Join("assets", name))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sum := sha256.Sum256(b)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	w.Header().Set("Cache-Control", "no-cache") // asked for again, and answered by "not modified"
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(b))
}
