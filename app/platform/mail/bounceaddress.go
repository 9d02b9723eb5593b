package mail

import (
	"context"
	"errors"
	"strings"
)

// BounceAddress is the envelope sender of the messages that a relay sends, to which they come back. A star in it is replaced by a token
// that names the recipient, so that a message that comes back says whose it is, whatever it contains (VERP): bounces+*@example.com.
type BounceAddress string

// tokenRoom is the number of characters that a token may take.
const tokenRoom = 40

var errBounceAddress = errors.New("expected an address such as bounces@example.com, or bounces+*@example.com")

// ParseBounceAddress reads a setting; empty: the envelope sender is the sender of the message.
func ParseBounceAddress(setting string) (BounceAddress, error) {
	a := BounceAddress(setting)
	if setting == "" {
		return a, nil
	}
	local := setting[:max(0, strings.LastIndexByte(setting, '@'))]
	if strings.Count(setting, "*") > 1 || strings.Contains(setting, "*") != strings.Contains(local, "*") {
		return "", errBounceAddress
	}
	if _, err := wireAddress(a.For(strings.Repeat("a", tokenRoom))); err != nil || !isASCII(local) {
		return "", errBounceAddress
	}
	return a, nil
}

// For returns the envelope sender of the message with this token.
func (a BounceAddress) For(token string) string { return strings.Replace(string(a), "*", token, 1) }

// Tokens returns what stands in the place of the star in those of the addresses that are envelope senders of a.
func (a BounceAddress) Tokens(addresses []string) (tokens []string) {
	before, behind, found := strings.Cut(strings.ToLower(string(a)), "*")
	if !found {
		return nil
	}
	for _, x := range addresses {
		x = strings.ToLower(x)
		if len(x) > len(before)+len(behind) && strings.HasPrefix(x, before) && strings.HasSuffix(x, behind) {
			tokens = append(tokens, x[len(before):len(x)-len(behind)])
		}
	}
	return tokens
}

// TestEnvelope asks the relay whether it takes a message from an envelope sender to an address, without sending one. It fails with a
// *Failure that has the relay's answer.
func (r *Relay) TestEnvelope(ctx context.Context, from, to string) error {
	opened, err := r.Open(ctx)
	if err != nil {
		return err
	}
	s := opened.(*session)
	defer context.AfterFunc(ctx, s.interrupt)()
	defer func() { _ = s.Close() }() // the answers are what counts
	m := &Message{From: Address{Email: from}, To: Address{Email: to}}
	if !hasWireAddresses(m) {
		return &Failure{Kind: Refused, Text: errAddress.Error(), cause: errAddress}
	}
	for _, command := range [][]byte{s.appendMail(nil, m), appendRcpt(nil, m), []byte("RSET")} {
		r, err := s.command(command)
		if err != nil {
			return s.fail(Down, "the connection was lost", err)
		}
		if !r.ok() {
			return s.refused(r, Down)
		}
	}
	return nil
}
