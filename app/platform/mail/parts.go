package mail

import (
	"encoding/base64"
	"mime"
	"strings"
)

// Parts are encoded attachments. They are encoded once and written into each message.
type Parts struct {
	list  [][]byte // header, empty line and folded base64 of each; without the boundary, which differs between messages
	raw   []Attachment
	bytes int
}

// Encode encodes a list of attachments; nil for an empty one. It refers to their data, which must not change afterwards.
func Encode(list []Attachment) *Parts {
	if len(list) == 0 {
		return nil
	}
	p := &Parts{raw: list}
	for _, a := range list {
		part := encodePart(a)
		p.list = append(p.list, part)
		p.bytes += len(part)
	}
	return p
}

// Size returns the number of bytes that the parts add to a message.
func (p *Parts) Size() int64 {
	if p == nil {
		return 0
	}
	return int64(p.bytes)
}

func encodePart(a Attachment) []byte {
	b := make([]byte, 0, len(a.Data)/3*4+len(a.Data)/40+512)
	b = append(b, "Content-Type: "+mediaType(a.MediaType)+"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: "+
		disposition(a.Filename)+"\r\n\r\n"...)
	return appendBase64(b, a.Data)
}

// mediaType returns a valid value for Content-Type.
func mediaType(given string) string {
	kind, params, err := mime.ParseMediaType(given)
	if err != nil || !strings.Contains(kind, "/") {
		return "application/octet-stream"
	}
	if s := mime.FormatMediaType(kind, params); s != "" {
		return s
	}
	return "application/octet-stream"
}

// disposition returns the Content-Disposition with the file name, encoded by RFC 2231 and folded.
func disposition(filename string) string {
	name := fileName(filename)
	return strings.Replace(mime.FormatMediaType("attachment", map[string]string{"filename": name}), "; ", ";\r\n ", 1)
}

// fileName returns the name without folders and without characters that could end its header line.
func fileName(given string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '/' || r == '\\' {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(given, "_"))
	if name == "" {
		return "attachment"
	}
	return name
}

// foldedLine is the maximum length of a base64 line (RFC 2045, 6.8), foldedBytes the number of bytes that it encodes.
const foldedLine, foldedBytes = 76, 57

// appendBase64 appends data in base64 lines; each ends with CRLF.
func appendBase64(b, data []byte) []byte {
	for len(data) > 0 {
		n := min(foldedBytes, len(data))
		b = base64.StdEncoding.AppendEncode(b, data[:n])
		b = append(b, '\r', '\n')
		data = data[n:]
	}
	return b
}
