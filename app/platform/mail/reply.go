package mail

import (
	"bufio"
	"errors"
	"io"
	"math"
	"net"
	"regexp"
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

// status matches an enhanced status code (RFC 3463) at the beginning of a reply's text.
var status = regexp.MustCompile(`^5\.(\d{1,3})\.(\d{1,3})(\s|$)`)

// unknownUser matches what relays without enhanced codes answer for an address that does not exist.
var unknownUser = regexp.MustCompile(`(?i)(user|recipient|mailbox|address|account)\b.{0,40}\b(unknown|not found|does ?n.t exist|does not exist|not exist)|(unknown|no such|invalid|non-?existent) (local )?(user|recipient|mailbox|address|account)|no mailbox here`)

// noSuchAddress reports whether a reply to RCPT says that the address does not exist, permanently. Other refusals (policy, a
// full mailbox, the sender's own address) do not count.
func (r reply) noSuchAddress() bool {
	if r.code/100 != 5 || r.code == 552 {
		return false
	}
	if m := status.FindStringSubmatch(r.text); m != nil {
		return m[1] == "1" && m[2] != "7" && m[2] != "8" // 5.1.7 and 5.1.8 concern the sender's address
	}
	return r.code == 550 && unknownUser.MatchString(r.text)
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
			answer.text = oneLine(text.String())
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

// oneLine makes a text fit for a table: it replaces unprintable characters and runs of white space by one space.
func oneLine(s string) string {
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
