package outgoingmail

import (
	"context"
	"crypto/rand"
	"time"

	"presence/app/platform/background"
	"presence/app/platform/contact"
	"presence/app/platform/mail"
	"presence/app/platform/outage"
	"presence/app/platform/seal"
	"presence/db"
)

// Sealer encrypts what messages say; seal.Sealer is one.
type Sealer interface {
	Seal(place, text string) []byte
	Open(place string, sealed []byte) (string, error)
}

// Route is how messages leave: the channel and the sender.
type Route struct {
	Channel mail.Channel // nil: none is configured
	From    mail.Address
}

// Service queues messages and sends them.
type Service struct {
	db    *db.DB
	seal  Sealer
	now   func() time.Time
	route func() Route
	wake  background.Wake // makes the worker of this process look at the queue at once

	storage, channel *outage.Log // of Work
}

// NewService makes the service. route is asked before each message, because the channel and the sender may change while the program
// runs.
func NewService(d *db.DB, now func() time.Time, sealer Sealer, route func() Route) *Service {
	return &Service{db: d, seal: sealer, now: now, route: route, wake: background.NewWake()}
}

// NewSealer returns what encrypts messages with a key from SECRET_KEY.
func NewSealer(secret []byte) (seal.Sealer, error) { return seal.New(secret, "outgoing mail") }

// Unreadable returns how many of the messages that were queued last SECRET_KEY does not open.
func Unreadable(ctx context.Context, q db.Queryer, secret []byte) (int64, error) {
	return seal.Unreadable(ctx, q, secret, NewSealer, sealedTexts)
}

// Configured reports whether there is a channel to send by.
func (s *Service) Configured() bool { return s.route().Channel != nil }

// Sender returns from whom messages are.
func (s *Service) Sender() mail.Address { return s.route().From }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Queue stores letters in the transaction; the worker sends them once it has committed.
func (s *Service) Queue(ctx context.Context, tx *db.Tx, letters ...Letter) error {
	list := make([]Mail, len(letters))
	for i, l := range letters {
		var err error
		if list[i], err = l.mail(ctx); err != nil {
			return err
		}
	}
	_, err := s.QueueMail(ctx, tx, list...)
	return err
}

// QueueMail stores messages in the transaction; the worker sends them once it has committed. It returns how many were stored: one whose
// Once has been used is left out.
func (s *Service) QueueMail(ctx context.Context, tx *db.Tx, list ...Mail) (int64, error) {
	prepared, err := s.Prepare(list...)
	if err != nil {
		return 0, err
	}
	return s.QueuePrepared(ctx, tx, prepared...)
}

// Prepared is a message as it is stored, with its content encrypted.
type Prepared struct{ row }

// Prepare encodes and encrypts messages, for QueuePrepared. For many messages it is called before the transaction, so that other
// writes do not wait for it.
func (s *Service) Prepare(list ...Mail) ([]Prepared, error) {
	prepared := make([]Prepared, len(list))
	for i, m := range list {
		r := row{Mail: m, reference: rand.Text()}
		if m.Refused == "" {
			text, err := m.encode()
			if err != nil {
				return nil, err
			}
			r.sealed = s.seal.Seal(place(r.reference), text)
		}
		prepared[i] = Prepared{r}
	}
	return prepared, nil
}

// QueuePrepared is QueueMail for messages that were prepared.
func (s *Service) QueuePrepared(ctx context.Context, tx *db.Tx, list ...Prepared) (int64, error) {
	tx.AfterCommit(s.wake.Up)
	return insert(ctx, tx, list, s.at())
}

// place names what is sealed.
func place(reference string) string { return "outgoing_mail/content/" + reference }

// Cancel cancels the messages of those kinds to a person that are still queued. It is called in the transaction that makes what
// they say invalid. A message that is being handed over at this moment may still arrive.
func Cancel(ctx context.Context, tx *db.Tx, personID string, kinds ...Kind) error {
	return CancelOf(ctx, tx, []string{personID}, kinds...)
}

// Latest returns the last message of a kind to a person; nil when there is none, or when its record was deleted (retention).
func Latest(ctx context.Context, q db.Queryer, personID string, kind Kind) (*Message, error) {
	found, err := LatestOf(ctx, q, []string{personID}, kind)
	return found[personID], err
}

// GuestMail is a message about an event that was sent to a guest.
type GuestMail struct {
	Kind   Kind
	About  string // id of the event
	SentAt db.Instant
}

// OfGuest returns the messages that were sent to the owner of addresses, the latest first: 100 at most. Their records are deleted after
// some time (retention).
func (s *Service) OfGuest(ctx context.Context, addresses []string) ([]GuestMail, error) {
	keys := []string{}
	for _, a := range addresses {
		if key, err := contact.EmailKey(a); err == nil {
			keys = append(keys, key)
		}
	}
	return ofGuest(ctx, s.db, keys)
}

// Sweep deletes the records of old messages. It may run at any time.
func (s *Service) Sweep(ctx context.Context) error {
	before := db.InstantOf(s.now().Add(-retention))
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteOld(ctx, tx, before) })
}
