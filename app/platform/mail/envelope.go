package mail

// sendEnvelope sends the commands before the content of m, until the relay waits for the content. If they were announced in
// advance it only reads the replies; otherwise it sends them in one group, or one by one if the relay does not support
// pipelining.
func (s *session) sendEnvelope(m *Message) *Failure {
	s.timer.Reset(s.times.Command)
	switch {
	case s.announced != "":
		s.announced = ""
		return s.envelopeAnswers(false)
	case s.pipelining:
		forget := s.needsReset
		s.buf = s.buf[:0]
		if forget {
			s.buf = append(s.buf, "RSET\r\n"...)
		}
		s.out.write(s.appendEnvelope(s.buf, m))
		if err := s.flush(); err != nil {
			return s.fail(Down, "the connection was lost", err)
		}
		return s.envelopeAnswers(forget)
	}
	return s.stepByStep(m)
}

// appendEnvelope appends the commands before the content.
func (s *session) appendEnvelope(b []byte, m *Message) []byte {
	b = append(s.appendMail(b, m), '\r', '\n')
	b = append(appendRcpt(b, m), '\r', '\n')
	return append(b, "DATA\r\n"...)
}

func (s *session) appendMail(b []byte, m *Message) []byte {
	from, _ := wireAddress(m.envelopeSender()) // Check has validated the address
	b = append(append(append(b, "MAIL FROM:<"...), from...), '>')
	if needsUTF8(m) {
		b = append(b, " SMTPUTF8 BODY=8BITMIME"...)
	}
	return b
}

// envelopeSender returns the address to which the message is returned.
func (m *Message) envelopeSender() string {
	if m.ReturnPath != "" {
		return m.ReturnPath
	}
	return m.From.Email
}

func appendRcpt(b []byte, m *Message) []byte {
	to, _ := wireAddress(m.To.Email)
	return append(append(append(b, "RCPT TO:<"...), to...), '>')
}

// envelopeAnswers reads the replies to a group of pipelined commands: all of them, even if one is a refusal.
func (s *session) envelopeAnswers(forget bool) *Failure {
	if forget {
		if _, err := readReply(s.in); err != nil {
			return s.fail(Down, "the connection was lost", err)
		}
		s.needsReset = false
	}
	var fault *Failure
	lost := Down          // a connection lost before the first reply does not concern this message
	for rcpt := range 2 { // MAIL, RCPT
		r, err := readReply(s.in)
		if err != nil && fault == nil {
			return s.fail(lost, "the connection was lost before the message was offered", err)
		}
		if err != nil {
			break
		}
		lost = Retry
		if !r.ok() && fault == nil {
			fault = s.refused(r, Down)
			if rcpt == 1 {
				fault.Bounce = r.bounce()
			}
		}
		if s.ended {
			return fault
		}
	}
	return s.dataAnswer(fault)
}

// dataAnswer reads the reply to DATA; fault is the failure of the commands before it.
func (s *session) dataAnswer(fault *Failure) *Failure {
	r, err := readReply(s.in)
	switch {
	case err != nil && fault == nil:
		return s.fail(Retry, "the connection was lost before the message was offered", err)
	case err != nil || fault != nil && r.code == 354: // the relay waits for content although it refused the recipient
		s.end()
		fault.Ended = true
		return fault
	case fault != nil:
		s.needsReset = true
		return fault
	case r.code == 354:
		return nil
	case r.code/100 <= 3:
		return s.fail(Retry, "the relay answered DATA with what is no answer", errReply)
	}
	s.needsReset = true
	return s.refused(r, Down)
}

// stepByStep sends one command at a time, to a relay without PIPELINING (RFC 2920).
func (s *session) stepByStep(m *Message) *Failure {
	if s.needsReset {
		if _, err := s.command(append(s.buf[:0], "RSET"...)); err != nil {
			return s.fail(Down, "the connection was lost", err)
		}
		s.needsReset = false
	}
	lost := Down
	for rcpt, command := range [][]byte{s.appendMail(nil, m), appendRcpt(nil, m)} {
		r, err := s.command(command)
		if err != nil {
			return s.fail(lost, "the connection was lost before the message was offered", err)
		}
		lost = Retry
		if !r.ok() {
			s.needsReset = true
			fault := s.refused(r, Down)
			if rcpt == 1 {
				fault.Bounce = r.bounce()
			}
			return fault
		}
	}
	s.timer.Reset(s.times.Command)
	s.out.write([]byte("DATA\r\n"))
	if err := s.flush(); err != nil {
		return s.fail(Retry, "the connection was lost before the message was offered", err)
	}
	return s.dataAnswer(nil)
}

// command sends one command and reads its reply.
func (s *session) command(command []byte) (reply, error) {
	s.timer.Reset(s.times.Command)
	s.out.write(append(command, '\r', '\n'))
	if err := s.flush(); err != nil {
		return reply{}, err
	}
	return readReply(s.in)
}
