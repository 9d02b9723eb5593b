package mail

import (
	"encoding/base64"
	"mime"
	"strings"
)

// Parts are encoded attachments, made once and written into each message.
type Parts struct {
	list  [][]byte // headers, empty line and folded base64 of each; no boundary, which is the message's own
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

// Size is the number of bytes that the parts add to a message.
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

// mediaType is what may stand after Content-Type.
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

// disposition names the file as RFC 2231 does, folded so that no line grows long.
func disposition(filename string) string {
	name := fileName(filename)
	return strings.Replace(mime.FormatMediaType("attachment", map[string]string{"filename": name}), "; ", ";\r\n ", 1)
}

// fileName returns the name without what could leave its folder or its header line.
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

// foldedLine is the longest line of base64 (RFC 2045, 6.8), and the bytes that fill it.
const foldedLine, foldedBytes = 76, 57

// appendBase64 appends data in lines, the last one ended too.
func appendBase64(b, data []byte) []byte {
	for len(data) > 0 {
		n := min(foldedBytes, len(data))
		b = base64.StdEncoding.AppendEncode(b, data[:n])
		b = append(b, '\r', '\n')
		data = data[n:]
	}
	return b
}
