package httpx

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// SentFile is a file in a request.
type SentFile struct {
	io.Reader
	Name   string            // empty: none was given
	Values map[string]string // of the parts of the form that stand before the file
}

// TableOf finds the CSV or XLSX file in a request, see fileOf.
func TableOf(c *gin.Context, limit int64) (SentFile, error) {
	return fileOf(c, limit, "Send the file as text/csv or XLSX, or in a form as multipart/form-data.",
		"text/csv", "text/plain", "text/tab-separated-values", "application/csv", "application/vnd.ms-excel",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
}

// ArchiveOf finds the ZIP file in a request, see fileOf.
func ArchiveOf(c *gin.Context, limit int64) (SentFile, error) {
	return fileOf(c, limit, "Send the file as application/zip, or in a form as multipart/form-data.", "application/zip",
		"application/x-zip-compressed")
}

// fileOf finds the file in a request: the body itself if it has one of the media types, whose name is the query parameter filename, or
// the part "file" of a form. The file, of at most limit bytes, is streamed. detail says in which forms it is accepted.
func fileOf(c *gin.Context, limit int64, detail string, types ...string) (SentFile, error) {
	if coding := c.GetHeader("Content-Encoding"); coding != "" && coding != "identity" {
		return SentFile{}, UnsupportedMediaType("Send the file without Content-Encoding.")
	}
	media, params, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if err != nil {
		media = ""
	}
	switch {
	case slices.Contains(types, media):
		return SentFile{Reader: LargeBody(c, limit), Name: FileName(c.Query("filename"))}, nil
	case media == "multipart/form-data":
		return partOf(multipart.NewReader(LargeBody(c, limit), params["boundary"]))
	}
	return SentFile{}, UnsupportedMediaType(detail)
}

// OnlyQuery fails with a validation error if the query of a raw route has other parameters than these.
func OnlyQuery(c *gin.Context, names ...string) error {
	var faults errs.Fields
	for name := range c.Request.URL.Query() {
		if !slices.Contains(names, name) {
			faults.Add(name, "unknown", "Unknown query parameter.")
		}
	}
	return faults.Err()
}

// partOf returns the file of a form.
func partOf(form *multipart.Reader) (f SentFile, err error) {
	f.Values = map[string]string{}
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
		if part.FormName() != "file" {
			text, err := io.ReadAll(io.LimitReader(part, 100))
			if err != nil {
				return f, err
			}
			f.Values[part.FormName()] = string(text)
			continue
		}
		r := bufio.NewReader(part)
		if _, err := r.Peek(1); err == nil {
			f.Reader, f.Name = r, FileName(part.FileName())
			return f, nil
		}
	}
	return f, errs.InvalidField("file", "no_file", "Send a file.")
}

// FileName returns the last element of a path as one short line.
func FileName(s string) string {
	s = path.Base(strings.ReplaceAll(s, `\`, "/"))
	s = strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
	if s == "." || s == "/" || strings.ContainsFunc(s, errs.Unreadable) || utf8.RuneCountInString(s) > 200 {
		return ""
	}
	return s
}
