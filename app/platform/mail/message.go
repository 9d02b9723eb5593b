package mail

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"sync"
	"time"
)

// buffers are reused, because a campaign writes many messages of about the same size.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 32<<10); return &b }}

// WriteTo writes the message in MIME, with CRLF line ends and lines that relays accept. The same message always has the same
// bytes: its boundaries are derived from its ID. Everything is 7-bit, unless an address is not. No line begins with a dot, so
// that SMTP needs no dot-stuffing and no text can end the message early.
func (m *Message) WriteTo(w io.Writer) (int64, error) {
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	out := &errWriter{w: w}
	*buf = m.write(out, (*buf)[:0])
	return out.n, out.err
}

// errWriter is a writer that stops at the first error.
type errWriter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *errWriter) write(b []byte) {
	if c.err == nil {
		var n int
		n, c.err = c.w.Write(b)
		c.n += int64(n)
	}
}

// write builds the message in b, which it returns for reuse; attachments are written directly from their parts.
func (m *Message) write(out *errWriter, b []byte) []byte {
	boundaries := newBoundaries(m.ID)
	b = m.appendHead(b)
	mixed := m.Parts != nil || m.Calendar != nil
	if mixed {
		b = append(b, "Content-Type: multipart/mixed; boundary=\""+boundaries.mixed+"\"\r\n\r\n"...)
		b = appendBoundary(b, boundaries.mixed)
	}
	b = m.appendBody(b, boundaries)
	if !mixed {
		out.write(b)
		return b
	}
	if m.Calendar != nil {
		b = appendBoundary(b, boundaries.mixed)
		b = append(b, "Content-Type: text/calendar; charset=utf-8; method="+cmp.Or(m.CalendarMethod, "PUBLISH")+
			"\r\nContent-Transfer-Encoding: base64\r\n"+
			"Content-Disposition: attachment; filename=\""+calendarFile+"\"\r\n\r\n"...)
		b = appendBase64(b, m.Calendar)
	}
	if m.Parts != nil {
		for _, part := range m.Parts.list {
			b = appendBoundary(b, boundaries.mixed)
			out.write(b)
			out.write(part)
			b = b[:0]
		}
	}
	b = append(append(append(b, "--"...), boundaries.mixed...), "--\r\n"...)
	out.write(b)
	return b
}

// calendarFile is the file name of the calendar.
const calendarFile = "invitation.ics"

// boundaries are the MIME boundaries of a message. They begin with "=_", which neither of the encodings used here can produce.
type boundaries struct{ mixed, alternative, related string }

func newBoundaries(id string) boundaries {
	sum := sha256.Sum256([]byte(id))
	text := hex.EncodeToString(sum[:12])
	return boundaries{"=_m" + text, "=_a" + text, "=_r" + text}
}

func appendBoundary(b []byte, boundary string) []byte {
	return append(append(append(b, "--"...), boundary...), "\r\n"...)
}

// appendHead appends the header fields of the message, without those of its content.
func (m *Message) appendHead(b []byte) []byte {
	b = m.Date.AppendFormat(append(b, "Date: "...), time.RFC1123Z)
	b = appendAddress(append(b, "\r\nFrom: "...), len("From: "), m.From)
	if m.ReplyTo != (Address{}) {
		b = appendAddress(append(b, "\r\nReply-To: "...), len("Reply-To: "), m.ReplyTo)
	}
	b = appendAddress(append(b, "\r\nTo: "...), len("To: "), m.To)
	b = appendText(append(b, "\r\nSubject: "...), len("Subject: "), m.Subject)
	b = append(append(append(b, "\r\nMessage-ID: <"...), m.ID...), ">\r\n"...)
	if m.Unsubscribe != "" {
		b = append(append(append(b, "List-Unsubscribe: <"...), m.Unsubscribe...), ">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"...)
	}
	if m.Lang != "" {
		b = append(append(append(b, "Content-Language: "...), m.Lang...), '\r', '\n')
	}
	return append(b, "MIME-Version: 1.0\r\n"...)
}

// appendBody appends the text, the HTML, or both with the better one last (RFC 2046, 5.1.4).
func (m *Message) appendBody(b []byte, x boundaries) []byte {
	switch {
	case m.HTML == "":
		return appendPart(b, "text/plain", m.Text)
	case m.Text == "":
		return m.appendHTML(b, x.related)
	}
	boundary := x.alternative
	b = append(b, "Content-Type: multipart/alternative; boundary=\""+boundary+"\"\r\n\r\n"...)
	b = appendPart(appendBoundary(b, boundary), "text/plain", m.Text)
	b = m.appendHTML(appendBoundary(b, boundary), x.related)
	return append(append(append(b, "--"...), boundary...), "--\r\n"...)
}

// imageFile is the file name of the picture.
const imageFile = "picture.png"

// appendHTML appends the HTML, together with the picture that it shows (RFC 2387).
func (m *Message) appendHTML(b []byte, boundary string) []byte {
	if m.Image == nil {
		return appendPart(b, "text/html", m.HTML)
	}
	b = append(b, "Content-Type: multipart/related; type=\"text/html\"; boundary=\""+boundary+"\"\r\n\r\n"...)
	b = appendPart(appendBoundary(b, boundary), "text/html", m.HTML)
	b = append(appendBoundary(b, boundary), "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <"+imageID+
		">\r\nContent-Disposition: inline; filename=\""+imageFile+"\"\r\n\r\n"...)
	return append(append(append(appendBase64(b, m.Image), "--"...), boundary...), "--\r\n"...)
}

// Size estimates how many bytes WriteTo will write, to compare with a relay's limit.
func (m *Message) Size() int64 {
	const head, part = 800, 200
	n := head + part + encodedSize(m.HTML) + encodedSize(m.Text) + m.Parts.Size()
	return n + int64(len(m.Calendar)+len(m.Image))*137/100
}

// maxSize returns an upper bound of Size without reading the texts.
func (m *Message) maxSize() int64 {
	return 2000 + 4*int64(len(m.HTML)+len(m.Text)+len(m.Calendar)+len(m.Image)) + m.Parts.Size()
}
