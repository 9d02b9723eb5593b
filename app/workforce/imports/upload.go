package imports

import (
	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
)

// sentFile is a file in a request.
type sentFile struct {
	httpx.SentFile
	kind Kind
}

// fileOf finds the file in a request; its kind is the query parameter kind, or a part of this name before the file.
func fileOf(c *gin.Context) (sentFile, error) {
	f, err := httpx.TableOf(c, MaxUpload)
	kind := f.Values["kind"]
	if kind == "" {
		kind = c.Query("kind")
	}
	return sentFile{f, Kind(kind)}, err
}
