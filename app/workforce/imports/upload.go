package imports

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// sentFile is a file in a request.
type sentFile struct {
	io.Reader
	name string
	kind Kind
}

// fileOf finds the file in a request: the body itself, or the part "file" of a form, before which a part "kind" may stand. The file is
// streamed.
func fileOf(c *gin.Context) (sentFile, error) {
	if coding := c.GetHeader("Content-Encoding"); coding != "" && coding != "identity" {
		return sentFile{}, httpx.UnsupportedMediaType(c, "Send the file without Content-Encoding.")
	}
	media, params, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if err != nil {
		media = ""
	}
	switch media {
	case "text/csv", "text/plain", "text/tab-separated-values", "application/csv", "application/vnd.ms-excel",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
		return sentFile{httpx.LargeBody(c, MaxUpload), fileName(c.Query("filename")), Kind(c.Query("kind"))}, nil
	case "multipart/form-data":
		f, err := partOf(multipart.NewReader(httpx.LargeBody(c, MaxUpload), params["boundary"]))
		if f.kind == "" {
			f.kind = Kind(c.Query("kind"))
		}
		return f, err
	}
	return sentFile{}, httpx.UnsupportedMediaType(c, "Send the file as text/csv or XLSX, or in a form as multipart/form-data.")
}

// partOf returns the file of a form.
func partOf(form *multipart.Reader) (f sentFile, err error) {
	for range 16 {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if _, ours := errs.Of(err); ours {
				return f, err
			}
			return f, &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The body is not a whole multipart/form-data."}
		}
		switch part.FormName() {
		case "kind":
			text, err := io.ReadAll(io.LimitReader(part, 100))
			if err != nil {
				return f, err
			}
			f.kind = Kind(text)
		case "file":
			r := bufio.NewReader(part)
			if _, err := r.Peek(1); err == nil {
				f.Reader, f.name = r, fileName(part.FileName())
				return f, nil
			}
		}
	}
	return f, errs.InvalidField("file", "no_file", "Send a file.")
}

// fileName returns the last element of a path as one short line.
func fileName(s string) string {
	s = path.Base(strings.ReplaceAll(s, `\`, "/"))
	s = strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
	if s == "." || s == "/" || strings.ContainsFunc(s, errs.Unreadable) || utf8.RuneCountInString(s) > 200 {
		return ""
	}
	return s
}
