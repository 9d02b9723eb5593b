package tracking

import (
	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/app/platform/mail"
	"presence/db"
)

// reportedRecipient is the recipient that a delivery event is about. Its methods change it in memory and add to the change of its
// campaign's counts; each does nothing when it is repeated.
type reportedRecipient struct {
	id, campaign int64
	emailKey     string
	salt         []byte
	startedAt    db.Instant // of the campaign
	stored, now  progress
}

// progress is the stored progress of a recipient's message.
type progress struct {
	state                                                           campaigns.RecipientState
	phase                                                           campaigns.Phase
	attempts                                                        int64
	sentAt, openedAt, clickedAt, scannedAt, bouncedAt, complainedAt db.Instant
	reason                                                          string
	bounce                                                          mail.Cause
}

// markDelivered makes a pending recipient sent: the provider has the message, so it must not be sent again, whichever worker
// leases the recipient.
func (r *reportedRecipient) markDelivered(at db.Instant, change *campaigns.CountsChange) {
	if r.now.state == campaigns.Pending {
		r.become(campaigns.Sent, change)
		r.now.reason, r.now.sentAt = "", at
		change.Sent++
	}
}

// markFailed makes a recipient failed because its message came back, unless a person has read it. It returns false when it changes
// nothing.
func (r *reportedRecipient) markFailed(b suppressions.Bounce, at db.Instant, change *campaigns.CountsChange) bool {
	if r.now.openedAt > 0 || r.now.complainedAt > 0 || r.now.state != campaigns.Pending && r.now.state != campaigns.Sent {
		return false
	}
	r.become(campaigns.Failed, change)
	r.now.reason, r.now.bounce, r.now.bouncedAt = b.Diagnostic, b.Cause, at
	change.Failed++
	change.Bounced++
	return true
}

// complained marks the message as reported as spam.
func (r *reportedRecipient) complained(at db.Instant, change *campaigns.CountsChange) {
	if r.now.state == campaigns.Sent && r.now.complainedAt == 0 {
		r.now.complainedAt = at
		change.Complained++
	}
}

// engaged marks the first event of a kind. A click implies that the message was opened.
func (r *reportedRecipient) engaged(k kind, at db.Instant, change *campaigns.CountsChange) {
	if k == kindBotHit {
		first(&r.now.scannedAt, at)
		return
	}
	change.Opened += first(&r.now.openedAt, at)
	if k == kindClick {
		change.Clicked += first(&r.now.clickedAt, at)
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

// become changes the state, and subtracts the recipient from the count of the old state; the caller adds it to that of the new
// one. If an attempt was in progress, it is counted as one of the attempts.
func (r *reportedRecipient) become(to campaigns.RecipientState, change *campaigns.CountsChange) {
	n := &r.now
	switch {
	case n.state == campaigns.Sent:
		change.Sent--
	case n.phase == campaigns.PhaseUnconfirmed:
		change.Pending--
		change.Unconfirmed--
	default:
		change.Pending--
	}
	if n.state == campaigns.Pending && (n.phase == campaigns.PhaseClaimed || n.phase == campaigns.PhaseInFlight) {
		n.attempts++
	}
	n.state, n.phase = to, campaigns.PhaseWaiting
}
