package httpx

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// uploadTime is how long a body that carries a file may take to arrive.
const uploadTime = 25 * time.Second

const maxParts = 16

var errParts = errors.New("httpx: a part twice, or too many of them")

// sized reads what a route says of its body in the tags of the field Body: maxBytes, where more than C4's 1 MiB may
// come, and file, the member of the JSON that holds a file in base64. A route with such a member takes
// multipart/form-data as well: the part "file" is that member, its name the member "filename", any other part the
// member of its name.
func (k *binder) sized(f reflect.StructField, o *huma.Operation) {
	if n, err := strconv.ParseInt(f.Tag.Get("maxBytes"), 10, 64); err == nil {
		o.MaxBodyBytes, k.limit, k.time = n, n, uploadTime
	}
	k.file = f.Tag.Get("file")
	if k.file == "" {
		return
	}
	form := *k.registry.SchemaFromRef(k.schema.Ref)
	form.Properties, form.Required = map[string]*huma.Schema{}, []string{"file"}
	for name, s := range k.registry.SchemaFromRef(k.schema.Ref).Properties {
		if name != k.file && name != "filename" {
			form.Properties[name] = s
		}
	}
	form.Properties["file"] = &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The file, with its name"}
	o.RequestBody.Content["multipart/form-data"] = &huma.MediaType{Schema: &form}
}

// asJSON is a body as JSON: as it came, or what a form with a file says.
func (k *binder) asJSON(mediaType string, body []byte) ([]byte, bool, error) {
	if isJSON(mediaType) {
		return body, true, nil
	}
	media, params, err := mime.ParseMediaType(mediaType)
	if form := err == nil && media == "multipart/form-data"; k.file == "" || !form {
		return nil, false, nil
	}
	members := map[string]string{}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, true, err
		}
		if err := k.take(members, part); err != nil {
			return nil, true, err
		}
	}
	out, err := json.Marshal(members, json.Deterministic(true))
	return out, true, err
}

// take puts one part of a form among the members.
func (k *binder) take(members map[string]string, part *multipart.Part) error {
	content, err := io.ReadAll(part)
	if err != nil {
		return err
	}
	name, text := part.FormName(), string(content)
	if name == "file" {
		name, text = k.file, base64.StdEncoding.EncodeToString(content)
		members["filename"] = strings.ToValidUTF8(part.FileName(), "\uFFFD")
	}
	if _, twice := members[name]; twice || len(members) > maxParts {
		return errParts
	}
	members[name] = text
	return nil
}

// formFault says what is wrong with a form that could not be read.
func formFault(err error) (detail string) {
	if _, ours := errors.AsType[*jsontext.SyntacticError](err); ours || errors.Is(err, errParts) {
		return "The form has a part twice, too many parts, or text that is no UTF-8."
	}
	return "The body is not a whole multipart/form-data."
}
