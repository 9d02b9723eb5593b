package campaigns

import (
	"presence/app/platform/mail"
	"presence/db"
)

// Progress is what is stored of a recipient's message, and what the reports of a provider may change.
type Progress struct {
	Step
	Attempts                                                        int64
	SentAt, OpenedAt, ClickedAt, ScannedAt, BouncedAt, ComplainedAt db.Instant
	Reason                                                          string
	Bounce                                                          mail.Cause
}

// ProgressChange is what a provider's reports change of a recipient.
type ProgressChange struct {
	Recipient, Campaign int64
	Before, After       Progress
}

// counts returns how the change changes the counts of the campaign.
func (x ProgressChange) counts() CountsChange {
	change := moved(1, x.Before.Step, x.After.Step)
	change.Opened = first(x.Before.OpenedAt, x.After.OpenedAt)
	change.Clicked = first(x.Before.ClickedAt, x.After.ClickedAt)
	change.Bounced = first(x.Before.BouncedAt, x.After.BouncedAt)
	change.Complained = first(x.Before.ComplainedAt, x.After.ComplainedAt)
	return change
}

// first returns 1 if an instant has been set that was not set before, else 0.
func first(before, after db.Instant) int64 {
	if before == 0 && after != 0 {
		return 1
	}
	return 0
}
