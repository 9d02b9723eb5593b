package tracking

import (
	"cmp"
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/app/platform/contact"
	"presence/app/platform/mail"
	"presence/db"
)

// eventsPerTx is the number of delivery events in one transaction. It is small, because a send that is under way waits for the
// commit.
const eventsPerTx = 200

// RecordDeliveryEvents records the events that a provider reports about messages (R9). Recording an event twice changes nothing,
// so that a failed call can be repeated. Events of messages that are not ours are ignored.
func (s *Service) RecordDeliveryEvents(ctx context.Context, list []mail.ProviderEvent) error {
	for chunk := range slices.Chunk(list, eventsPerTx) {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.RecordIn(ctx, tx, chunk)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// RecordIn records events in a transaction of the caller, and returns how many of them were about our messages. The transaction
// must not have changed recipients or campaigns before, because RecordIn locks both in the order that package sender documents:
// otherwise PostgreSQL may end it with a deadlock, and it runs again. The number of its statements does not depend on the number
// of events.
func (s *Service) RecordIn(ctx context.Context, tx *db.Tx, list []mail.ProviderEvent) (ours int, err error) {
	subjects, ids := make([]subject, len(list)), []int64{}
	for i, e := range list {
		if subjects[i] = subjectOf(e); subjects[i].id != 0 {
			ids = append(ids, subjects[i].id)
		}
	}
	if len(ids) == 0 {
		return 0, nil
	}
	if err := tx.LockRows(ctx, "campaign_recipients", ids...); err != nil {
		return 0, err
	}
	b := batch{at: s.at()}
	if b.recipients, err = reportedRecipients(ctx, tx, ids); err != nil {
		return 0, err
	}
	if b.tracks, err = campaigns.TracksPeople(ctx, tx); err != nil {
		return 0, err
	}
	for i, e := range list {
		if r := b.recipients[subjects[i].id]; r != nil && subjects[i].names(r, s.o.Secret) {
			b.apply(r, e)
			ours++
		}
	}
	return ours, s.saveBatch(ctx, tx, b)
}

// saveBatch saves the changes of a batch, in the order in which package sender locks rows.
func (s *Service) saveBatch(ctx context.Context, tx *db.Tx, b batch) error {
	_, err := campaigns.MoveRecipients(ctx, tx, s.at(), auth.Actor{}, func(m *campaigns.Moves) error {
		if err := saveReported(ctx, m, b.recipients); err != nil {
			return err
		}
		if err := suppressions.RecordBounces(ctx, tx, b.bounced); err != nil {
			return err
		}
		return suppressions.Add(ctx, tx, b.suppress)
	})
	return err
}

// subject is the recipient that an event names, with its proof.
type subject struct {
	id        int64
	proof     []byte // of a token
	purpose   campaigns.TokenPurpose
	tag       string // of a Message-ID
	message   []byte // the proof in a Message-ID; nil in one of an earlier version
	recipient string // the normalized address that a Message-ID must belong to; "" for any
}

// subjectOf returns the recipient that an event names; the zero value if it names none.
func subjectOf(e mail.ProviderEvent) (x subject) {
	if id, proof, purpose, ok := campaigns.ParseToken(e.Token); ok {
		return subject{id: id, proof: proof, purpose: purpose}
	}
	ref, ok := campaigns.ParseMessageID(e.ID)
	if !ok {
		return x
	}
	x = subject{id: ref.Recipient, tag: ref.Tag, message: ref.Proof}
	if e.Recipient != "" {
		x.recipient = e.Recipient
		if key, err := contact.EmailKey(e.Recipient); err == nil {
			x.recipient = key
		}
	}
	return x
}

// names reports whether the event is about a recipient: a token and the proof in a Message-ID are valid for it alone. A Message-ID of an
// earlier version proves nothing, because a guest who has one message of a campaign can write the ids of the others: it is accepted only in
// the authentic report of a provider.
func (x subject) names(r *reportedRecipient, secret []byte) bool {
	tokens := campaigns.NewLinkTokens(secret, r.salt)
	switch {
	case x.proof != nil && x.purpose == campaigns.ForTracking: // of a link, perhaps of that in List-Unsubscribe
		return tokens.ValidToStop(r.id, x.proof)
	case x.proof != nil:
		return tokens.Proves(x.purpose, r.id, x.proof)
	case campaigns.MessageTag(r.campaign, r.salt) != x.tag:
		return false
	case x.message == nil:
		return x.recipient == ""
	}
	return tokens.ProvesMessage(r.id, x.message) && (x.recipient == "" || x.recipient == r.emailKey)
}

// batch collects the changes that a list of events makes.
type batch struct {
	at         db.Instant
	tracks     bool // opens and clicks of people are recorded
	recipients map[int64]*reportedRecipient
	bounced    []suppressions.BouncedAddress
	suppress   []suppressions.Suppressing
}

// apply applies one event to a recipient.
func (b *batch) apply(r *reportedRecipient, e mail.ProviderEvent) {
	at := b.at
	if reported := db.InstantOf(e.At); reported >= r.startedAt && reported < at { // the provider's clock may differ from ours
		at = reported
	}
	switch e.Kind {
	case mail.Bounced, mail.Blocked:
		b.applyBounce(r, e, at)
	case mail.Complained:
		b.suppress = append(b.suppress, suppressions.Suppressing{EmailKey: r.emailKey, Reason: campaigns.Complained, Recipient: r.id, At: b.at})
		r.markDelivered(at)
		r.complained(at)
	case mail.Unsubscribed:
		b.suppress = append(b.suppress, suppressions.Suppressing{EmailKey: r.emailKey, Reason: campaigns.Unsubscribed, Recipient: r.id, At: b.at})
		r.markDelivered(at)
	case mail.Opened, mail.Clicked:
		if b.tracks {
			r.engaged(kindOfEvent(e), at)
		}
		r.markDelivered(at)
	default:
		r.markDelivered(at)
	}
}

// applyBounce makes the recipient failed, unless a person has read the message. A bounce with a permanent cause suppresses the
// address in any case; a bounce with a temporary cause counts once for each message.
func (b *batch) applyBounce(r *reportedRecipient, e mail.ProviderEvent, at db.Instant) {
	bounce := suppressions.Bounce{Recipient: r.id, Cause: e.BounceCause(), Diagnostic: cmp.Or(e.Reason, string(e.Kind)), At: b.at}
	came := r.markFailed(bounce, at)
	if came || bounce.Cause.Permanent() {
		b.bounced = append(b.bounced, suppressions.BouncedAddress{EmailKey: r.emailKey, Campaign: r.campaign, Bounce: bounce})
	}
}

func kindOfEvent(e mail.ProviderEvent) kind {
	switch {
	case (Visit{Agent: e.Agent}).isBot():
		return kindBotHit
	case e.Kind == mail.Clicked:
		return kindClick
	}
	return kindOpen
}
