package httpx

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"

	"presence/app/platform/errs"
)

// Maximum sizes in bytes of the headers of a form's parts. Parsing their parameters takes microseconds each.
const (
	maxPartHeader  = 4 << 10
	maxPartHeaders = 16 << 10 // of all parts
)

// maxContentType is the maximum length of a request's Content-Type, in bytes.
const maxContentType = 1 << 10

var errPartHeader = &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The headers of the form's parts are too long."}

// limitContentType refuses a request with a longer Content-Type before anything parses it.
func limitContentType(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header.Get("Content-Type")) > maxContentType {
			WriteProblem(w, r, UnsupportedMediaType("The Content-Type is too long."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limitPartHeaders returns the body of a request; reading a multipart form fails with errPartHeader when the headers of its
// parts are too long.
func limitPartHeaders(contentType string, body io.ReadCloser) io.ReadCloser {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil || !strings.HasPrefix(media, "multipart/") || params["boundary"] == "" {
		return body
	}
	return &partsBody{ReadCloser: body, delimiter: []byte("--" + params["boundary"])}
}

// partsBody follows the lines of a multipart form while it is read: the header of a part begins after a delimiter and ends with
// an empty line.
type partsBody struct {
	io.ReadCloser
	delimiter []byte
	line      []byte // the beginning of the current line, up to the length of a delimiter
	inHeader  bool
	header    int // bytes of the current part's header
	headers   int // bytes of all headers
	tooLong   bool
}

func (b *partsBody) Read(p []byte) (int, error) {
	if b.tooLong {
		return 0, errPartHeader
	}
	n, err := b.ReadCloser.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			b.feed(rest)
			break
		}
		b.feed(rest[:end])
		b.endLine()
		rest = rest[end:]
	}
	if b.tooLong {
		return 0, errPartHeader // the last read is dropped
	}
	return n, err
}

// feed adds bytes to the current line.
func (b *partsBody) feed(piece []byte) {
	if b.inHeader {
		b.header += len(piece)
		b.headers += len(piece)
		b.tooLong = b.tooLong || b.header > maxPartHeader || b.headers > maxPartHeaders
	}
	if room := len(b.delimiter) + maxPartHeader - len(b.line); room > 0 {
		b.line = append(b.line, piece[:min(len(piece), room)]...)
	}
}

// endLine handles a complete line. A line of white space continues the header before it and does not end it.
func (b *partsBody) endLine() {
	switch {
	case b.inHeader:
		b.inHeader = len(bytes.TrimSuffix(bytes.TrimSuffix(b.line, []byte("\n")), []byte("\r"))) > 0
	case bytes.Equal(bytes.TrimRight(b.line, " \t\r\n"), b.delimiter):
		b.inHeader, b.header = true, 0
	}
	b.line = b.line[:0]
}
