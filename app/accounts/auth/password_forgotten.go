package auth

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// passwordRequest is the content of a stored request for a new password. It is encrypted.
type passwordRequest struct {
	Email     string `json:"email"` // as CleanEmail returns it
	IP        string `json:"ip"`
	RequestID string `json:"request_id"`
}

// RequestPassword stores a request for a new password for an e-mail address. Whether a person has that address
// is looked up later, by AnswerPasswordRequests: until it returns, everything is the same for every address (A5). Validation errors
// are of the field email and only of its form. It fails with errs.KindRateLimited after too many requests for one address or from one
// network, and with the conflict no_mail without a mail channel.
func (s *Service) RequestPassword(ctx context.Context, by Actor, email string, from Origin) error {
	if !s.MailConfigured() {
		return errNoMail()
	}
	clean, ok := CleanEmail(email)
	switch {
	case strings.TrimSpace(email) == "":
		return errs.InvalidField("email", "required", "The email address is missing.")
	case !ok:
		return errs.InvalidField("email", "bad_email", "This is not an email address.")
	}
	text, err := json.Marshal(passwordRequest{clean, by.IP, by.RequestID})
	if err != nil {
		return err
	}
	reference := rand.Text()
	sealed := s.seal.Seal(requestPlace(reference), string(text))
	buckets := []bucket{s.limits.bucket(forgottenByNetwork, ratelimit.Network(from.IP)),
		s.limits.bucket(forgottenByEmail, emailLimitKey(clean))}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.takeFrom(ctx, tx, buckets...); err != nil {
			return err
		}
		return insertPasswordRequest(ctx, tx, reference, sealed, db.InstantOf(s.now()))
	})
}

func requestPlace(reference string) string { return "password_requests/content/" + reference }

// answerEvery is how often requests are looked for.
const answerEvery = 5 * time.Second

// AnswerRequests calls AnswerPasswordRequests every few seconds, until ctx ends. Every replica may run it. A request does not wake it:
// the answer for an address that is known takes longer, and would delay the response and the requests after it measurably.
func (s *Service) AnswerRequests(ctx context.Context, report func(context.Context, error)) {
	tick := time.NewTicker(answerEvery)
	defer tick.Stop()
	s.answerOn(ctx, tick.C, report)
}

// answerOn calls AnswerPasswordRequests at each tick, until ctx ends.
func (s *Service) answerOn(ctx context.Context, tick <-chan time.Time, report func(context.Context, error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		report(ctx, s.AnswerPasswordRequests(ctx))
	}
}

// AnswerPasswordRequests queues a message with a link for each request whose address belongs to a person who may have a password,
// and deletes the requests. Each is one transaction, so that each is answered once. A request that cannot be decrypted is deleted as
// well; the error says so after the others are answered.
func (s *Service) AnswerPasswordRequests(ctx context.Context) error {
	var unreadable error
	for {
		if waiting, err := anyPasswordRequest(ctx, s.db); err != nil || !waiting {
			return errors.Join(err, unreadable)
		}
		taken := false
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			reference, content, err := takePasswordRequest(ctx, tx)
			if taken = content != nil; err != nil || !taken {
				return err
			}
			r, err := s.openPasswordRequest(reference, content)
			if unreadable = errors.Join(unreadable, err); err != nil {
				return nil //nolint:nilerr // commits the deletion; the error is returned at the end
			}
			return s.answerPasswordRequest(ctx, tx, r)
		})
		if err != nil || !taken {
			return errors.Join(err, unreadable)
		}
	}
}

// openPasswordRequest decrypts the content of a stored request.
func (s *Service) openPasswordRequest(reference string, content []byte) (r passwordRequest, err error) {
	text, err := s.seal.Open(requestPlace(reference), content)
	if err == nil {
		err = json.Unmarshal([]byte(text), &r)
	}
	if err != nil {
		err = fmt.Errorf("a request for a new password was deleted, because it cannot be decrypted with this SECRET_KEY: %w", err)
	}
	return r, err
}

// answerPasswordRequest queues the message, unless the address is unknown, the person cannot sign in, or signs in with the
// company's account only.
func (s *Service) answerPasswordRequest(ctx context.Context, tx *db.Tx, r passwordRequest) error {
	id, err := personIDByEmail(ctx, tx, r.Email)
	if err != nil || id == "" || !s.MailConfigured() {
		return err
	}
	a, err := accountByID(ctx, tx, id)
	if errs.KindOf(err) == errs.KindNotFound {
		return nil
	}
	if err != nil || !a.Active() || a.Linked && !a.HasPassword {
		return err
	}
	at := db.InstantOf(s.now())
	expires := db.InstantOf(at.Time().Add(forgottenTTL))
	link, stored := s.newPasswordLink(passwordLink{personID: id, forgotten: true, at: at, expires: expires})
	if err := saveLinks(ctx, tx, stored); err != nil {
		return err
	}
	if err := outgoingmail.Cancel(ctx, tx, id, outgoingmail.Forgotten); err != nil {
		return err
	}
	l, letter := a.Language, s.letter(a.Person, outgoingmail.Forgotten, link, expires)
	letter.Subject, letter.Title = l.T(i18n.ResetSubject), l.T(i18n.ResetTitle)
	letter.Text = append(letter.Text, l.F(i18n.ForgottenLetter, a.Email))
	letter.Notes = []string{l.T(i18n.ForgottenValid)}
	if err := s.mail.Queue(ctx, tx, letter); err != nil {
		return err
	}
	who := audit.Who{Via: "forgotten_password", IP: r.IP, RequestID: r.RequestID}
	return audit.Record(ctx, tx, audit.Entry{At: at, Who: who, Action: "password_link_requested", Kind: "person", RecordID: id})
}
