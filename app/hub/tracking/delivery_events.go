package tracking

import (
	"cmp"
	"context"
	"slices"

	"presence/app/hub/campaigns"
	"presence/app/platform/mail"
	"presence/db"
)

// eventsPerTx is the number of delivery events in one transaction. It is small, because a send that is under way waits for the
// commit.
const eventsPerTx = 200

// RecordDeliveryEvents records what the provider reports about messages (R9). Recording an event twice changes nothing, so that
// a failed call can be repeated. Events of messages that are not ours are ignored.
func (s *Service) RecordDeliveryEvents(ctx context.Context, list []mail.ProviderEvent) error {
	for chunk := range slices.Chunk(list, eventsPerTx) {
		if err := s.recordChunk(ctx, chunk); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) recordChunk(ctx context.Context, list []mail.ProviderEvent) error {
	ids := []int64{}
	for _, e := range list {
		if _, id, ok := campaigns.ParseMessageID(e.ID); ok {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaign_recipients", ids...); err != nil {
			return err
		}
		recipients, err := reportedRecipients(ctx, tx, ids)
		if err != nil {
			return err
		}
		tracks, err := campaigns.TracksPeople(ctx, tx)
		if err != nil {
			return err
		}
		changes := map[int64]campaigns.CountsChange{}
		for _, e := range list {
			tag, id, _ := campaigns.ParseMessageID(e.ID)
			r, known := recipients[id]
			if !known || campaigns.MessageTag(r.campaign, r.salt) != tag {
				continue
			}
			change, err := s.applyEvent(ctx, tx, r, e, tracks)
			if err != nil {
				return err
			}
			changes[r.campaign] = changes[r.campaign].Plus(change)
		}
		return s.sends.AddCountsOf(ctx, tx, changes)
	})
}

// applyEvent applies one event to a recipient and returns how the campaign's counts change.
func (s *Service) applyEvent(
	ctx context.Context, tx *db.Tx, r *reportedRecipient, e mail.ProviderEvent, tracks bool,
) (change campaigns.CountsChange, err error) {
	at := s.at()
	if reported := db.InstantOf(e.At); reported >= r.startedAt && reported < at { // the provider's clock may differ from ours
		at = reported
	}
	switch e.Kind {
	case mail.Bounced, mail.Blocked:
		if e.Permanent {
			if err := campaigns.SuppressRecipient(ctx, tx, r.id, campaigns.Bounced, s.at()); err != nil {
				return change, err
			}
		}
		return r.markFailed(ctx, tx, cmp.Or(e.Reason, string(e.Kind)))
	case mail.Complained:
		err = campaigns.SuppressRecipient(ctx, tx, r.id, campaigns.Complained, s.at())
	case mail.Unsubscribed:
		err = campaigns.SuppressRecipient(ctx, tx, r.id, campaigns.Unsubscribed, s.at())
	case mail.Opened, mail.Clicked:
		if tracks {
			k := kindOfEvent(e)
			change, err = saveEngagement(ctx, tx, r.id, k, at)
			r.opened = r.opened || k != kindBotHit
		}
	}
	if err != nil {
		return change, err
	}
	delivered, err := r.markDelivered(ctx, tx, at)
	return change.Plus(delivered), err
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

// reportedRecipient is the recipient that a delivery event is about.
type reportedRecipient struct {
	id, campaign int64
	emailKey     string
	salt         []byte
	startedAt    db.Instant // of the campaign
	state        campaigns.State
	phase        campaigns.Phase
	opened       bool
}

// markDelivered makes a pending recipient sent: the provider has the message, so it must not be sent again, whichever worker
// leases the recipient.
func (r *reportedRecipient) markDelivered(ctx context.Context, tx *db.Tx, at db.Instant) (change campaigns.CountsChange, err error) {
	if r.state != campaigns.Pending {
		return change, nil
	}
	change = r.become(campaigns.Sent)
	change.Sent++
	return change, saveReported(ctx, tx, r.id, campaigns.Sent, "", at)
}

// markFailed makes a recipient failed because the message did not arrive, unless it was opened.
func (r *reportedRecipient) markFailed(ctx context.Context, tx *db.Tx, reason string) (change campaigns.CountsChange, err error) {
	if r.opened || r.state != campaigns.Pending && r.state != campaigns.Sent {
		return change, nil
	}
	change = r.become(campaigns.Failed)
	change.Failed++
	return change, saveReported(ctx, tx, r.id, campaigns.Failed, reason, 0)
}

// become changes the state and returns the change that removes the recipient from the counts of the old state.
func (r *reportedRecipient) become(to campaigns.State) (change campaigns.CountsChange) {
	switch {
	case r.state == campaigns.Sent:
		change.Sent--
	case r.phase == campaigns.PhaseUnconfirmed:
		change.Pending--
		change.Unconfirmed--
	default:
		change.Pending--
	}
	r.state, r.phase = to, campaigns.PhaseWaiting
	return change
}
