package httpx

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"

	"presence/app/platform/errs"
)

// How many bytes the headers of a form's parts may have. What they say is parsed into parameters, which takes microseconds
// for each.
const (
	maxPartHeader  = 4 << 10
	maxPartHeaders = 16 << 10 // of all parts
)

// maxContentType is how long the Content-Type of a request may be, in bytes.
const maxContentType = 1 << 10

var errPartHeader = &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The headers of the form's parts are too long."}

// limitContentType refuses a request whose Content-Type is longer than any that is meant, before anything parses it.
func limitContentType(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header.Get("Content-Type")) > maxContentType {
			writeProblem(w, r, statusProblem(r.Context(), http.StatusUnsupportedMediaType, "unsupported_media_type",
				"The Content-Type is too long."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limitPartHeaders is the body of a request; that of a form with parts ends with errPartHeader where their headers are longer
// than they may be.
func limitPartHeaders(contentType string, body io.ReadCloser) io.ReadCloser {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil || !strings.HasPrefix(media, "multipart/") || params["boundary"] == "" {
		return body
	}
	return &partsBody{ReadCloser: body, delimiter: []byte("--" + params["boundary"])}
}

// partsBody follows the lines of a form as they are read: a part's header begins after a delimiter and ends with an empty
// line.
type partsBody struct {
	io.ReadCloser
	delimiter []byte
	line      []byte // the beginning of a line that has not ended; as much of it as a delimiter could have
	inHeader  bool
	header    int // bytes of the part's header so far
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
		return 0, errPartHeader // what was read last is dropped
	}
	return n, err
}

// feed adds a piece to the line.
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

// endLine looks what a whole line was. A line of spaces goes on with the header before it, it does not end one.
func (b *partsBody) endLine() {
	switch {
	case b.inHeader:
		b.inHeader = len(bytes.TrimSuffix(bytes.TrimSuffix(b.line, []byte("\n")), []byte("\r"))) > 0
	case bytes.Equal(bytes.TrimRight(b.line, " \t\r\n"), b.delimiter):
		b.inHeader, b.header = true, 0
	}
	b.line = b.line[:0]
}
