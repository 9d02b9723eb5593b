package httpx

import (
	"context"
	"mime"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"
)

// HandleOrForm is Handle for a route that takes the form of a page too, with fields of the same names (C1). form answers
// that with a page. first comes before either looks at what was sent; what it refuses goes no further.
func HandleOrForm[I, O any](r *Router, op Op, first func(ctx context.Context) error, h func(ctx context.Context, in *I) (*O, error),
	form func(c *gin.Context) error) {
	handle(r, op, h, func(hc huma.Context, next func(huma.Context)) {
		err := first(hc.Context())
		if !isForm(hc.Header("Content-Type")) {
			if err != nil {
				writeHumaProblem(hc, ProblemOf(hc.Context(), err, op.notFoundStatus()))
				return
			}
			next(hc)
			return
		}
		c := humagin.Unwrap(hc)
		if err == nil {
			err = parseForm(c)
		}
		if err == nil {
			err = form(c)
		}
		if err != nil {
			r.renderErrorPage(c, err)
		}
	})
	o := r.registered(op)
	o.RequestBody.Content["application/x-www-form-urlencoded"] = o.RequestBody.Content["application/json"]
	o.Responses[strconv.Itoa(http.StatusUnprocessableEntity)] = &huma.Response{Description: "The form again, with its faults",
		Content: map[string]*huma.MediaType{}}
	for _, answer := range o.Responses {
		answer.Content["text/html"] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
}

func isForm(mediaType string) bool {
	media, _, _ := mime.ParseMediaType(mediaType)
	return media == "application/x-www-form-urlencoded" || media == "multipart/form-data"
}
