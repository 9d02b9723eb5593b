package i18n

// Texts of an event's e-mails, apart from the event's own texts.
var (
	MailSubject     = Text{"Invitation : %s", "You’re invited: %s"}
	MailReminder    = Text{"Petit rappel – ", "Reminder: "}
	MailReminderTop = Text{"Petit rappel", "Just a reminder"}
	MailInvited     = Text{"Une invitation pour vous", "You’re invited"}
	MailGreeting    = Text{"Bonjour,", "Hello,"}
	MailGreetingTo  = Text{"Bonjour %s,", "Hello %s,"}
	MailWhen        = Text{"Quand", "When"}
	MailWhere       = Text{"Où", "Where"}
	MailAnswer      = Text{"Répondre à l’invitation", "RSVP now"}
	MailAnswerHint  = Text{"Cela prend une minute. Ce lien est personnel : merci de ne pas le transférer.",
		"It only takes a minute. This link is just for you, so please don’t forward it."}
	MailAnswerText = Text{"Pour répondre (ce lien est personnel, merci de ne pas le transférer) :",
		"To RSVP (this link is just for you, so please don’t forward it):"}
	MailCalendar = Text{"Ajouter à mon calendrier", "Add to my calendar"}
	MailWhy      = Text{"Vous recevez ce courriel parce que vous faites partie de notre clientèle ou de nos partenaires.",
		"You’re receiving this email because you’re one of our customers or partners."}
	MailWhyOf = Text{"Vous recevez ce courriel parce que vous faites partie de la clientèle ou des partenaires de l’entreprise (%s).",
		"You’re receiving this email because you’re a customer or partner of %s."}
	MailWhyReplied = Text{"Vous recevez ce courriel parce que vous avez répondu à notre invitation.",
		"You’re receiving this email because you replied to our invitation."}
	MailSeeReply    = Text{"Voir ou modifier ma réponse", "View or change my RSVP"}
	MailUnsubscribe = Text{"Se désabonner de nos invitations", "Unsubscribe from our invitations"}
	MailStopText    = Text{"Pour vous désabonner de nos invitations :", "To unsubscribe from our invitations:"}
)
