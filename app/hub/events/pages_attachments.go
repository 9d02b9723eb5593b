package events

import (
	"errors"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

const maxForm = 8 << 20 // bytes of a form with a file (C4)

func (p pages) attach(c *gin.Context) error {
	ctx, id := c.Request.Context(), c.Param("event")
	n, err := uploaded(c)
	if err == nil {
		var f File
		if f, err = p.s.Attach(ctx, auth.From(ctx), id, n); err == nil {
			httpx.Flash(c, ui.Toast{Text: auth.From(ctx).Language.F(i18n.EventAttached, f.Name)})
			return httpx.SeeOther(c, paths.Event(id)+"#files")
		}
	}
	e, ours := errs.Of(err)
	if !ours || e.Kind != errs.KindInvalid && e.Kind != errs.KindConflict {
		return err
	}
	r, err := p.s.Get(ctx, id)
	if err != nil {
		return err
	}
	o := editorState{Record: r, shows: previewed(c), fileFaults: e.Fields}
	if e.Kind == errs.KindConflict {
		o.fileFaults = errs.Fields{{Field: "data", Code: e.Code, Detail: e.Detail}}
	}
	return p.show(c, http.StatusUnprocessableEntity, o)
}

// uploaded returns the file of a form.
func uploaded(c *gin.Context) (n NewFile, err error) {
	file, head, err := c.Request.FormFile("file")
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return n, errs.InvalidField("data", "file_too_large", "A file has at most 4 MB.")
	}
	if e, ours := errs.Of(err); ours {
		return n, errs.InvalidField("data", e.Code, e.Detail)
	}
	if err != nil {
		return n, errs.InvalidField("data", "required", "This field is required.")
	}
	defer file.Close()
	n = NewFile{Name: head.Filename, Language: c.PostForm("language")}
	n.Data, err = io.ReadAll(file)
	return n, err
}

func (p pages) detach(c *gin.Context) error {
	id, err := httpx.PathID(c, "file", "attachment")
	if err != nil {
		return err
	}
	ctx, event := c.Request.Context(), c.Param("event")
	if err := p.s.Detach(ctx, auth.From(ctx), event, id, nil); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: auth.From(ctx).Language.T(i18n.EventDetached)})
	return httpx.SeeOther(c, paths.Event(event)+"#files")
}
