package events

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// pictureType is the media type of every stored picture.
const pictureType = "image/jpeg"

// pictureJSON is the cover picture in JSON answers.
type pictureJSON struct {
	Path          string `json:"path" doc:"Where guests' pages and e-mails load it, below the public address. It needs no sign-in" example:"/pictures/8f14e45fceea167a5a36dedd4bea2543/large"`
	Width         int64  `json:"width" doc:"In pixels" example:"1200"`
	Height        int64  `json:"height" doc:"In pixels" example:"675"`
	DescriptionFR string `json:"description_fr" doc:"For guests who cannot see it" example:"Des lanternes au-dessus d’une rue enneigée"`
	DescriptionEN string `json:"description_en" doc:"For guests who cannot see it" example:"Lanterns above a snowy street"`
}

// setPictureBody is the JSON body of PUT for the cover picture; a form contains the file instead.
type setPictureBody struct {
	DescriptionFR httpx.Opt[string] `json:"description_fr" nullable:"false" maxLength:"250" doc:"What it shows, for guests who cannot see it" example:"Des lanternes au-dessus d’une rue enneigée"`
	DescriptionEN httpx.Opt[string] `json:"description_en" nullable:"false" maxLength:"250" doc:"What it shows, for guests who cannot see it" example:"Lanterns above a snowy street"`
	Filename      httpx.Opt[string] `json:"filename,omitzero" nullable:"false" doc:"Comes with a form; it is not kept" example:"lanterns.jpg"`
	Data          httpx.Opt[string] `json:"data,omitzero" nullable:"false" doc:"A JPEG, PNG or WebP picture in base64, of at most 10 MB and 50 million pixels, and 600 pixels wide at least. Where it is missing, the picture stays and its descriptions change"`
}

// Example changes only the descriptions.
func (setPictureBody) Example() any {
	return map[string]any{"description_fr": "Des lanternes au-dessus d’une rue enneigée", "description_en": "Lanterns above a snowy street"}
}

// Parse decodes the picture.
func (b setPictureBody) Parse(context.Context) (n NewPicture, faults errs.Fields) {
	for _, d := range []struct {
		name string
		sent httpx.Opt[string]
		to   *string
	}{{"description_fr", b.DescriptionFR, &n.FR}, {"description_en", b.DescriptionEN, &n.EN}} {
		if v := d.sent.Ptr(&faults, d.name); v != nil {
			*d.to = *v
		}
	}
	if v := b.Data.Ptr(&faults, "data"); v != nil {
		var err error
		if n.Data, err = base64.StdEncoding.DecodeString(*v); err != nil {
			faults.Add("data", "format", "Expected base64.")
		} else if len(n.Data) == 0 {
			faults.Add("data", "required", "This field is required.")
		}
	}
	return n, append(faults, n.Validate()...).FirstPerField()
}

type pictureInput struct {
	EventIfMatch
	Body httpx.Body[setPictureBody, NewPicture]
}

func (a api) setPicture(ctx context.Context, in *pictureInput) (*httpx.Response[eventJSON], error) {
	return a.respond(a.s.SetPicture(ctx, auth.From(ctx), in.Event, in.expect(), in.Body.Value()))
}

func (a api) picture(ctx context.Context, in *EventPath) (*httpx.Download, error) {
	p, data, err := a.s.OpenPicture(ctx, in.Event)
	return &httpx.Download{
		ContentType: pictureType, Disposition: `inline; filename="picture.jpg"`, ETag: `"` + p.Hash + `"`, Sandboxed: true,
		Write: func(w io.Writer) error { _, err := w.Write(data); return err },
	}, err
}

func (a api) removePicture(ctx context.Context, in *EventIfMatch) (*httpx.NoContent, error) {
	return nil, a.s.RemovePicture(ctx, auth.From(ctx), in.Event, in.expect())
}

// publicPictures serves the pictures without sign-in.
type publicPictures struct{ s *Service }

// one serves a picture. Its address contains a hash of its bytes, so every cache may keep it. The web pages of mail providers load it too,
// which are other origins.
func (p publicPictures) one(c *gin.Context) error {
	hash, size := c.Param("hash"), c.Param("size")
	data, err := p.s.PublicPicture(c.Request.Context(), hash, PictureSize(size))
	if err != nil {
		return err
	}
	h := c.Writer.Header()
	h["Cross-Origin-Resource-Policy"] = []string{"cross-origin"}
	c.Header("Cache-Control", "public, max-age=31536000, immutable")
	c.Header("ETag", `"`+hash+"-"+size+`"`)
	c.Header("Content-Type", pictureType)
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, bytes.NewReader(data))
	return nil
}
