package campaigns

// What the tests see of the package beside its exported names.
var (
	AudienceOf         = audienceOf
	AudienceOfText     = audienceOfText
	InsertAudienceText = insertAudienceText
	RemindedOfText     = remindedOfText
	InsertReminderText = insertReminderText
	RespondedCondition = respondedCondition
	FilterCondition    = filterCondition
	CountStages        = countStages
	ChooseDueNow       = (*Service).chooseDue
	BeginDueNow        = (*Service).beginDue // one campaign, which was due when it was found
)
