package help

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// Picture is a part of a page, taken from the running product.
type Picture struct {
	Name          string // of its file
	Alt           string
	Hash          string // of its content, so that browsers may cache it
	Width, Height int
}

// pictures are the files that `make pictures` takes from the demo (app/screens TestBrowser_HelpPictures): a picture by its name and
// language, and in sizes.json the width and height of each.
//
//go:embed pictures
var pictures embed.FS

var sizes = sync.OnceValues(func() (sizes map[string][2]int, err error) {
	text, err := pictures.ReadFile("pictures/sizes.json")
	if err == nil {
		err = json.Unmarshal(text, &sizes)
	}
	return sizes, err
})

func pictureOf(l i18n.Lang, name, alt string) (p Picture, err error) {
	p = Picture{Name: name + "." + string(l) + ".webp", Alt: alt}
	size, err := sizes()
	if err != nil {
		return p, err
	}
	content, err := pictures.ReadFile("pictures/" + p.Name)
	if err != nil || size[p.Name][0] == 0 {
		return p, fmt.Errorf("there is no picture %s: run make pictures", p.Name)
	}
	sum := sha256.Sum256(content)
	p.Hash, p.Width, p.Height = hex.EncodeToString(sum[:6]), size[p.Name][0], size[p.Name][1]
	return p, nil
}

// picture serves a picture. Its address has the hash of its content, so that it may be cached for a year.
func picture(c *gin.Context) error {
	known, err := sizes()
	if err != nil {
		return err
	}
	name := c.Param("name")
	if _, ok := known[name]; !ok {
		return errs.NotFound("picture")
	}
	content, err := pictures.ReadFile("pictures/" + name)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "private, max-age=31536000, immutable")
	c.Data(http.StatusOK, "image/webp", content)
	return nil
}
