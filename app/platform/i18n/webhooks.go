package i18n

// Texts of webhooks.
var (
	NoteWebhookFailed   = Text{"Le webhook vers %s n’a pas pu livrer un événement", "The webhook to %s could not deliver an event"}
	NoteWebhookGone     = Text{"Le webhook vers %s est désactivé : son adresse n’existe plus", "The webhook to %s is disabled: its address no longer exists"}
	NoteWebhookDisabled = Text{"Le webhook vers %s est désactivé : il échoue depuis cinq jours", "The webhook to %s is disabled: it has been failing for five days"}
)
