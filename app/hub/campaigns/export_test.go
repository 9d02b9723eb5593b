package campaigns

import "presence/db"

// What the tests see of the package beside its exported names.
var (
	AudienceOf         = audienceOf
	AudienceOfText     = audienceOfText
	InsertAudienceText = insertAudienceText
	RemindedOfText     = remindedOfText
	AddedBy            = addedBy
	AddedOfText        = addedOfText
	LastEntry          = lastEntry
	InsertReminderText = insertReminderText
	RespondedCondition = respondedCondition
	FilterCondition    = filterCondition
	CountStages        = countStages
	ChooseDueNow       = (*Service).chooseDue
	BeginDueNow        = (*Service).beginDue // one campaign, which was due when it was found
)

// InvitedBy selects the entries of an event's main list with why each is left out of a send.
func InvitedBy(dialect db.Dialect, event, batches string) string {
	return invitedBy(dialect, invited, event, batches)
}
