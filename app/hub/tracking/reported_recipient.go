package tracking

import (
	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/db"
)

// reportedRecipient is the recipient that a delivery event is about. Its methods change it in memory and add to the change of its
// campaign's counts; each does nothing when it is repeated.
type reportedRecipient struct {
	id, campaign int64
	emailKey     string
	salt         []byte
	startedAt    db.Instant // of the campaign
	stored, now  campaigns.Progress
}

// markDelivered makes a pending recipient sent: the provider has the message, so it must not be sent again, whichever worker
// leases the recipient.
func (r *reportedRecipient) markDelivered(at db.Instant, change *campaigns.CountsChange) {
	if r.now.State == campaigns.Pending {
		r.become(campaigns.Sent, change)
		r.now.Reason, r.now.SentAt = "", at
	}
}

// markFailed makes a recipient failed because its message came back, unless a person has read it. It returns false when it changes
// nothing.
func (r *reportedRecipient) markFailed(b suppressions.Bounce, at db.Instant, change *campaigns.CountsChange) bool {
	if r.now.OpenedAt > 0 || r.now.ComplainedAt > 0 || r.now.State != campaigns.Pending && r.now.State != campaigns.Sent {
		return false
	}
	r.become(campaigns.Failed, change)
	r.now.Reason, r.now.Bounce, r.now.BouncedAt = b.Diagnostic, b.Cause, at
	change.Bounced++
	return true
}

// complained marks the message as reported as spam.
func (r *reportedRecipient) complained(at db.Instant, change *campaigns.CountsChange) {
	if r.now.State == campaigns.Sent && r.now.ComplainedAt == 0 {
		r.now.ComplainedAt = at
		change.Complained++
	}
}

// engaged marks the first event of a kind. A click implies that the message was opened.
func (r *reportedRecipient) engaged(k kind, at db.Instant, change *campaigns.CountsChange) {
	if k == kindBotHit {
		first(&r.now.ScannedAt, at)
		return
	}
	change.Opened += first(&r.now.OpenedAt, at)
	if k == kindClick {
		change.Clicked += first(&r.now.ClickedAt, at)
	}
}

// first sets an instant that is not set, and returns 1 if it did.
func first(x *db.Instant, at db.Instant) int64 {
	if *x != 0 {
		return 0
	}
	*x = at
	return 1
}

// become changes the state, and counts the recipient in it. If an attempt was being made, it is counted as one of the attempts.
func (r *reportedRecipient) become(to campaigns.RecipientState, change *campaigns.CountsChange) {
	from := r.now.Step
	if from.Attempting() {
		r.now.Attempts++
	}
	r.now.Step = campaigns.Step{State: to}
	*change = change.Plus(campaigns.Moved(1, from, r.now.Step))
}
