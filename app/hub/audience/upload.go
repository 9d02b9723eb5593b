package audience

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/encoding/charmap"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// maxUpload is how large a CSV may be that is sent as it is, or in a form.
const maxUpload = 256 << 20

// upload is a CSV on its way in, with the name of its file.
type upload struct {
	io.Reader
	name string
}

// uploadOf finds the CSV in a request: the body itself, or the part "file" or "csv" of a form, whichever holds
// something. It is read as it comes, never whole.
func uploadOf(c *gin.Context) (upload, error) {
	if coding := c.GetHeader("Content-Encoding"); coding != "" && coding != "identity" {
		return upload{}, httpx.UnsupportedMediaType(c, "Send the CSV without Content-Encoding.")
	}
	media, params, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if err != nil {
		media = ""
	}
	switch media {
	case "text/csv", "text/plain", "text/tab-separated-values", "application/csv", "application/vnd.ms-excel":
		return upload{httpx.LargeBody(c, maxUpload), fileName(c.Query("filename"))}, nil
	case "application/x-www-form-urlencoded":
		text := c.PostForm("csv") // what was pasted; net/http bounds such a form
		if strings.TrimSpace(text) == "" {
			return upload{}, errNoCSV()
		}
		return upload{strings.NewReader(text), ""}, nil
	case "multipart/form-data":
		return partOf(multipart.NewReader(httpx.LargeBody(c, maxUpload), params["boundary"]))
	}
	return upload{}, httpx.UnsupportedMediaType(c, "Send the CSV as text/csv, or in a form as multipart/form-data.")
}

// maxCaptured is how much of a checked CSV goes back into the page, so that the very same lines can be imported.
const maxCaptured = 1 << 20

// capturedText remembers what was read from a CSV, up to maxKept bytes.
type capturedText struct {
	bytes.Buffer
	cut bool // there was more
}

func (k *capturedText) Write(b []byte) (int, error) {
	if room := maxCaptured - k.Len(); len(b) > room {
		k.cut = true
		k.Buffer.Write(b[:room])
	} else {
		k.Buffer.Write(b)
	}
	return len(b), nil
}

// text is what was read from a CSV through k and what is left of it, as UTF-8; "" when that is too much to keep.
func (k *capturedText) text(rest io.Reader) string {
	if _, err := io.CopyN(io.Discard, rest, maxCaptured); !errors.Is(err, io.EOF) || k.cut {
		return ""
	}
	b := k.Bytes()
	if !utf8.Valid(b) {
		if decoded, err := charmap.Windows1252.NewDecoder().Bytes(b); err == nil {
			b = decoded
		}
	}
	return strings.TrimPrefix(string(b), "\ufeff")
}

// partOf is the first part of a form that holds a CSV.
func partOf(form *multipart.Reader) (upload, error) {
	for range 16 {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if _, ours := errs.Of(err); ours {
				return upload{}, err
			}
			return upload{}, &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The body is not a whole multipart/form-data."}
		}
		if name := part.FormName(); name != "file" && name != "csv" {
			continue
		}
		r := bufio.NewReader(part)
		if _, err := r.Peek(1); err == nil {
			return upload{r, fileName(part.FileName())}, nil
		}
	}
	return upload{}, errNoCSV()
}

func errNoCSV() error { return errs.InvalidField("csv", "required", "Send a CSV.") }

// fileName is the last part of a name, as one short line.
func fileName(s string) string {
	s = path.Base(strings.ReplaceAll(s, `\`, "/"))
	if cleanText(&s) != "" || s == "." || s == "/" {
		return ""
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
