package i18n

// What happened between the events and a guest.
var (
	Timeline          = Text{"Invitations et réponses", "Invitations and responses"}
	TimelineNone      = Text{"Rien n’a encore été envoyé à cette personne.", "Nothing has been sent to them yet."}
	TimelineInvited   = Text{"Invitation envoyée", "Invitation sent"}
	TimelineReminded  = Text{"Rappel envoyé", "Reminder sent"}
	TimelineOpened    = Text{"Courriel ouvert", "Email opened"}
	TimelineClicked   = Text{"Lien cliqué", "Link clicked"}
	TimelineAnswered  = Text{"Réponse reçue", "Response received"}
	TimelineAnsweredN = Count{Text{"Réponse reçue, %s personne", "Response received, %s person"},
		Text{"Réponse reçue, %s personnes", "Response received, %s people"}}
	TimelineDeclined     = Text{"Réponse reçue : ne viendra pas", "Response received: not coming"}
	TimelineUnsubscribed = Text{"Désabonnement", "Unsubscribed"}
	TimelineBounced      = Text{"Adresse introuvable", "Bounced"}
	TimelineComplained   = Text{"Signalé comme pourriel", "Reported as spam"}
	TimelineReturned     = Text{"Courriel non remis", "Email bounced"}
	TimelineWaiting      = Text{"Inscription à la liste d’attente", "Joined the waiting list"}
	TimelineConfirmed    = Text{"Confirmation envoyée", "Confirmation sent"}
	TimelineUpdated      = Text{"Changement de l’événement annoncé", "Notified of a change to the event"}
	TimelineOffered      = Text{"Offre de places envoyée", "Offer of spots sent"}
	TimelineArrived      = Text{"Arrivée", "Checked in"}
	TimelineArrivedN     = Count{Text{"Arrivée, %s personne", "Checked in, %s person"}, Text{"Arrivée, %s personnes", "Checked in, %s people"}}
	TimelineChose        = Text{"Choix des courriels modifié", "Changed what they receive"}
)
