package campaigns

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/mail"
	"presence/db"
)

// eventsPerTx is how many reports share a commit: a send that is under way waits no longer than for these.
const eventsPerTx = 200

// RecordDeliveryEvents takes what the provider reports of messages (R9). What is known already changes nothing, so that a call that fails
// is safely made again, and reports of messages that are none of ours are passed over.
func (s *Service) RecordDeliveryEvents(ctx context.Context, reports []mail.ProviderEvent) error {
	for some := range slices.Chunk(reports, eventsPerTx) {
		if err := s.recordChunk(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) recordChunk(ctx context.Context, reports []mail.ProviderEvent) error {
	ids := []int64{}
	for _, e := range reports {
		if _, id, ok := parseMessageID(e.ID); ok {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaign_recipients", ids...); err != nil {
			return err
		}
		rows, err := reportedRows(ctx, tx, ids)
		if err != nil {
			return err
		}
		keep, err := tracksPeople(ctx, tx)
		if err != nil {
			return err
		}
		figures := map[int64]*countsChange{}
		for _, e := range reports {
			mark, id, _ := parseMessageID(e.ID)
			r, known := rows[id]
			if !known || r.messageTag() != mark {
				continue
			}
			if figures[r.campaign] == nil {
				figures[r.campaign] = &countsChange{}
			}
			if err := s.applyEvent(ctx, tx, r, e, keep, figures[r.campaign]); err != nil {
				return err
			}
		}
		return s.addCountsOf(ctx, tx, figures)
	})
}

// addCountsOf adds figures to their campaigns in the order of their ids, and completes what staff were asked about in vain.
func (s *Service) addCountsOf(ctx context.Context, tx *db.Tx, figures map[int64]*countsChange) error {
	for _, id := range slices.Sorted(maps.Keys(figures)) {
		d := *figures[id]
		if err := addCounts(ctx, tx, id, d, s.at()); err != nil {
			return err
		}
		if d.Unconfirmed != 0 {
			if err := s.completeIfResolved(ctx, tx, id, auth.Actor{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// applyEvent notes one report.
func (s *Service) applyEvent(ctx context.Context, tx *db.Tx, r *reportedRecipient, e mail.ProviderEvent, keep bool, d *countsChange) error {
	at := s.at()
	if said := db.InstantOf(e.At); said >= r.began && said < at { // the provider's clock may differ from ours
		at = said
	}
	switch e.Kind {
	case mail.Bounced, mail.Blocked:
		if e.Permanent {
			if err := suppress(ctx, tx, r.emailKey, Bounced, r.id, s.at()); err != nil {
				return err
			}
		}
		return r.markFailed(ctx, tx, cmp.Or(e.Reason, string(e.Kind)), d)
	case mail.Complained:
		if err := suppress(ctx, tx, r.emailKey, Complained, r.id, s.at()); err != nil {
			return err
		}
	case mail.Unsubscribed:
		if err := suppress(ctx, tx, r.emailKey, Unsubscribed, r.id, s.at()); err != nil {
			return err
		}
	case mail.Opened, mail.Clicked:
		if keep {
			k := trackOpen
			if e.Kind == mail.Clicked {
				k = trackClick
			}
			if (Visit{Agent: e.Agent}).isBot() {
				k = trackBotHit
			}
			if err := (trackingEvent{campaign: r.campaign, id: r.id, kind: k, at: at}).saveEngagement(ctx, tx, d); err != nil {
				return err
			}
			r.opened = r.opened || k != trackBotHit
		}
	}
	return r.markDelivered(ctx, tx, at, d)
}

// reportedRecipient is a recipient of whose message the provider reports.
type reportedRecipient struct {
	campaign, id int64
	emailKey     string
	salt         []byte
	began        db.Instant // when its campaign did
	state        State
	phase        int64
	opened       bool // somebody opened it
}

func (r *reportedRecipient) messageTag() string { return messageTag(r.campaign, r.salt) }

// markDelivered settles a pending row: the provider has the message, so that nobody sends it again, whoever claimed it meanwhile.
func (r *reportedRecipient) markDelivered(ctx context.Context, tx *db.Tx, at db.Instant, d *countsChange) error {
	if r.state != Pending {
		return nil
	}
	r.changeState(Sent, d)
	d.Sent++
	return saveReported(ctx, tx, r.id, Sent, "", at)
}

// markFailed settles a row whose message never arrived, unless somebody has read it all the same.
func (r *reportedRecipient) markFailed(ctx context.Context, tx *db.Tx, why string, d *countsChange) error {
	if r.opened || r.state != Pending && r.state != Sent {
		return nil
	}
	r.changeState(Failed, d)
	d.Failed++
	return saveReported(ctx, tx, r.id, Failed, why, 0)
}

// changeState takes the row out of the figures that it is in.
func (r *reportedRecipient) changeState(to State, d *countsChange) {
	switch {
	case r.state == Sent:
		d.Sent--
	case r.phase == phaseUnconfirmed:
		d.Pending, d.Unconfirmed = d.Pending-1, d.Unconfirmed-1
	default:
		d.Pending--
	}
	r.state, r.phase = to, phaseWaiting
}
