package i18n

// Texts of the messages to guests about their own answers: the confirmation, and what has changed of an event.
var (
	ConfirmSubject   = Text{"Présence confirmée\u00a0: %s", "You’re going: %s"}
	ConfirmNoSubject = Text{"C’est noté, à une prochaine fois\u00a0: %s", "Sorry you can’t make it: %s"}
	ConfirmYes       = Text{"Votre réponse est notée : nous vous attendons avec plaisir.",
		"We’ve got your RSVP and look forward to seeing you."}
	ConfirmPlaces   = Text{"Votre réponse", "Your RSVP"}
	ConfirmReplaces = Text{"Cette réponse remplace la précédente. Si vous ne l’avez pas envoyée, rétablissez la vôtre avec le lien ci-dessous.",
		"This RSVP replaces your earlier one. If you didn’t send it, use the link below to change it back."}
	ConfirmChange = Text{"Modifier ou annuler", "Change or cancel"}
	ConfirmBack   = Text{"Je change d’idée", "I’ve changed my mind"}
	ConfirmHint   = Text{"Ce lien est personnel : merci de ne pas transférer ce courriel.",
		"This link is just for you, so please don’t forward this email."}
	ConfirmWhy = Text{"Vous recevez ce courriel parce que cette adresse figure dans une réponse à l’invitation.",
		"You’re receiving this email because this address was given in an RSVP."}

	UpdateSubject = Text{"Changement\u00a0: %s", "Event update: %s"}
	UpdateText    = Text{"Des renseignements ont changé, mais l’événement aura bien lieu. Vérifiez la date, l’heure et le lieu ci-dessous.",
		"Some details have changed. The event is still going ahead. Please check the date, time and place below."}
	UpdateCancelled = Text{"Annulé : %s", "Cancelled: %s"}
	UpdateNoMore    = Text{"Cet événement est annulé. Nous en sommes désolés et espérons vous voir une prochaine fois.",
		"This event has been cancelled. We’re sorry, and we hope to see you another time."}

	ThanksMail = Text{"Une confirmation est en route vers %s.", "A confirmation is on its way to %s."}
	HostedBy   = Text{"Votre hôte\u00a0: %s", "Hosted by %s"}

	TellTitle = Text{"Avertir les personnes attendues?", "Let guests know?"}
	TellText  = Count{Text{"La date, l’heure, le lieu ou la visibilité de l’événement a changé. %s personne attendue a donné une adresse de courriel.",
		"The date, time, place or visibility of the event has changed. %s expected guest gave an email address."},
		Text{"La date, l’heure, le lieu ou la visibilité de l’événement a changé. %s personnes attendues ont donné une adresse de courriel.",
			"The date, time, place or visibility of the event has changed. %s expected guests gave an email address."}}
	TellGone = Count{Text{"Les invités ne voient plus l’événement. %s personne attendue a donné une adresse de courriel\u00a0: le message " +
		"dira que l’événement est annulé.",
		"Guests can no longer see the event. %s expected guest gave an email address: the message will say that the event is cancelled."},
		Text{"Les invités ne voient plus l’événement. %s personnes attendues ont donné une adresse de courriel\u00a0: le message dira " +
			"que l’événement est annulé.",
			"Guests can no longer see the event. %s expected guests gave an email address: the message will say that the event is cancelled."}}
	TellSend = Text{"Envoyer un courriel", "Send an email"}
	TellDone = Count{Text{"%s invité sera averti par courriel.", "%s guest will be notified by email."},
		Text{"%s invités seront avertis par courriel.", "%s guests will be notified by email."}}
	TellNone = Text{"Tout le monde a déjà été averti.", "Everyone has already been notified."}
	TellOld  = Text{"L’événement a changé entre-temps. Rien n’a été envoyé.", "The event has changed in the meantime. Nothing was sent."}
)
