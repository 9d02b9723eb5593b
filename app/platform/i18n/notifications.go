package i18n

// Texts of notifications: one sentence each that says who did what.
var (
	NoteSheetSubmitted  = Text{"%s a soumis sa feuille de temps", "%s submitted their timesheet"}
	NoteSheetsSubmitted = Count{Text{"%s personne a soumis sa feuille de temps", "%s person submitted their timesheet"},
		Text{"%s personnes ont soumis leur feuille de temps", "%s people submitted their timesheets"}}
	NoteSheets         = Count{Text{"%s feuille de temps", "%s timesheet"}, Text{"%s feuilles de temps", "%s timesheets"}}
	NoteSheetApproved  = Text{"%s a approuvé votre feuille de temps", "%s approved your timesheet"}
	NoteSheetReopened  = Text{"%s a retiré l’approbation de votre feuille de temps", "%s removed approval from your timesheet"}
	NoteSheetCorrected = Text{"%s a corrigé votre feuille de temps", "%s corrected your timesheet"}
	NoteSheetReturned  = Text{"%s vous a renvoyé votre feuille de temps", "%s sent your timesheet back to you"}
	NoteReturnUndone   = Text{"%s a annulé le renvoi de votre feuille de temps : elle est de nouveau en attente d’approbation",
		"%s undid the decision to send back your timesheet: it’s awaiting approval again"}
	NoteLeaveReopened   = Text{"%s a remis votre demande de congé en attente", "%s set your leave request back to pending"}
	NoteExpenseApproved = Text{"%s a approuvé votre dépense de %s", "%s approved your %s expense"}
	NoteExpenseReopened = Text{"%s a retiré l’approbation de votre dépense de %s", "%s removed approval from your %s expense"}
	NoteExpenseRefused  = Text{"%s a refusé votre dépense de %s", "%s declined your %s expense"}
	NoteExpenseUndone   = Text{"%s a annulé sa décision au sujet de votre dépense de %s", "%s undid their decision on your %s expense"}
	NoteLeaveRequested  = Text{"%s a demandé un congé", "%s requested leave"}
	NoteLeaveFor        = Text{"%s a demandé un congé pour %s", "%s requested leave for %s"}
	NoteLeaveForYou     = Text{"%s a demandé un congé pour vous", "%s requested leave for you"}
	NoteLeaveEscalated  = Text{"%s a transmis votre demande de congé à la direction", "%s escalated your leave request to management"}
	NoteLeaveApproved   = Text{"%s a approuvé votre congé", "%s approved your leave"}
	NoteLeaveRefused    = Text{"%s a refusé votre congé", "%s declined your leave"}
	NoteLeaveCancelled  = Text{"%s a annulé votre congé", "%s cancelled your leave"}
	NoteLeaveGivenUp    = Text{"%s a annulé son congé", "%s cancelled their leave"}
	NotePeriodApproved  = Text{"%s a approuvé vos heures", "%s approved your hours"}
	NoteSheetReminder   = Text{"Votre feuille de temps est à soumettre d’ici le %s", "Submit your timesheet by %s"}
	NoteSheetLate       = Text{"Votre feuille de temps de la période terminée le %s n’a pas été soumise",
		"Your timesheet for the period that ended on %s hasn’t been submitted"}
	NoteApprovalsWaiting = Count{Text{"%s feuille de temps de votre équipe attend votre approbation depuis plus d’un jour ouvrable",
		"%s timesheet from your team has been awaiting your approval for more than a business day"},
		Text{"%s feuilles de temps de votre équipe attendent votre approbation depuis plus d’un jour ouvrable",
			"%s timesheets from your team have been awaiting your approval for more than a business day"}}
	NoteApprovalsOverdue = Text{"%s n’a pas traité ce qui attend son approbation depuis plus de %s",
		"%s has had approvals pending for more than %s"}
	NoteOverdueItems = Count{Text{"%s feuille ou demande de congé", "%s timesheet or leave request"},
		Text{"%s feuilles ou demandes de congé", "%s timesheets or leave requests"}}
	NoteAnswers = Count{Text{"%s réponse reçue ou modifiée", "%s response received or changed"},
		Text{"%s réponses reçues ou modifiées", "%s responses received or changed"}}
	NoteBounces = Count{
		Text{"Les messages envoyés à %s adresse reviennent sans cesse\u00a0: décidez s’il faut l’exclure",
			"Messages to %s address keep bouncing: decide whether to exclude it"},
		Text{"Les messages envoyés à %s adresses reviennent sans cesse\u00a0: décidez s’il faut les exclure",
			"Messages to %s addresses keep bouncing: decide whether to exclude them"}}
	NoteSendBegun       = Text{"%s a lancé une campagne pour %s", "%s started a campaign for %s"}
	NoteSendSubject     = Text{"Objet %s choisi pour le reste des invités", "Subject %s chosen for the other guests"}
	NoteSendProgress    = Text{"Campagne en cours (%s) : %s", "Campaign %s complete: %s"}
	NoteSendGone        = Count{Text{"%s message envoyé", "%s message sent"}, Text{"%s messages envoyés", "%s messages sent"}}
	NoteSendDone        = Text{"La campagne est terminée", "The campaign is complete"}
	NoteSendCancelled   = Text{"%s a annulé la campagne", "%s cancelled the campaign"}
	NoteSendUnconfirmed = Count{Text{"La campagne attend votre décision : %s message sans confirmation",
		"The campaign needs your decision: %s unconfirmed message"},
		Text{"La campagne attend votre décision : %s messages sans confirmation",
			"The campaign needs your decision: %s unconfirmed messages"}}
	NoteSendSent = Count{Text{"%s envoyé", "%s sent"}, Text{"%s envoyés", "%s sent"}}
	NoteSendKept = Count{Text{"%s gardé dans la boîte d’envoi", "%s kept in the outbox"},
		Text{"%s gardés dans la boîte d’envoi", "%s kept in the outbox"}}
	NoteSendFailed           = Count{Text{"%s échec", "%s failed"}, Text{"%s échecs", "%s failed"}}
	NoteSendOut              = Count{Text{"%s exclu", "%s excluded"}, Text{"%s exclus", "%s excluded"}}
	NoteSendUnconfirmedShort = Count{Text{"%s sans confirmation", "%s unconfirmed"}, Text{"%s sans confirmation", "%s unconfirmed"}}
	NoteSendWaiting          = Count{Text{"%s en attente", "%s pending"}, Text{"%s en attente", "%s pending"}}
	NoteSomebody             = Text{"Quelqu’un", "Someone"}
	NotePeriod               = Text{"Période %s", "Period %s"}

	NotesTitle    = Text{"Notifications", "Notifications"}
	NotesUnread   = Count{Text{"%s non lue", "%s unread"}, Text{"%s non lues", "%s unread"}}
	NotesAllRead  = Text{"Tout est lu", "All read"}
	NotesMarkAll  = Text{"Tout marquer comme lu", "Mark all as read"}
	NotesMark     = Text{"Marquer comme lue", "Mark as read"}
	NotesMarkOf   = Text{"Marquer comme lue : %s", "Mark as read: %s"}
	NotesNew      = Text{"Non lue", "Unread"}
	NotesByMail   = Text{"Choisir ce que je reçois par courriel", "Choose what I get by email"}
	NotesNone     = Text{"Aucune notification", "No notifications"}
	NotesNoneText = Text{"Ce qui attend votre décision et les décisions qui vous concernent s’afficheront ici.",
		"Items that need your decision, and decisions that affect you, will show up here."}
	NotesOlder     = Text{"Plus anciennes", "Older"}
	NotesNewest    = Text{"Les plus récentes", "Newest"}
	NotesYesterday = Text{"Hier", "Yesterday"}
	NotesKept      = Text{"Les notifications sont conservées 90 jours.", "Notifications are kept for 90 days."}
)

// NotesWaiting is the text beside the number on the bell.
var NotesWaiting = Text{"à lire", "unread"}

// NoteSendStopped are the reasons why a send is stopped, by the reason of the campaign.
var NoteSendStopped = map[string]Text{
	"sign_in_failed": {"Campagne suspendue : le serveur de courriel refuse le compte",
		"Campaign paused: the mail server rejected the account"},
	"many_failures": {"Campagne suspendue : trop de messages sont refusés", "Campaign paused: too many messages were rejected"},
	"relay_down":    {"Campagne suspendue : le serveur de courriel ne répond pas", "Campaign paused: the mail server isn’t responding"},
	"not_saved": {"Campagne suspendue : la base de données refuse d’enregistrer les résultats",
		"Campaign paused: the database won’t save its results"},
	"look_broken": {"Campagne suspendue : le courriel ne peut plus être généré",
		"Campaign paused: the email can no longer be generated"},
	"channel_removed": {"Campagne suspendue\u00a0: le canal n’est plus configuré", "Campaign paused: the channel is no longer set up"},
	"sender_removed":  {"Campagne suspendue\u00a0: l’expéditeur n’est plus autorisé", "Campaign paused: the sender is no longer allowed"},
	"stopped":         {"Campagne interrompue : le serveur s’est arrêté", "Campaign interrupted: the server stopped"},
	"missed":          {"La campagne n’a pas commencé : son heure est passée", "The campaign didn’t start: its time has passed"},
	"event_hidden":    {"Campagne suspendue\u00a0: les invités ne voient pas l’événement", "Campaign paused: guests can’t see the event"},
	"event_started":   {"Campagne suspendue\u00a0: l’événement a déjà commencé", "Campaign paused: the event has already started"},
	"event_moved": {"La campagne n’a pas commencé : l’événement a changé d’heure ou de lieu",
		"The campaign didn’t start: the event’s time or place changed"},
	"channel_missing": {"La campagne n’a pas commencé : le canal n’est plus configuré",
		"The campaign didn’t start: the channel is no longer set up"},
	"channel_added": {"La campagne n’a pas commencé\u00a0: elle était prévue pour la boîte d’envoi, et un canal est maintenant configuré",
		"The campaign didn’t start: it was scheduled for the outbox, and a channel is now set up"},
	"sender_missing": {"La campagne n’a pas commencé\u00a0: l’expéditeur n’est plus autorisé",
		"The campaign didn’t start: the sender is no longer allowed"},
	"postal_missing": {"La campagne n’a pas commencé : l’adresse postale manque",
		"The campaign didn’t start: the mailing address is missing"},
	"audience_empty": {"La campagne n’a pas commencé : la liste d’invités est vide", "The campaign didn’t start: the audience is empty"},
	"restored": {"La campagne attend votre décision : la base de données a été restaurée à partir d’une sauvegarde",
		"The campaign needs your decision: the database was restored from a backup"},
}

// NoteSheetAsked is the reminder that an approver sends.
var NoteSheetAsked = Text{"%s vous demande de soumettre votre feuille de temps", "%s asked you to submit your timesheet"}
