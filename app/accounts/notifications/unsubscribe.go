package notifications

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// wholeDigest stands for a topic in the links of a digest, which stop all topics that are sent with it.
const wholeDigest Topic = "digest"

// links signs the links with which people unsubscribe without signing in. A link names a person and a topic, does not end, and is good
// for nothing else: it can only turn these messages off.
type links struct{ key []byte }

func newLinks(secret []byte) (l links, err error) {
	if len(secret) < 16 {
		return l, errors.New("SECRET_KEY has fewer than 16 bytes")
	}
	l.key, err = hkdf.Key(sha256.New, secret, nil, "presence links to unsubscribe from notifications", 32)
	return l, err
}

const proofSize = 16 // bytes of the MAC at the end of a token

func (l links) proof(text []byte) []byte {
	mac := hmac.New(sha256.New, l.key)
	mac.Write(text)
	return mac.Sum(nil)[:proofSize]
}

// token returns the token of a person and a topic.
func (l links) token(person string, t Topic) string {
	text := []byte(person + " " + string(t))
	return base64.RawURLEncoding.EncodeToString(append(text, l.proof(text)...))
}

// parse returns the person and the topic of a token that token has made.
func (l links) parse(token string) (person string, t Topic, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) < proofSize || len(l.key) == 0 {
		return "", "", false
	}
	text := b[:len(b)-proofSize]
	if !hmac.Equal(l.proof(text), b[len(text):]) {
		return "", "", false
	}
	person, topic, ok := strings.Cut(string(text), " ")
	return person, Topic(topic), ok
}

func (s *Service) stopURL(person string, t Topic) string {
	return s.mail.Origin + paths.NotificationsUnsubscribe(s.links.token(person, t))
}

// Subscription is the topic, or all topics, that a link to unsubscribe turns off.
type Subscription struct {
	person auth.Person
	topic  Topic
	Lang   i18n.Lang // of the person
	Label  i18n.Text // of the topic
}

// Subscription returns the subscription of a link's token. It fails with NotFound for a token that this company did not make, or of a
// person who can no longer sign in.
func (s *Service) Subscription(ctx context.Context, token string) (x Subscription, err error) {
	id, topic, ok := s.links.parse(token)
	spec := specOf(topic)
	if !ok || topic != wholeDigest && (spec == nil || spec.fixed) {
		return x, errs.NotFound("link")
	}
	people, err := auth.PeopleWithAccess(ctx, s.db, []string{id})
	if err != nil {
		return x, err
	}
	p, ok := people[id]
	if !ok {
		return x, errs.NotFound("link")
	}
	x = Subscription{person: p, topic: topic, Lang: p.Language, Label: i18n.PrefDigestTitle}
	if spec != nil {
		x.Label = spec.label
	}
	return x, nil
}

// Unsubscribe turns off the subscription of a link's token. It is idempotent. who is the origin of the request, for the audit log.
func (s *Service) Unsubscribe(ctx context.Context, who audit.Who, token string) (x Subscription, err error) {
	if x, err = s.Subscription(ctx, token); err != nil {
		return x, err
	}
	who.PersonID, who.Name, who.Via = x.person.ID, x.person.Name, "unsubscribe_link"
	return x, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		modes := map[Topic]Mode{x.topic: Never}
		if x.topic == wholeDigest {
			chosen, err := chosenModes(ctx, tx, x.person.ID)
			if err != nil {
				return err
			}
			modes = map[Topic]Mode{}
			by := auth.Actor{PersonID: x.person.ID, EmployeeID: x.person.EmployeeID, Role: x.person.Role, Supervises: x.person.Supervises}
			for i := range topics {
				if topics[i].offered(by) && topics[i].mode(chosen) == Digest {
					modes[topics[i].topic] = Never
				}
			}
		}
		return s.changePreferences(ctx, tx, who, x.person.ID, Choices{Modes: modes})
	})
}
