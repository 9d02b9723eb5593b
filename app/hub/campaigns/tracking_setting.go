package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/db"
)

// tracks reports whether the messages of a send contain tracking pixels and counted links: the channel must support it, and
// staff must not have turned tracking off.
func (s *Service) tracks(ctx context.Context, q db.Queryer, p Params) (bool, error) {
	channel := s.o.Channels[p.Channel]
	if p.Channel != Bulk || channel == nil || !channel.Tracked() {
		return false, nil
	}
	return TracksPeople(ctx, q)
}

// Tracking reports whether opens and clicks are recorded for each person.
func (s *Service) Tracking(ctx context.Context) (bool, error) { return TracksPeople(ctx, s.db) }

// SetTracking turns the recording of opens and clicks on or off. When off, new messages contain no pixel and no counted links,
// and those of messages already sent are no longer recorded. Recorded opens and clicks are kept.
func (s *Service) SetTracking(ctx context.Context, by auth.Actor, on bool) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := TracksPeople(ctx, tx)
		if err != nil || was == on {
			return err
		}
		if err := saveTracksPeople(ctx, tx, on); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "send_settings", RecordID: "1",
			Changes: audit.Changes{"track_people": {was, on}}})
	})
}
