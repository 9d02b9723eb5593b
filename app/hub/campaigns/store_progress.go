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
