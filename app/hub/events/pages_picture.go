package events

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/pictures"
	"presence/views/ui"
)

// pictureForm is the posted form of the picture.
type pictureForm struct {
	NewPicture
	version *int64 // of the event, as the form was filled; nil: any
}

// setPicture saves the form of the picture. Changes of other fields of the event that were saved in the meantime do not matter.
func (p pages) setPicture(c *gin.Context) error {
	ctx, id := c.Request.Context(), c.Param("event")
	by := auth.From(ctx)
	form, err := readPictureForm(c)
	if err == nil {
		_, err = p.s.SetPicture(ctx, by, id, form.version, form.NewPicture)
	}
	if errs.KindOf(err) == errs.KindStale {
		err = p.setPictureAgain(c, form)
	}
	if err == nil {
		httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.EventPictureSaved)})
		return httpx.SeeOther(c, paths.Event(id)+"#picture")
	}
	e, ours := errs.Of(err)
	if !ours || e.Kind != errs.KindInvalid && e.Kind != errs.KindStale {
		return err
	}
	r, gone := p.s.Get(ctx, id)
	if gone != nil {
		return gone
	}
	o := editorState{Record: r, shows: previewed(c), pictureFaults: e.Fields, typedPicture: &form.NewPicture}
	status := http.StatusUnprocessableEntity
	if e.Kind == errs.KindStale {
		status = http.StatusPreconditionFailed
		o.pictureFaults, o.typedPicture = errs.Fields{{Field: "data", Code: e.Code, Detail: e.Detail}}, nil
	}
	return p.show(c, status, o)
}

// setPictureAgain saves a form that was filled from an older version of the event, unless the picture has changed since.
func (p pages) setPictureAgain(c *gin.Context, form pictureForm) error {
	ctx := c.Request.Context()
	now, was, _, err := p.s.versionAt(ctx, c.Param("event"), *form.version)
	if err != nil {
		return err
	}
	mine := now
	mine.Picture.FR, mine.Picture.EN = form.FR, form.EN
	if len(form.Data) > 0 {
		mine.Picture.Hash = "new"
	}
	if both, taken := audit.Conflicts(was, auditFields(now), auditFields(mine)); len(both)+len(taken) > 0 {
		return errs.Stale()
	}
	_, err = p.s.SetPicture(ctx, auth.From(ctx), now.ID, &now.Version, form.NewPicture)
	return err
}

const maxPictureParts = 8

// readPictureForm reads the form as it arrives, and of the file no more than is allowed.
func readPictureForm(c *gin.Context) (f pictureForm, err error) {
	c.Request.Body = io.NopCloser(httpx.LargeBody(c, MaxPictureBody))
	parts, err := c.Request.MultipartReader()
	if err != nil {
		return f, errs.InvalidField("data", "required", "This field is required.")
	}
	for range maxPictureParts {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = f.read(part)
		}
		if err != nil {
			return f, unreadable(err)
		}
	}
	if len(f.Data) > pictures.MaxSize {
		return f, pictures.TooLarge()
	}
	return f, nil
}

// read reads one part of the form.
func (f *pictureForm) read(part *multipart.Part) error {
	limit := int64(4 * MaxDescription)
	if part.FormName() == "file" {
		limit = pictures.MaxSize + 1
	}
	content, err := io.ReadAll(io.LimitReader(part, limit))
	if err != nil {
		return err
	}
	switch part.FormName() {
	case "file":
		f.Data = content
	case "description_fr":
		f.FR = string(content)
	case "description_en":
		f.EN = string(content)
	case "version":
		if v, err := strconv.ParseInt(string(content), 10, 64); err == nil {
			f.version = &v
		}
	}
	return nil
}

// unreadable returns the validation error for a form that could not be read.
func unreadable(err error) error {
	if _, ours := errs.Of(err); ours {
		return err
	}
	return errs.InvalidField("data", "required", "This field is required.")
}

func (p pages) removePicture(c *gin.Context) error {
	ctx, id := c.Request.Context(), c.Param("event")
	by := auth.From(ctx)
	err := p.s.RemovePicture(ctx, by, id, nil)
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return err
	}
	if _, gone := p.s.Get(ctx, id); gone != nil {
		return gone
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: by.Language.T(i18n.EventPictureRemoved)})
	return httpx.SeeOther(c, paths.Event(id)+"#picture")
}
