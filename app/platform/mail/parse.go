package mail

import (
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"time"
)

// Summary is a message in a list.
type Summary struct {
	Name    string // of the file in the outbox
	Bytes   int64
	ID      string // without brackets
	Date    time.Time
	From    Address
	To      Address
	Subject string
}

// Content is a parsed message.
type Content struct {
	Summary
	Lang        string
	Unsubscribe string
	HTML        string
	Text        string
	Attachments []Attachment // including the calendar and the picture in the HTML
}

// maxDepth is the maximum nesting of MIME parts; ours are nested two deep.
const maxDepth = 5

var errDepth = errors.New("mail: parts within parts within parts")

// Parse parses a message that this package wrote, or a similar one.
func Parse(r io.Reader) (Content, error) {
	kept, m, err := readHead(r)
	if err != nil {
		return Content{}, err
	}
	c := Content{Summary: kept, Lang: m.Header.Get("Content-Language"), Unsubscribe: strings.Trim(m.Header.Get("List-Unsubscribe"), "<> ")}
	return c, c.take(textproto.MIMEHeader(m.Header), m.Body, 0)
}

func readHead(r io.Reader) (Summary, *mail.Message, error) {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return Summary{}, nil, err
	}
	var decoder mime.WordDecoder
	k := Summary{ID: strings.Trim(m.Header.Get("Message-Id"), "<> "), From: firstAddress(m, "From"), To: firstAddress(m, "To")}
	k.Date, _ = m.Header.Date()
	if k.Subject, err = decoder.DecodeHeader(m.Header.Get("Subject")); err != nil {
		k.Subject = m.Header.Get("Subject")
	}
	return k, m, nil
}

func firstAddress(m *mail.Message, field string) Address {
	list, err := m.Header.AddressList(field)
	if err != nil || len(list) == 0 {
		return Address{Email: m.Header.Get(field)}
	}
	return Address{list[0].Name, list[0].Address}
}

// take adds one MIME part to the content, or the parts within it.
func (c *Content) take(head textproto.MIMEHeader, body io.Reader, depth int) error {
	media, params, err := mime.ParseMediaType(head.Get("Content-Type"))
	if err != nil {
		media = "text/plain"
	}
	if strings.HasPrefix(media, "multipart/") {
		if depth == maxDepth {
			return errDepth
		}
		return c.takeParts(multipart.NewReader(body, params["boundary"]), depth+1)
	}
	data, err := io.ReadAll(decoded(head, body))
	if err != nil {
		return err
	}
	where, params, _ := mime.ParseMediaType(head.Get("Content-Disposition"))
	switch {
	case where == "attachment" || where == "inline" && strings.HasPrefix(media, "image/"):
		c.Attachments = append(c.Attachments, Attachment{params["filename"], media, data})
	case media == "text/html":
		c.HTML = readable(data)
	case media == "text/plain":
		c.Text = readable(data)
	}
	return nil
}

func (c *Content) takeParts(parts *multipart.Reader, depth int) error {
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = c.take(part.Header, part, depth)
		}
		if err != nil {
			return err
		}
	}
}

func decoded(head textproto.MIMEHeader, body io.Reader) io.Reader {
	switch strings.ToLower(head.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	}
	return body
}

func readable(data []byte) string {
	return strings.TrimRight(strings.ReplaceAll(strings.ToValidUTF8(string(data), "\uFFFD"), "\r\n", "\n"), "\n")
}
