package i18n

// Texts of the messages before and after an event, and of the page on which staff turn them on.
var (
	MsgTitle = Text{"Messages avant et après l’événement", "Messages before and after the event"}
	MsgLead  = Text{"Ils sont envoyés automatiquement à l’heure prévue. Si la date de l’événement change, la leur change aussi.",
		"They’re sent automatically at the scheduled time. If the event’s date changes, so does theirs."}

	MsgWeekBefore  = Text{"Quelques jours avant", "A few days before"}
	MsgDayBefore   = Text{"La veille", "The day before"}
	MsgThanks      = Text{"Message de remerciement", "Thank-you note"}
	MsgDeclined    = Text{"Message aux personnes qui ne viendront pas", "Note to those who declined"}
	MsgWeekSubject = Text{"C’est bientôt : {{event_title}}", "Coming up: {{event_title}}"}
	MsgWeekText    = Text{"Nous avons hâte de vous accueillir. Voici les détails, réunis au même endroit.\n\n" +
		"Un empêchement? Utilisez le lien ci-dessous pour modifier votre réponse : quelqu’un d’autre sera heureux d’avoir votre place.",
		"We look forward to welcoming you. Here are the details, all in one place.\n\n" +
			"Have your plans changed? Use the link below to change your RSVP: someone else will be glad to have your spot."}
	MsgDaySubject = Text{"À très bientôt : {{event_title}}", "See you soon: {{event_title}}"}
	MsgDayText    = Text{"Tout est prêt pour vous accueillir. Voici un rappel de la date, de l’heure et du lieu.",
		"Everything is ready for you. Here’s a reminder of the date, time and place."}
	MsgThanksSubject = Text{"Merci d’avoir été des nôtres : {{event_title}}", "Thank you for coming: {{event_title}}"}
	MsgThanksText    = Text{"Merci d’avoir été des nôtres. Ce fut un plaisir de vous recevoir, et nous espérons vous revoir bientôt.",
		"Thank you for joining us. It was a pleasure to have you, and we hope to see you again soon."}
	MsgDeclinedSubject = Text{"À une prochaine fois : {{event_title}}", "Until next time: {{event_title}}"}
	MsgDeclinedText    = Text{"Merci de nous avoir répondu. Nous aurions aimé vous recevoir, et espérons que ce sera pour la prochaine fois.",
		"Thank you for replying. We would have loved to have you with us, and hope to see you next time."}

	MsgOn         = Text{"Envoyer ce message", "Send this message"}
	MsgDaysBefore = Text{"Jours avant le début", "Days before the start"}
	MsgDaysAfter  = Text{"Jours après la fin", "Days after the end"}
	MsgTime       = Text{"Heure d’envoi", "Time of day"}
	MsgSubjectFR  = Text{"Objet en français", "Subject in French"}
	MsgTextFR     = Text{"Texte en français", "Text in French"}
	MsgSubjectEN  = Text{"Objet en anglais", "Subject in English"}
	MsgTextEN     = Text{"Texte en anglais", "Text in English"}
	MsgBlank      = Text{"Laissez vide pour reprendre le texte d’origine.", "Leave blank to use the original text."}
	MsgSave       = Text{"Enregistrer", "Save"}
	MsgSaved      = Text{"Message enregistré.", "Message saved."}
	MsgTry        = Text{"M’envoyer un essai", "Send me a test"}
	MsgTried      = Text{"Essai envoyé à %s, dans les deux langues.", "Test sent to %s, in both languages."}
	MsgTryFailed  = Text{"L’essai n’a pas pu être envoyé : %s", "The test couldn’t be sent: %s"}
	MsgPreview    = Text{"Aperçu en %s", "Preview in %s"}
	MsgComing     = Count{Text{"%s inscription avec une adresse", "%s registration with an address"},
		Text{"%s inscriptions avec une adresse", "%s registrations with an address"}}
	MsgAbsent = Count{Text{"Ne viendront pas\u00a0: %s personne avec une adresse", "Not coming: %s person with an address"},
		Text{"Ne viendront pas\u00a0: %s personnes avec une adresse", "Not coming: %s people with an address"}}
	MsgGoesOut  = Text{"Part le %s", "Goes out on %s"}
	MsgWould    = Text{"Partirait le %s", "Would go out on %s"}
	MsgReport   = Text{"Voir la campagne", "View campaign"}
	MsgSetUp    = Text{"Configurer", "Set up"}
	MsgIsOff    = Text{"Désactivé", "Off"}
	MsgStopped  = Text{"Ce message n’est pas parti.", "This message didn’t go out."}
	MsgEditText = Text{"Modifier le texte et l’heure", "Change the text and time"}
)

// MessageNames are the names of the messages before and after an event, by kind.
var MessageNames = map[string]Text{"week_before": MsgWeekBefore, "day_before": MsgDayBefore, "thank_you": MsgThanks,
	"declined": MsgDeclined}
