package sink

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// dialogue is one SMTP connection.
type dialogue struct {
	sink      *Sink
	conn      net.Conn
	in        *bufio.Reader
	out       *bufio.Writer
	number    int
	pause     pause
	encrypted bool
	signedIn  bool
	paid      bool // the delay of a round trip was applied to this group of input
	mail      bool
	from      string
	to        []string
	content   bytes.Buffer
}

// run handles the connection until either side ends it.
func (d *dialogue) run() {
	if !d.answer(Greeting, "", "220 sink ESMTP") {
		_ = d.out.Flush()
		return
	}
	for d.out.Flush() == nil {
		d.paid = false
		if !d.group() {
			_ = d.out.Flush()
			return
		}
	}
}

// group handles one group of commands: all that was received.
func (d *dialogue) group() bool {
	for {
		line, err := d.read()
		if err != nil {
			return false
		}
		text, ended := strings.CutSuffix(string(line), "\r\n")
		if !ended {
			d.sink.fault("a command without CRLF: %q", line)
		}
		if !d.command(text) {
			return false
		}
		if d.in.Buffered() == 0 {
			return true
		}
		if d.sink.o.NoGroup {
			d.sink.fault("commands in a group, which was not offered, after %q", text)
			return d.say("503 5.5.0 one at a time")
		}
	}
}

// read reads a line, after the delay of the round trip for its group.
func (d *dialogue) read() ([]byte, error) {
	fresh := d.in.Buffered() == 0
	line, err := d.in.ReadSlice('\n')
	if fresh && !d.paid && d.sink.o.Trip > 0 {
		d.paid = true
		d.pause.wait(d.sink.o.Trip)
	}
	return line, err
}

func (d *dialogue) say(lines ...string) bool {
	for _, l := range lines {
		_, _ = d.out.WriteString(l + "\r\n")
	}
	return true
}

// answer sends the usual reply, unless a rule replaces it. It returns false when the connection must end.
func (d *dialogue) answer(at Step, to string, usual ...string) bool {
	r, found := d.sink.rule(at, to)
	if !found {
		return d.say(usual...)
	}
	return d.obey(r, usual...)
}

func (d *dialogue) obey(r Rule, usual ...string) bool {
	if r.Delay > 0 {
		_ = d.out.Flush()
		time.Sleep(r.Delay)
	}
	switch {
	case r.Stall:
		_ = d.out.Flush()
		d.sink.note("stalled at %s", r.At)
		_, _ = io.Copy(io.Discard, d.in) // until the client closes the connection
		return false
	case r.Endless > 0:
		line := "250-" + strings.Repeat("x", 70)
		for n := 0; n < r.Endless; n += len(line) {
			d.say(line)
		}
		return false
	case r.Reply != "":
		d.say(r.Reply)
	case !r.Drop:
		d.say(usual...)
	}
	return !r.Drop && !strings.HasPrefix(r.Reply, "421")
}

func (d *dialogue) command(line string) bool {
	verb, rest, _ := strings.Cut(line, " ")
	switch strings.ToUpper(verb) {
	case "EHLO":
		return d.answer(Hello, "", d.extensions()...)
	case "HELO":
		return d.answer(Hello, "", "250 sink")
	case "STARTTLS":
		return d.encrypt()
	case "AUTH":
		return d.auth(rest)
	case "MAIL":
		return d.mailFrom(rest)
	case "RCPT":
		return d.rcptTo(rest)
	case "DATA":
		return d.data()
	case "RSET":
		d.mail, d.to = false, nil
		return d.answer(Reset, "", "250 2.0.0 forgotten")
	case "NOOP":
		return d.say("250 2.0.0 ok")
	case "*": // the client has cancelled the sign-in
		return d.say("501 5.7.0 as you wish")
	case "QUIT":
		d.answer(Quit, "", "221 2.0.0 bye")
		return false
	}
	d.sink.fault("unknown command %q", line)
	return d.say("502 5.5.2 unknown")
}

func (d *dialogue) extensions() []string {
	list := []string{"sink", "8BITMIME", fmt.Sprintf("SIZE %d", d.sink.o.Size)}
	if !d.sink.o.NoGroup {
		list = append(list, "PIPELINING")
	}
	if !d.sink.o.NoUTF8 {
		list = append(list, "SMTPUTF8")
	}
	if d.sink.o.TLS != nil && !d.encrypted {
		list = append(list, "STARTTLS")
	}
	if d.sink.o.User != "" {
		list = append(list, "AUTH "+strings.Join(d.sink.o.Ways, " "))
	}
	for i := range list {
		mark := "-"
		if i == len(list)-1 {
			mark = " "
		}
		list[i] = "250" + mark + list[i]
	}
	return list
}

func (d *dialogue) encrypt() bool {
	if d.sink.o.TLS == nil || d.encrypted {
		return d.say("503 5.5.1 not offered")
	}
	d.say("220 2.0.0 go ahead")
	if d.out.Flush() != nil {
		return false
	}
	conn := tls.Server(d.conn, d.sink.o.TLS)
	if err := conn.Handshake(); err != nil {
		return false
	}
	d.conn, d.encrypted, d.signedIn = conn, true, false
	d.in, d.out = bufio.NewReaderSize(conn, 64<<10), bufio.NewWriterSize(conn, 4<<10)
	return true
}

// auth handles PLAIN, LOGIN and CRAM-MD5.
func (d *dialogue) auth(rest string) bool {
	way, first, _ := strings.Cut(rest, " ")
	var user, password string
	switch strings.ToUpper(way) {
	case "PLAIN":
		raw, _ := base64.StdEncoding.DecodeString(first)
		parts := strings.Split(string(raw), "\x00")
		if len(parts) == 3 {
			user, password = parts[1], parts[2]
		}
	case "LOGIN":
		user, password = d.ask("Username:"), d.ask("Password:")
	case "CRAM-MD5":
		const challenge = "<1@sink>"
		sum := hmac.New(md5.New, []byte(d.sink.o.Password))
		_, _ = io.WriteString(sum, challenge)
		if d.ask(challenge) == d.sink.o.User+" "+hex.EncodeToString(sum.Sum(nil)) {
			user, password = d.sink.o.User, d.sink.o.Password
		}
	}
	if user != d.sink.o.User || password != d.sink.o.Password {
		return d.answer(Auth, "", "535 5.7.8 no such account")
	}
	r, found := d.sink.rule(Auth, "")
	if found {
		return d.obey(r, "535 5.7.8 no")
	}
	d.signedIn = true
	return d.say("235 2.7.0 welcome")
}

// ask requests one line of a sign-in.
func (d *dialogue) ask(prompt string) string {
	d.say("334 " + base64.StdEncoding.EncodeToString([]byte(prompt)))
	_ = d.out.Flush()
	line, _ := d.read()
	raw, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(string(line)))
	return string(raw)
}

func (d *dialogue) mailFrom(rest string) bool {
	if d.sink.o.User != "" && !d.signedIn {
		return d.say("530 5.7.0 sign in first")
	}
	address, ok := between(rest, "FROM:<")
	if !ok || d.mail {
		d.sink.fault("MAIL %s out of order", rest)
		return d.say("503 5.5.1 out of order")
	}
	r, found := d.sink.rule(Mail, address)
	if found && r.Reply != "" {
		return d.obey(r)
	}
	d.mail, d.from, d.to = true, address, nil
	if found {
		return d.obey(r, "250 2.1.0 ok")
	}
	return d.say("250 2.1.0 ok")
}

func (d *dialogue) rcptTo(rest string) bool {
	address, ok := between(rest, "TO:<")
	if !d.mail || !ok {
		return d.say("503 5.5.1 out of order")
	}
	r, found := d.sink.rule(Rcpt, address)
	if found && r.Reply != "" {
		return d.obey(r)
	}
	d.to = append(d.to, address)
	if found {
		return d.obey(r, "250 2.1.5 ok")
	}
	return d.say("250 2.1.5 ok")
}

func between(s, open string) (string, bool) {
	if len(s) < len(open) || !strings.EqualFold(s[:len(open)], open) {
		return "", false
	}
	address, _, ok := strings.Cut(s[len(open):], ">")
	return strings.ToLower(address), ok
}

func (d *dialogue) data() bool {
	if len(d.to) == 0 {
		return d.say("503 5.5.1 no recipient")
	}
	if r, found := d.sink.rule(Data, d.to[0]); found && r.Reply != "" || found && (r.Drop || r.Stall || r.Endless > 0) {
		return d.obey(r)
	} else if found {
		time.Sleep(r.Delay)
	}
	if d.in.Buffered() > 0 {
		d.sink.fault("content before DATA was answered")
	}
	d.say("354 go ahead")
	if d.out.Flush() != nil {
		return false
	}
	d.paid = false
	m, ok := d.takeContent()
	if !ok {
		return false
	}
	return d.taken(m)
}

// taken counts a message and replies to it.
func (d *dialogue) taken(m Taken) bool {
	d.mail, d.to = false, nil
	if r, found := d.sink.rule(Dot, m.To); found {
		if r.Reply != "" || r.Drop || r.Stall || r.Endless > 0 {
			return d.obey(r)
		}
		time.Sleep(r.Delay)
	}
	d.sink.store(m)
	if d.sink.o.Dot > 0 {
		d.pause.wait(d.sink.o.Dot)
	}
	if !d.answer(Counted, m.To, "250 2.0.0 taken") {
		return false
	}
	if r, found := d.sink.rule(Answered, m.To); found {
		return d.out.Flush() == nil && d.obey(r)
	}
	return true
}
