package bouncemail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"presence/app/platform/mail"
	"presence/app/platform/outbound"
)

// The limits of each step, which is connecting or a command, and of the last one.
const (
	timeout     = time.Minute
	quitTimeout = 2 * time.Second
)

// Mailbox is an open mailbox. It is read without changing anything in it: its messages stay unread.
type Mailbox struct {
	UIDValidity uint32 // the numbers of messages count under this one only (RFC 3501, 2.3.1.1)

	client *imapclient.Client
	timer  *time.Timer // ends the connection when a step takes too long
	stop   func() bool
}

// Message is the beginning of a message of a mailbox.
type Message struct {
	UID uint32
	Raw []byte // at most MaxMessage bytes
}

// Open connects, encrypts, signs in and opens the folder. It fails with a *mail.Failure that has the words of the server. When ctx ends,
// every operation fails.
func Open(ctx context.Context, c mail.IMAP) (*Mailbox, error) {
	client, conn, err := connect(ctx, c.Server)
	if err != nil {
		return nil, failure(mail.Down, err)
	}
	interrupt := func() { interrupt(conn) }
	m := &Mailbox{client: client, timer: time.AfterFunc(timeout, interrupt), stop: context.AfterFunc(ctx, interrupt)}
	if err := client.Login(c.Server.User, c.Server.Password).Wait(); err != nil {
		m.Close()
		return nil, failure(kindOfSignIn(err), err)
	}
	selected, err := client.Select(c.Folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		m.Close()
		return nil, failure(mail.Down, err)
	}
	m.UIDValidity = selected.UIDValidity
	return m, nil
}

// Test opens the mailbox and closes it again.
func Test(ctx context.Context, c mail.IMAP) error {
	m, err := Open(ctx, c)
	if err == nil {
		m.Close()
	}
	return err
}

var errNotEncrypted = errors.New("the server offers no encryption, and the password would be readable on the way")

// connect connects to the server as the settings say: with TLS from the first byte, with STARTTLS, or without encryption.
func connect(ctx context.Context, c mail.SMTP) (*imapclient.Client, net.Conn, error) {
	config := c.TLS.Clone()
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if config.ServerName == "" {
		config.ServerName = c.Host
	}
	startTLS := !c.Implicit && c.StartTLS != mail.Off
	client, conn, err := dial(ctx, c, config, startTLS)
	if err != nil && startTLS && c.StartTLS == mail.Optional {
		startTLS = false
		client, conn, err = dial(ctx, c, config, false)
	}
	if err == nil && !c.MayShowPassword(c.Implicit || startTLS) {
		_ = client.Close()
		err = errNotEncrypted
	}
	return client, conn, err
}

func dial(ctx context.Context, c mail.SMTP, config *tls.Config, startTLS bool) (*imapclient.Client, net.Conn, error) {
	conn, err := outbound.NewDialer(timeout).DialContext(ctx, "tcp", net.JoinHostPort(c.Host, c.Port))
	if err != nil {
		return nil, nil, err
	}
	defer context.AfterFunc(ctx, func() { interrupt(conn) })()
	defer time.AfterFunc(timeout, func() { interrupt(conn) }).Stop()
	options := &imapclient.Options{TLSConfig: config}
	if startTLS {
		client, err := imapclient.NewStartTLS(conn, options)
		if err != nil {
			_ = conn.Close()
		}
		return client, conn, err
	}
	inner := conn
	if c.Implicit {
		inner = tls.Client(conn, config)
	}
	client := imapclient.New(inner, options)
	if err := client.WaitGreeting(); err != nil {
		_ = client.Close()
		return nil, nil, err
	}
	return client, conn, nil
}

// interrupt makes all operations of a connection fail.
func interrupt(conn net.Conn) { _ = conn.SetDeadline(time.Unix(1, 0)) }

// limit gives the next step its time.
func (m *Mailbox) limit() { m.timer.Reset(timeout) }

// After returns the UIDs above uid of the messages that came since a day, ascending.
func (m *Mailbox) After(uid uint32, since time.Time) ([]uint32, error) {
	m.limit()
	var above imap.UIDSet
	above.AddRange(imap.UID(uid+1), 0)
	found, err := m.client.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{above}, Since: since}, nil).Wait()
	if err != nil {
		return nil, failure(mail.Down, err)
	}
	var list []uint32
	for _, x := range found.AllUIDs() {
		if uint32(x) > uid { // n:* contains the last message even if its number is below n
			list = append(list, uint32(x))
		}
	}
	slices.Sort(list)
	return list, nil
}

// Fetch returns the messages with these UIDs, in any order. Those that were deleted meanwhile are left out.
func (m *Mailbox) Fetch(uids []uint32) ([]Message, error) {
	m.limit()
	var set imap.UIDSet
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Offset: 0, Size: MaxMessage}}
	fetched, err := m.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	if err != nil {
		return nil, failure(mail.Down, err)
	}
	var list []Message
	for _, x := range fetched {
		raw := x.FindBodySection(section)
		list = append(list, Message{UID: uint32(x.UID), Raw: raw[:min(len(raw), MaxMessage)]})
	}
	return list, nil
}

// Close ends the session.
func (m *Mailbox) Close() {
	m.stop()
	m.timer.Reset(quitTimeout)
	_ = m.client.Logout().Wait() // the answer does not matter
	m.timer.Stop()
	_ = m.client.Close()
}

// kindOfSignIn tells a refused account from a lost connection.
func kindOfSignIn(err error) mail.Kind {
	if _, answered := errors.AsType[*imap.Error](err); answered {
		return mail.SignIn
	}
	return mail.Down
}

// failure returns an error with the words of the server.
func failure(kind mail.Kind, err error) error {
	text := err.Error()
	if answer, ok := errors.AsType[*imap.Error](err); ok {
		text = answer.Text
	}
	return &mail.Failure{Kind: kind, Text: mail.OneLine(text), Ended: true}
}
