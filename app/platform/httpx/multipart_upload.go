package httpx

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxParts   = 16
	fileMember = "data" // the member of a JSON body that contains a file in base64
)

var errParts = errors.New("httpx: a part twice, or too many of them")

// describeUpload describes the body of an operation with the option WithFile also as multipart/form-data: the part "file" is
// fileMember, its file name the member "filename", and any other part the member of its name.
func describeUpload(o *huma.Operation, registry huma.Registry) {
	object := resolveRef(registry, o.RequestBody.Content["application/json"].Schema)
	form := *object
	form.Properties, form.Required = map[string]*huma.Schema{}, []string{"file"}
	for name, s := range object.Properties {
		if name != fileMember && name != "filename" {
			form.Properties[name] = s
		}
	}
	form.Properties["file"] = &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The file, with its name"}
	o.RequestBody.Content["multipart/form-data"] = &huma.MediaType{Schema: &form}
}

// uploadAsJSON replaces the multipart form of a request by the JSON object that it stands for.
func uploadAsJSON(c *gin.Context, boundary string) error {
	late := endReadsAfter(c.Writer, uploadTime)
	defer late.Stop()
	q := c.Request
	members, err := formMembers(multipart.NewReader(q.Body, boundary))
	var text []byte
	if err == nil {
		text, err = json.Marshal(members, json.Deterministic(true))
	}
	if err != nil {
		return formFault(q.Context(), err)
	}
	q.Body = io.NopCloser(bytes.NewReader(text))
	return nil
}

// formMembers returns the parts of a form as members of a JSON object; the file is encoded in base64.
func formMembers(parts *multipart.Reader) (map[string]string, error) {
	members := map[string]string{}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return members, nil
		}
		if err == nil {
			err = addPart(members, part)
		}
		if err != nil {
			return nil, err
		}
	}
}

// addPart adds one part of a form to the members.
func addPart(members map[string]string, part *multipart.Part) error {
	content, err := io.ReadAll(part)
	if err != nil {
		return err
	}
	name, text := part.FormName(), string(content)
	if name == "file" {
		name, text = fileMember, base64.StdEncoding.EncodeToString(content)
		members["filename"] = strings.ToValidUTF8(part.FileName(), "\uFFFD")
	}
	if _, twice := members[name]; twice || len(members) > maxParts {
		return errParts
	}
	members[name] = text
	return nil
}

// formFault returns the problem for a form that could not be read.
func formFault(ctx context.Context, err error) *Problem {
	if p := cutOff(ctx, err); p != nil {
		return p
	}
	detail := "The body is not a whole multipart/form-data."
	if _, ours := errors.AsType[*jsontext.SyntacticError](err); ours || errors.Is(err, errParts) {
		detail = "The form has a part twice, too many parts, or text that is no UTF-8."
	}
	return statusProblem(ctx, http.StatusBadRequest, "malformed_form", detail)
}
