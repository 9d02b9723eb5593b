package mail

import (
	"bufio"
	"errors"
	"io"
	"math"
	"net"
	"strconv"
	"strings"
	"syscall"
	"unicode"
)

const (
	maxHandshake = 256 << 10 // maximum bytes that a relay may send before the first message
	unbounded    = math.MaxInt64
	maxReply     = 8 << 10 // bytes of one reply
	maxText      = 300     // characters of a reply that are kept
)

var (
	errTooMuch = errors.New("the relay answered without end")
	errReply   = errors.New("the relay answered what is no SMTP")
)

// limitedConn is a connection that fails when the relay sends more than left bytes.
type limitedConn struct {
	net.Conn
	left int64
}

func (b *limitedConn) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooMuch
	}
	n, err := b.Conn.Read(p)
	if b.left != unbounded {
		b.left -= int64(n)
	}
	return n, err
}

// reply is an SMTP reply.
type reply struct {
	code int
	text string
}

func (r reply) ok() bool { return r.code/100 == 2 }

// bounce returns why a reply to RCPT refuses the recipient for good; "" if it does not.
func (r reply) bounce() Cause {
	if r.code/100 != 5 {
		return ""
	}
	return CauseOf("", strconv.Itoa(r.code)+" "+r.text)
}

// readReply reads one reply, which may have several lines. It keeps the text only for errors.
func readReply(r *bufio.Reader) (reply, error) {
	var answer reply
	var text strings.Builder
	for total := 0; ; {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) || total+len(line) > maxReply {
			return reply{}, errTooMuch
		}
		if err != nil {
			return reply{}, err
		}
		total += len(line)
		code, more, ok := replyLine(line)
		if !ok || answer.code != 0 && code != answer.code {
			return reply{}, errReply
		}
		answer.code = code
		if !answer.ok() && len(line) > 4 && text.Len() < maxText {
			text.Write(line[4:])
		}
		if !more {
			answer.text = OneLine(text.String())
			return answer, nil
		}
	}
}

// replyLine parses the beginning of a line: three digits, and a hyphen if more lines follow.
func replyLine(line []byte) (code int, more, ok bool) {
	if len(line) < 4 {
		return 0, false, false
	}
	for _, c := range line[:3] {
		if c < '0' || c > '9' {
			return 0, false, false
		}
		code = 10*code + int(c-'0')
	}
	return code, line[3] == '-', code >= 200 && code < 600 && strings.IndexByte(" -\r\n", line[3]) >= 0
}

// OneLine returns a text as one line of at most maxText bytes, for a column of a table: each run of unprintable characters and white
// space becomes one space.
func OneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "?"), func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }),
		" ")
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + "…"
	}
	return s
}

// isLost reports whether an error means that the connection has ended.
func isLost(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
