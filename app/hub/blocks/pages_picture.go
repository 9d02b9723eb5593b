package blocks

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/pictures"
)

// upload saves the form with the file of one of its picture blocks, whose ID the field act has behind "upload:". The file is stored before
// the rest of the form is checked, so that it need not be sent again.
func (p pages) upload(c *gin.Context) error {
	sent, files, err := readUpload(c)
	if err != nil {
		return err
	}
	_, about, _ := strings.Cut(sent.Get("act"), ":")
	id, _ := strconv.ParseInt(about, 10, 64)
	form, was := readForm(sent)
	at := form.index(id)
	if id == 0 || at < 0 || form.Blocks[at].Kind != Picture {
		return errs.InvalidField("act", "format", "Expected upload: and the ID of a picture block.")
	}
	ctx, event := c.Request.Context(), c.Param("event")
	by := auth.From(ctx)
	stored, err := p.s.AddPicture(ctx, by, event, files[fileField(id)])
	if err != nil {
		return p.refusedPicture(c, form, was, id, err)
	}
	own := Image{stored.Hash, stored.Width, stored.Height}
	pictured := List{Subject: form.Subject, Blocks: slices.Clone(form.Blocks)}
	pictured.showOwn(id, own)
	if err := pictured.Validate().Err(); err != nil {
		return p.refusedPicture(c, pictured, was, id, err)
	}
	e, err := p.s.edit(ctx, by, event, form, was, func(l *List) { l.showOwn(id, own) })
	switch {
	case errs.KindOf(err) == errs.KindStale:
		e.merged.showOwn(id, own)
		return p.conflict(c, e, was)
	case err != nil:
		return p.refusedPicture(c, pictured, was, id, err)
	case e.index(id) < 0: // another user has removed the block
		return p.changed(c, e, i18n.Text{}, 0, false)
	}
	return p.changed(c, e, i18n.BlkOwnUsed, id, false)
}

// refusedPicture answers a form with the picture of a block, with validation errors; it returns any other error. Those of the file are
// errors of the block's picture.
func (p pages) refusedPicture(c *gin.Context, form List, was base, id int64, err error) error {
	faults := errs.FieldsOf(err)
	if len(faults) == 0 {
		return err
	}
	for i := range faults {
		if faults[i].Field == "data" {
			faults[i].Field = blockAt(form.index(id)) + "picture"
		}
	}
	return p.page(c, http.StatusUnprocessableEntity, editorState{list: form, was: was, faults: faults, state: p.unsaved(c, was, faults),
		focus: id})
}

// fileField names the field of the file of a block.
func fileField(id int64) string { return filePrefix + strconv.FormatInt(id, 10) }

const filePrefix = "file-"

// maxParts is more than the fields of a form with MaxBlocks blocks.
const maxParts = 1_000

// readUpload reads the form with its files, and of each file no more than one byte over what a picture may have.
func readUpload(c *gin.Context) (form url.Values, files map[string][]byte, err error) {
	form, files = url.Values{}, map[string][]byte{}
	c.Request.Body = io.NopCloser(httpx.LargeBody(c, events.MaxPictureBody))
	parts, err := c.Request.MultipartReader()
	if err != nil {
		return form, files, httpx.UnsupportedMediaType("Send the form as multipart/form-data.")
	}
	for range maxParts {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return form, files, nil
		}
		if err != nil {
			return form, files, unreadable(err)
		}
		content, err := io.ReadAll(io.LimitReader(part, pictures.MaxSize+1))
		if err != nil {
			return form, files, unreadable(err)
		}
		if name := part.FormName(); strings.HasPrefix(name, filePrefix) {
			files[name] = content
		} else {
			form.Set(name, string(content))
		}
	}
	return form, files, unreadable(nil)
}

// unreadable returns the error for a form that could not be read.
func unreadable(err error) error {
	if _, ours := errs.Of(err); ours {
		return err
	}
	return &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The body is not a whole multipart/form-data."}
}
