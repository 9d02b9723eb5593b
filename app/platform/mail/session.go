package mail

import (
	"bufio"
	"context"
	"time"

	"github.com/wneessen/go-mail/smtp"

	"presence/app/platform/tracing"
	"presence/db"
)

// session is one connection to a relay, opened and signed in by go-mail. This package itself sends the messages, so that mark
// is called before the final dot (R11) and the next envelope is sent together with the current content.
type session struct {
	relay  *Relay
	conn   *limitedConn
	client *smtp.Client
	in     *bufio.Reader
	out    *errWriter
	buf    []byte
	times  Timeouts
	timer  *time.Timer // closes the connection when a step takes too long

	pipelining, utf8 bool
	limit            int64  // maximum bytes of a message; 0: the relay does not say
	announced        string // ID of the message whose envelope was sent in advance
	needsReset       bool   // an envelope was refused: RSET must be sent before the next one
	ended            bool
}

// interrupt makes all pending operations of the connection fail at once.
func (s *session) interrupt() { _ = s.conn.SetDeadline(time.Unix(1, 0)) }

// end closes the connection without QUIT.
func (s *session) end() {
	s.ended = true
	s.timer.Stop()
	_ = s.conn.Close()
}

// Close ends the session. In the middle of a message it closes the connection, and the relay discards the message; a final dot
// would send an incomplete one.
func (s *session) Close() error {
	if s.ended {
		return nil
	}
	if s.announced == "" {
		s.timer.Reset(s.times.Quit)
		s.out.write([]byte("QUIT\r\n"))
		if s.flush() == nil {
			_, _ = readReply(s.in) // the reply to QUIT does not matter
		}
	}
	s.end()
	return nil
}

// Send implements Session. When ctx ends, the connection is closed; after mark, this makes the outcome of the message Unknown.
// To stop cleanly, let a Send finish.
func (s *session) Send(ctx context.Context, m, next *Message, mark func() error) (err error) {
	ctx, span := tracing.StartCall(ctx, "SMTP send")
	defer func() { span.End(err) }()
	if err := db.NotInWrite(ctx); err != nil {
		return err
	}
	if s.ended {
		return &Failure{Kind: Down, Text: "the connection has ended", Ended: true}
	}
	if err := ctx.Err(); err != nil {
		return s.fail(Down, "sending was stopped", err)
	}
	defer context.AfterFunc(ctx, s.interrupt)()
	if s.announced != "" && s.announced != m.ID {
		return s.fail(Down, "another message was announced", nil)
	}
	if f := s.precheck(m); f != nil {
		if s.announced != "" {
			s.end() // the relay waits for a message that must not be sent
			f.Ended = true
		}
		return f
	}
	if f := s.sendEnvelope(m); f != nil {
		return f
	}
	if f := s.sendContent(m); f != nil {
		return f
	}
	if err := ctx.Err(); err != nil {
		return s.fail(Retry, "sending was stopped before the message was handed over", err)
	}
	if err := mark(); err != nil {
		s.end()
		return err
	}
	return s.sendDot(next)
}

// precheck returns the failure of a message that cannot be sent over this session, before anything is sent.
func (s *session) precheck(m *Message) *Failure {
	if err := m.Check(); err != nil {
		return &Failure{Kind: Refused, Text: OneLine(err.Error()), cause: err}
	}
	if !s.utf8 && needsUTF8(m) {
		return &Failure{Kind: Refused, Code: 553, Text: "the relay takes no address with letters outside ASCII before the @"}
	}
	if s.limit > 0 && m.maxSize() > s.limit && m.Size() > s.limit {
		return &Failure{Kind: Refused, Code: 552, Text: "the message is larger than the relay takes"}
	}
	return nil
}

// needsUTF8 reports whether an address of the message requires SMTPUTF8 (RFC 6531); a domain never does.
func needsUTF8(m *Message) bool {
	for _, a := range []string{m.From.Email, m.To.Email, m.ReplyTo.Email, m.ReturnPath} {
		if wire, err := wireAddress(a); err == nil && !isASCII(wire) {
			return true
		}
	}
	return false
}

// hasWireAddresses reports whether the addresses of the message can be used in SMTP commands.
func hasWireAddresses(m *Message) bool {
	_, from := wireAddress(m.envelopeSender())
	_, to := wireAddress(m.To.Email)
	return from == nil && to == nil
}

// fail ends the session and returns a failure.
func (s *session) fail(kind Kind, text string, cause error) *Failure {
	s.end()
	if cause != nil {
		text += ": " + cause.Error()
	}
	return &Failure{Kind: kind, Text: OneLine(text), Ended: true, cause: cause}
}

func (s *session) flush() error {
	if s.out.err == nil {
		s.out.err = s.client.Text.W.Flush()
	}
	return s.out.err
}

// sendContent writes the message without the final dot, and flushes it.
func (s *session) sendContent(m *Message) *Failure {
	s.timer.Reset(s.times.Content)
	s.out.write(s.relay.c.extraHeader(m.ID))
	s.buf = m.write(s.out, s.buf[:0])
	if err := s.flush(); err != nil {
		return s.fail(Retry, "the connection was lost before the message was complete", err)
	}
	return nil
}

// sendDot sends the final dot, followed by the next message's envelope if the relay supports pipelining, and reads the reply to
// the dot.
func (s *session) sendDot(next *Message) error {
	s.timer.Reset(s.times.Answer)
	s.buf = append(s.buf[:0], ".\r\n"...)
	if next != nil && s.pipelining && hasWireAddresses(next) && (s.utf8 || !needsUTF8(next)) {
		s.buf, s.announced = s.appendEnvelope(s.buf, next), next.ID
	}
	s.out.write(s.buf)
	if err := s.flush(); err != nil {
		return s.fail(Unknown, "the connection was lost while the message was handed over", err)
	}
	answer, err := readReply(s.in)
	switch {
	case err != nil:
		return s.fail(Unknown, "no answer came after the message was handed over", err)
	case answer.ok():
		return nil
	case answer.code/100 == 3:
		return s.fail(Unknown, "the relay answered the message with what is no answer", errReply)
	}
	return s.refused(answer, Retry)
}

// refused returns the Failure for a reply; ended is its kind if the relay also closes the session.
func (s *session) refused(r reply, ended Kind) *Failure {
	f := &Failure{Kind: Retry, Code: r.code, Text: r.text}
	switch {
	case r.code == 421:
		f.Kind, f.Ended = ended, true
		s.end()
	case r.code == 530 || r.code == 534 || r.code == 535 || r.code == 538:
		f.Kind = SignIn
	case r.code/100 == 5:
		f.Kind = Refused
	}
	return f
}
