package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
)

// Conn is one keep-alive connection.
type Conn struct {
	c net.Conn
	r *bufio.Reader
}

func newConn(c net.Conn) *Conn { return &Conn{c, bufio.NewReaderSize(c, 64<<10)} }

// Close ends the connection.
func (c *Conn) Close() error { return c.c.Close() }

// Answer is a response without its body.
type Answer struct {
	Status int
	Bytes  int64 // of the body, as transferred
}

// Do sends one request and reads its answer to the end.
func (c *Conn) Do(request []byte) (Answer, error) {
	if _, err := c.c.Write(request); err != nil {
		return Answer{}, err
	}
	return readAnswer(c.r)
}

var (
	contentLength    = []byte("content-length")
	transferEncoding = []byte("transfer-encoding")
	chunked          = []byte("chunked")
)

// readAnswer reads a status line, headers and a body with a Content-Length or in chunks.
func readAnswer(r *bufio.Reader) (a Answer, err error) {
	line, err := readLine(r)
	if err != nil {
		return a, err
	}
	if a.Status, err = statusOf(line); err != nil {
		return a, err
	}
	length, inChunks := int64(-1), false
	for {
		if line, err = readLine(r); err != nil {
			return a, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case bytes.EqualFold(name, contentLength):
			if length, err = strconv.ParseInt(string(value), 10, 64); err != nil || length < 0 {
				return a, fmt.Errorf("bad Content-Length %q", value)
			}
		case bytes.EqualFold(name, transferEncoding):
			inChunks = bytes.EqualFold(value, chunked)
		}
	}
	switch {
	case a.Status == 204 || a.Status == 304:
	case inChunks:
		a.Bytes, err = skipChunks(r)
	case length < 0:
		err = errors.New("an answer without a length")
	default:
		a.Bytes = length
		err = skip(r, length)
	}
	return a, err
}

// statusOf reads "HTTP/1.1 200 OK".
func statusOf(line []byte) (int, error) {
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return 0, fmt.Errorf("not an HTTP/1.1 answer: %q", line)
	}
	n, err := strconv.Atoi(string(line[9:12]))
	if err != nil || n < 100 {
		return 0, fmt.Errorf("bad status line %q", line)
	}
	return n, nil
}

// skipChunks reads a chunked body with its trailer and counts its bytes.
func skipChunks(r *bufio.Reader) (total int64, err error) {
	for {
		line, err := readLine(r)
		if err != nil {
			return total, err
		}
		size, _, _ := bytes.Cut(line, []byte(";"))
		n, err := strconv.ParseInt(string(bytes.TrimSpace(size)), 16, 64)
		if err != nil || n < 0 {
			return total, fmt.Errorf("bad chunk size %q", line)
		}
		if n == 0 {
			break
		}
		total += n
		if err := skip(r, n+2); err != nil { // and the line end behind it
			return total, err
		}
	}
	for { // the trailer
		line, err := readLine(r)
		if err != nil || len(line) == 0 {
			return total, err
		}
	}
}

func skip(r *bufio.Reader, n int64) error {
	for n > 0 {
		d, err := r.Discard(int(min(n, 1<<30)))
		if err != nil {
			return unexpected(err)
		}
		n -= int64(d)
	}
	return nil
}

// readLine returns the next line without its end; it is good until the next read.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return nil, unexpected(err)
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// unexpected returns io.ErrUnexpectedEOF for io.EOF, because the response is incomplete; other errors are returned unchanged.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
