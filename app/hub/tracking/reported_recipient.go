package tracking

import (
	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/db"
)

// reportedRecipient is the recipient that a delivery event is about. Its methods change it in memory; each does nothing when it is
// repeated.
type reportedRecipient struct {
	id, campaign int64
	emailKey     string
	salt         []byte
	startedAt    db.Instant // of the campaign
	stored, now  campaigns.Progress
}

// markDelivered makes a pending recipient sent: the provider has the message, so it must not be sent again, whichever worker
// leases the recipient.
func (r *reportedRecipient) markDelivered(at db.Instant) {
	if r.now.State == campaigns.Pending {
		r.become(campaigns.Sent)
		r.now.Reason, r.now.SentAt = "", at
	}
}

// markFailed makes a recipient failed because its message came back, unless a person has read it. It returns false when it changes
// nothing.
func (r *reportedRecipient) markFailed(b suppressions.Bounce, at db.Instant) bool {
	if r.now.OpenedAt > 0 || r.now.ComplainedAt > 0 || r.now.State != campaigns.Pending && r.now.State != campaigns.Sent {
		return false
	}
	r.become(campaigns.Failed)
	r.now.Reason, r.now.Bounce, r.now.BouncedAt = b.Diagnostic, b.Cause, at
	return true
}

// complained marks the message as reported as spam.
func (r *reportedRecipient) complained(at db.Instant) {
	if r.now.State == campaigns.Sent && r.now.ComplainedAt == 0 {
		r.now.ComplainedAt = at
	}
}

// engaged marks the first event of a kind. A click implies that the message was opened.
func (r *reportedRecipient) engaged(k kind, at db.Instant) {
	if k == kindBotHit {
		first(&r.now.ScannedAt, at)
		return
	}
	first(&r.now.OpenedAt, at)
	if k == kindClick {
		first(&r.now.ClickedAt, at)
	}
}

// first sets an instant that is not set.
func first(x *db.Instant, at db.Instant) {
	if *x == 0 {
		*x = at
	}
}

// become changes the state. If an attempt was being made, it is counted as one of the attempts.
func (r *reportedRecipient) become(to campaigns.RecipientState) {
	if r.now.Step.Attempting() {
		r.now.Attempts++
	}
	r.now.Step = campaigns.Step{State: to}
}
