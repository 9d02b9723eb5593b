package i18n

// What happened between the events and a guest.
var (
	Timeline          = Text{"Invitations et réponses", "Invitations and responses"}
	TimelineNone      = Text{"Rien n’a encore été envoyé.", "Nothing has been sent yet."}
	TimelineInvited   = Text{"Invitation envoyée", "Invitation sent"}
	TimelineWritten   = Text{"Message envoyé", "Message sent"}
	TimelineReminded  = Text{"Rappel envoyé", "Reminder sent"}
	TimelineOpened    = Text{"Courriel ouvert", "Email opened"}
	TimelineClicked   = Text{"Clic sur un lien", "Link clicked"}
	TimelineAnswered  = Text{"A répondu", "Replied"}
	TimelineAnsweredN = Count{Text{"A répondu : %s personne", "Replied: %s person"},
		Text{"A répondu : %s personnes", "Replied: %s people"}}
	TimelineDeclined     = Text{"A répondu : ne viendra pas", "Replied: not coming"}
	TimelineUnsubscribed = Text{"Désabonnement", "Unsubscribed"}
	TimelineBounced      = Text{"Adresse introuvable", "Address bounced"}
	TimelineComplained   = Text{"Signalé comme pourriel", "Reported as spam"}
	TimelineReturned     = Text{"Courriel retourné", "Email bounced"}
	TimelineWaiting      = Text{"Inscription à la liste d’attente", "Joined the waiting list"}
	TimelineConfirmed    = Text{"Confirmation envoyée", "Confirmation sent"}
	TimelineUpdated      = Text{"Changement de l’événement annoncé", "Notified of a change to the event"}
	TimelineOffered      = Text{"Offre de places envoyée", "Offer of spots sent"}
	TimelineArrived      = Text{"Arrivée", "Checked in"}
	TimelineArrivedN     = Count{Text{"Arrivée : %s personne", "Checked in: %s person"}, Text{"Arrivée : %s personnes", "Checked in: %s people"}}
	TimelineChose        = Text{"Préférences de courriel modifiées", "Email preferences changed"}
)
