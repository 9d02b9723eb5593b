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

// perHearing is how many reports share a commit: a send that is under way waits no longer than for these.
const perHearing = 200

// Heard takes what the provider reports of messages (R9). What is known already changes nothing, so that a call that fails
// is safely made again, and reports of messages that are none of ours are passed over.
func (s *Service) Heard(ctx context.Context, reports []mail.ProviderEvent) error {
	for some := range slices.Chunk(reports, perHearing) {
		if err := s.heardSome(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) heardSome(ctx context.Context, reports []mail.ProviderEvent) error {
	ids := []int64{}
	for _, e := range reports {
		if _, id, ok := readMessageID(e.ID); ok {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaign_recipients", ids...); err != nil {
			return err
		}
		rows, err := reportedRows(ctx, tx, ids)
		if err != nil {
			return err
		}
		keep, err := trackPeople(ctx, tx)
		if err != nil {
			return err
		}
		figures := map[int64]*tally{}
		for _, e := range reports {
			mark, id, _ := readMessageID(e.ID)
			r, known := rows[id]
			if !known || r.mark() != mark {
				continue
			}
			if figures[r.campaign] == nil {
				figures[r.campaign] = &tally{}
			}
			if err := s.hear(ctx, tx, r, e, keep, figures[r.campaign]); err != nil {
				return err
			}
		}
		return s.count(ctx, tx, figures)
	})
}

// count adds figures to their campaigns in the order of their ids, and completes what staff were asked about in vain.
func (s *Service) count(ctx context.Context, tx *db.Tx, figures map[int64]*tally) error {
	for _, id := range slices.Sorted(maps.Keys(figures)) {
		d := *figures[id]
		if err := addTally(ctx, tx, id, d, s.at()); err != nil {
			return err
		}
		if d.unconfirmed != 0 {
			if err := s.close(ctx, tx, id, auth.Actor{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// hear notes one report.
func (s *Service) hear(ctx context.Context, tx *db.Tx, r *reported, e mail.ProviderEvent, keep bool, d *tally) error {
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
		return r.fail(ctx, tx, cmp.Or(e.Reason, string(e.Kind)), d)
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
			k := opened
			if e.Kind == mail.Clicked {
				k = clicked
			}
			if (Visit{Agent: e.Agent}).byProgram() {
				k = scanned
			}
			if err := (look{campaign: r.campaign, id: r.id, kind: k, at: at}).keep(ctx, tx, d); err != nil {
				return err
			}
			r.read = r.read || k != scanned
		}
	}
	return r.arrive(ctx, tx, at, d)
}

// reported is a recipient of whose message the provider reports.
type reported struct {
	campaign, id int64
	emailKey     string
	salt         []byte
	began        db.Instant // when its campaign did
	state        State
	phase        int64
	read         bool // somebody opened it
}

func (r *reported) mark() string { return messageMark(r.campaign, r.salt) }

// arrive settles a pending row: the provider has the message, so that nobody sends it again, whoever claimed it meanwhile.
func (r *reported) arrive(ctx context.Context, tx *db.Tx, at db.Instant, d *tally) error {
	if r.state != Pending {
		return nil
	}
	r.leave(Sent, d)
	d.sent++
	return settleReported(ctx, tx, r.id, Sent, "", at)
}

// fail settles a row whose message never arrived, unless somebody has read it all the same.
func (r *reported) fail(ctx context.Context, tx *db.Tx, why string, d *tally) error {
	if r.read || r.state != Pending && r.state != Sent {
		return nil
	}
	r.leave(Failed, d)
	d.failed++
	return settleReported(ctx, tx, r.id, Failed, why, 0)
}

// leave takes the row out of the figures that it is in.
func (r *reported) leave(to State, d *tally) {
	switch {
	case r.state == Sent:
		d.sent--
	case r.phase == unconfirmed:
		d.pending, d.unconfirmed = d.pending-1, d.unconfirmed-1
	default:
		d.pending--
	}
	r.state, r.phase = to, waiting
}
