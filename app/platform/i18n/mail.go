package i18n

// What the e-mails of an event say beside the words of the event itself.
var (
	MailSubject     = Text{"Invitation : %s", "You’re invited: %s"}
	MailReminder    = Text{"Petit rappel — ", "Reminder — "}
	MailReminderTop = Text{"Petit rappel", "A little reminder"}
	MailInvited     = Text{"Vous êtes de la fête", "You’re invited"}
	MailGreeting    = Text{"Bonjour,", "Hello,"}
	MailGreetingTo  = Text{"Bonjour %s,", "Hello %s,"}
	MailWhen        = Text{"Quand", "When"}
	MailWhere       = Text{"Où", "Where"}
	MailAnswer      = Text{"Répondre à l’invitation", "Answer the invitation"}
	MailAnswerHint  = Text{"Une minute suffit, et ce lien est le vôtre : merci de ne pas le transférer.",
		"It takes a minute, and this link is yours alone: please do not forward it."}
	MailAnswerText = Text{"Pour répondre (ce lien est le vôtre, merci de ne pas le transférer) :",
		"To answer (this link is yours alone, please do not forward it):"}
	MailCalendar = Text{"Ajouter à mon calendrier", "Add to my calendar"}
	MailWhy      = Text{"Vous recevez ce message parce que vous êtes de nos clients ou de nos partenaires.",
		"You receive this message because you are one of our customers or partners."}
	MailUnsubscribe = Text{"Ne plus recevoir nos invitations", "Stop receiving our invitations"}
	MailStopText    = Text{"Pour ne plus recevoir nos invitations :", "To stop receiving our invitations:"}
	MailSample      = Text{"Ceci est un essai : les liens ne mènent pas à une vraie invitation.",
		"This is a test: its links lead to no real invitation."}
)
