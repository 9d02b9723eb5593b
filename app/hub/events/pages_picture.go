package events

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// The fields of the cover picture in the form of an event.
const (
	pictureField       = "picture" // the file
	pictureRemoveField = "picture_remove"
	pictureFRField     = "picture.description_fr"
	pictureENField     = "picture.description_en"
)

// parseForm parses the form of an event, which comes with the file of its cover picture, or of the header, which has none.
func parseForm(c *gin.Context) error {
	c.Request.Body = io.NopCloser(httpx.LargeBody(c, MaxPictureBody))
	err := c.Request.ParseMultipartForm(MaxPictureBody)
	if _, ours := errs.Of(err); err == nil || ours {
		return err
	}
	if errors.Is(err, http.ErrNotMultipart) {
		return nil
	}
	return &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The body is not a whole multipart/form-data."}
}

// readCover returns the change that a form makes to the cover picture; nil if it makes none.
func readCover(c *gin.Context, before Picture) (*NewPicture, error) {
	fr, sent := c.GetPostForm(pictureFRField)
	removed := c.PostForm(pictureRemoveField) != ""
	if !sent || removed && !before.Shown() { // it is not the form of the editor, or a picture that was chosen is not to be saved after all
		return nil, nil
	}
	n := &NewPicture{FR: strings.TrimSpace(fr), EN: strings.TrimSpace(c.PostForm(pictureENField)), Remove: removed}
	if chosePicture(c) && !removed {
		file, err := c.Request.MultipartForm.File[pictureField][0].Open()
		if err != nil {
			return nil, err
		}
		defer file.Close()
		if n.Data, err = io.ReadAll(file); err != nil {
			return nil, err
		}
	}
	if !n.Remove && n.over(before) == before {
		return nil, nil
	}
	return n, nil
}

// chosePicture reports whether a form comes with the file of a picture. A page cannot send it back: it must be chosen again.
func chosePicture(c *gin.Context) bool {
	return c.Request.MultipartForm != nil && len(c.Request.MultipartForm.File[pictureField]) > 0
}
