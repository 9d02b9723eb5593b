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

// maxUpload is the maximum size in bytes of a CSV that is sent as the body or in a form.
const maxUpload = 256 << 20

// upload is a CSV in a request, with the name of its file.
type upload struct {
	io.Reader
	name string
}

// uploadOf finds the CSV in a request: the body itself, or the first part "file" or "csv" of a form that is not empty. The CSV
// is streamed.
func uploadOf(c *gin.Context) (upload, error) {
	if coding := c.GetHeader("Content-Encoding"); coding != "" && coding != "identity" {
		return upload{}, httpx.UnsupportedMediaType("Send the CSV without Content-Encoding.")
	}
	media, params, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if err != nil {
		media = ""
	}
	switch media {
	case "text/csv", "text/plain", "text/tab-separated-values", "application/csv", "application/vnd.ms-excel":
		return upload{httpx.LargeBody(c, maxUpload), fileName(c.Query("filename"))}, nil
	case "application/x-www-form-urlencoded":
		text := c.PostForm("csv") // pasted text; net/http limits the size of such a form
		if strings.TrimSpace(text) == "" {
			return upload{}, errNoCSV()
		}
		return upload{strings.NewReader(text), ""}, nil
	case "multipart/form-data":
		return partOf(multipart.NewReader(httpx.LargeBody(c, maxUpload), params["boundary"]))
	}
	return upload{}, httpx.UnsupportedMediaType("Send the CSV as text/csv, or in a form as multipart/form-data.")
}

// maxCaptured is the size in bytes up to which a checked CSV is put back into the page, so that the same lines can be imported.
const maxCaptured = 1 << 20

// capturedText keeps up to maxCaptured bytes of what is read from a CSV.
type capturedText struct {
	bytes.Buffer
	cut bool // there was more than maxCaptured
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

// text reads rest to its end through k and returns the whole CSV as UTF-8; "" when it is larger than maxCaptured.
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

// partOf returns the first part of a form that contains a CSV.
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

// fileName returns the last element of a path as one short line.
func fileName(s string) string {
	s = path.Base(strings.ReplaceAll(s, `\`, "/"))
	if cleanText(&s) != "" || s == "." || s == "/" {
		return ""
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
