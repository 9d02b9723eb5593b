package i18n

// Texts of the messages to guests about their own answers: the confirmation, and what has changed of an event.
var (
	ConfirmSubject   = Text{"Présence confirmée\u00a0: %s", "You’re going: %s"}
	ConfirmNoSubject = Text{"Vous ne pourrez pas venir\u00a0: %s", "Sorry you can’t make it: %s"}
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

	UpdateSubject = Text{"Du nouveau : %s", "Updated: %s"}
	UpdateText    = Text{"L’heure, le lieu ou l’état de l’événement a changé. Voici les renseignements à jour.",
		"The time, place or status of this event has changed. Here are the latest details."}
	UpdateCancelled = Text{"Annulé : %s", "Cancelled: %s"}
	UpdateNoMore    = Text{"Cet événement est annulé. Nous en sommes désolés et espérons vous voir une prochaine fois.",
		"This event has been cancelled. We’re sorry, and we hope to see you another time."}

	ThanksMail = Text{"Une confirmation est en route vers %s.", "A confirmation is on its way to %s."}
	HostedBy   = Text{"Organisé par %s", "Hosted by %s"}

	TellTitle = Text{"Avertir les personnes qui viennent ?", "Let guests know?"}
	TellText  = Count{Text{"L’heure, le lieu ou l’état de l’événement a changé. %s personne qui vient a donné une adresse de courriel.",
		"The time, place or status of the event has changed. %s guest who is coming gave an email address."},
		Text{"L’heure, le lieu ou l’état de l’événement a changé. %s personnes qui viennent ont donné une adresse de courriel.",
			"The time, place or status of the event has changed. %s guests who are coming gave an email address."}}
	TellGone = Count{Text{"Les invités ne voient plus l’événement. %s personne qui vient a donné une adresse de courriel : le message dira que l’événement est annulé.",
		"Guests can no longer see the event. %s guest who is coming gave an email address: the message will say that the event is cancelled."},
		Text{"Les invités ne voient plus l’événement. %s personnes qui viennent ont donné une adresse de courriel : le message dira que l’événement est annulé.",
			"Guests can no longer see the event. %s guests who are coming gave an email address: the message will say that the event is cancelled."}}
	TellSend = Text{"Envoyer un courriel", "Send an email"}
	TellDone = Count{Text{"%s invité sera averti par courriel.", "%s guest will be notified by email."},
		Text{"%s invités seront avertis par courriel.", "%s guests will be notified by email."}}
	TellNone = Text{"Tout le monde a déjà été averti.", "Everyone has already been notified."}
	TellOld  = Text{"L’événement a changé entre-temps. Rien n’a été envoyé.", "The event has changed in the meantime. Nothing was sent."}
)
