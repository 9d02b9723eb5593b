package i18n

// Texts of notifications: who did what, in a sentence of its own.
var (
	NoteSheetSubmitted = Text{"%s a soumis sa feuille de temps", "%s submitted a timesheet"}
	NoteSheetApproved  = Text{"%s a approuvé votre feuille de temps", "%s approved your timesheet"}
	NoteSheetReopened  = Text{"%s a retiré l’approbation de votre feuille de temps", "%s withdrew the approval of your timesheet"}
	NoteSheetCorrected = Text{"%s a corrigé votre feuille de temps", "%s corrected your timesheet"}
	NoteSheetReturned  = Text{"%s vous renvoie votre feuille de temps", "%s sent your timesheet back to you"}
	NoteReturnUndone   = Text{"%s a annulé le renvoi de votre feuille de temps : elle est de nouveau en attente d’approbation",
		"%s reversed sending your timesheet back: it is awaiting approval again"}
	NoteLeaveReopened   = Text{"%s a remis votre demande de congé en attente", "%s set your leave request back to pending"}
	NoteExpenseApproved = Text{"%s a approuvé votre dépense de %s", "%s approved your expense of %s"}
	NoteExpenseReopened = Text{"%s a retiré l’approbation de votre dépense de %s", "%s withdrew the approval of your expense of %s"}
	NoteExpenseRefused  = Text{"%s a refusé votre dépense de %s", "%s refused your expense of %s"}
	NoteExpenseUndone   = Text{"%s a annulé sa décision au sujet de votre dépense de %s", "%s undid their decision on your expense of %s"}
	NoteLeaveRequested  = Text{"%s demande un congé", "%s asks for leave"}
	NoteLeaveEscalated  = Text{"%s a transmis votre demande de congé à la direction", "%s passed your leave request on to management"}
	NoteLeaveApproved   = Text{"%s a approuvé votre congé", "%s approved your leave"}
	NoteLeaveRefused    = Text{"%s a refusé votre congé", "%s refused your leave"}
	NoteLeaveCancelled  = Text{"%s a annulé votre congé", "%s cancelled your leave"}
	NoteLeaveGivenUp    = Text{"%s a annulé son congé", "%s cancelled their leave"}
	NotePeriodApproved  = Text{"%s a approuvé votre temps de la période", "%s approved your time of the period"}
	NoteSheetReminder   = Text{"Votre feuille de temps est à soumettre d’ici le %s", "Submit your timesheet by %s"}
	NoteAnswers         = Count{Text{"%s réponse à une invitation", "%s answer to an invitation"},
		Text{"%s réponses à une invitation", "%s answers to an invitation"}}
	NoteSendBegun     = Text{"%s a lancé un envoi à %s", "%s started a send to %s"}
	NoteSendProgress  = Text{"L’envoi en est à %s : %s", "The send is at %s: %s"}
	NoteSendGone      = Count{Text{"%s message parti", "%s message has gone out"}, Text{"%s messages partis", "%s messages have gone out"}}
	NoteSendDone      = Text{"L’envoi est terminé", "The send is complete"}
	NoteSendCancelled = Text{"%s a abandonné l’envoi", "%s cancelled the send"}
	NoteSendUnsure    = Count{Text{"L’envoi attend votre décision : %s message sans confirmation",
		"The send waits for your decision: %s unconfirmed message"},
		Text{"L’envoi attend votre décision : %s messages sans confirmation", "The send waits for your decision: %s unconfirmed messages"}}
	NoteSendSent = Count{Text{"%s envoyé", "%s sent"}, Text{"%s envoyés", "%s sent"}}
	NoteSendKept = Count{Text{"%s gardé dans la boîte de sortie", "%s kept in the outbox"},
		Text{"%s gardés dans la boîte de sortie", "%s kept in the outbox"}}
	NoteSendFailed  = Count{Text{"%s échoué", "%s failed"}, Text{"%s échoués", "%s failed"}}
	NoteSendOut     = Count{Text{"%s laissé de côté", "%s left out"}, Text{"%s laissés de côté", "%s left out"}}
	NoteSendDoubt   = Count{Text{"%s sans confirmation", "%s unconfirmed"}, Text{"%s sans confirmation", "%s unconfirmed"}}
	NoteSendWaiting = Count{Text{"%s en attente", "%s waiting"}, Text{"%s en attente", "%s waiting"}}
	NoteSomebody    = Text{"Quelqu’un", "Somebody"}
	NotePeriod      = Text{"Période %s", "Period %s"}

	NotesTitle    = Text{"Notifications", "Notifications"}
	NotesUnread   = Count{Text{"%s non lue", "%s unread"}, Text{"%s non lues", "%s unread"}}
	NotesAllRead  = Text{"Tout est lu", "All read"}
	NotesMarkAll  = Text{"Tout marquer comme lu", "Mark all as read"}
	NotesMark     = Text{"Marquer comme lue", "Mark as read"}
	NotesMarkOf   = Text{"Marquer comme lue : %s", "Mark as read: %s"}
	NotesNew      = Text{"Non lue", "Unread"}
	NotesNone     = Text{"Aucune notification", "No notifications"}
	NotesNoneText = Text{"Ce qui attend votre décision et ce qui est décidé pour vous s’affichera ici.",
		"What waits for your decision, and what is decided for you, will show up here."}
	NotesOlder  = Text{"Plus anciennes", "Older"}
	NotesNewest = Text{"Les plus récentes", "Newest"}
	NotesKept   = Text{"Les notifications sont gardées 90 jours.", "Notifications are kept for 90 days."}
)

// NotesWaiting is beside the number on the bell.
var NotesWaiting = Text{"non lues", "unread"}

// NoteSendStopped are why a send stands still, by the reason of the campaign.
var NoteSendStopped = map[string]Text{
	"sign_in_failed": {"L’envoi est suspendu : le relais refuse le compte", "The send is paused: the relay refuses the account"},
	"many_failures":  {"L’envoi est suspendu : trop de messages sont refusés", "The send is paused: too many messages are refused"},
	"relay_down":     {"L’envoi est suspendu : le relais ne répond pas", "The send is paused: the relay does not answer"},
	"look_broken": {"L’envoi est suspendu : le courriel ne peut plus être composé",
		"The send is paused: the e-mail can no longer be written"},
	"stopped": {"L’envoi est interrompu : le programme s’est arrêté", "The send is interrupted: the program ended"},
	"restored": {"L’envoi attend votre décision : la base de données a été rétablie à partir d’une sauvegarde",
		"The send waits for your decision: the database was restored from a backup"},
}
