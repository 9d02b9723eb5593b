package i18n

// Texts of the waiting list of an event, for guests: the page of a full event, the page of a party and the messages to it.
var (
	WaitAsk      = Text{"Avisez-moi si des places se libèrent", "Let me know if spots open up"}
	WaitFullText = Text{"Toutes les places sont prises. Inscrivez-vous à la liste d’attente : si des places se libèrent, nous vous les offrirons par courriel.",
		"Every spot is taken. Join the waiting list, and if spots open up we’ll offer them to you by email."}
	WaitTooMany = Text{"Rien n’a été enregistré. Réessayez avec moins de personnes, ou inscrivez-vous à la liste d’attente.",
		"Nothing was saved. Try again with fewer people, or join the waiting list."}
	WaitEmailHint = Text{"Nous vous écrirons à cette adresse si des places se libèrent.",
		"We’ll email you at this address if spots open up."}
	WaitJoin = Text{"M’inscrire à la liste d’attente", "Join the waiting list"}

	WaitOn       = Text{"Vous êtes sur la liste d’attente", "You’re on the waiting list"}
	WaitOnText   = Text{"S’il y a de la place pour %s, nous vous écrirons à %s.", "If there’s room for %s, we’ll email you at %s."}
	WaitRoom     = Text{"Il y a de la place!", "There’s room!"}
	WaitRoomText = Text{"Pas besoin de liste d’attente\u00a0: répondez ci-dessous.", "No need for the waiting list: RSVP below."}
	WaitMailed   = Text{"Un courriel est en route vers %s. Il explique comment quitter la liste.", "An email is on its way to %s. It explains how to leave the list."}
	WaitLeave    = Text{"Quitter la liste d’attente", "Leave the waiting list"}

	OfferTitle = Text{"Il y a de la place pour vous!", "There’s room for you!"}
	OfferText  = Text{"Nous vous gardons de la place pour %s jusqu’au %s.", "We’re holding space for %s until %s."}
	OfferNo    = Text{"Non merci", "No, thanks"}

	OfferEnded     = Text{"L’offre n’est plus valide", "This offer has ended"}
	OfferEndedText = Text{"Les places étaient gardées jusqu’au %s. Vous pouvez vous inscrire de nouveau à partir de l’invitation.",
		"The spots were held until %s. You’re welcome to sign up again from the invitation."}
	OfferGone = Text{"La capacité a été réduite entre-temps, et ces places ne sont plus disponibles. Nous en sommes désolés.",
		"The capacity was reduced in the meantime, and these spots are no longer available. We’re sorry."}
	OfferTaken     = Text{"Votre inscription est confirmée", "Your registration is confirmed"}
	OfferTakenText = Text{"Vous n’avez rien d’autre à faire. Au plaisir de vous voir!", "There’s nothing more to do. See you there!"}
	WaitLeft       = Text{"Vous n’êtes plus sur la liste d’attente", "You’re no longer on the waiting list"}
	WaitLeftText   = Text{"Si vous changez d’idée, vous pouvez vous inscrire de nouveau à partir de l’invitation.",
		"Changed your mind? You can sign up again from the invitation."}
	WaitInvitation = Text{"Voir l’invitation", "View the invitation"}

	WaitSubject  = Text{"Liste d’attente : %s", "Waiting list: %s"}
	WaitMailText = Text{"Vous êtes sur la liste d’attente (%s). Si des places se libèrent, nous les offrirons par courriel, dans l’ordre de la liste. D’ici là, vous n’avez rien à faire.",
		"You’re on the waiting list (%s). If spots open up, we’ll offer them by email, in the order of the list. Until then, there’s nothing you need to do."}
	OfferSubject  = Text{"De la place pour vous : %s", "Room for you: %s"}
	OfferMailText = Text{"Il y a maintenant de la place pour %s, et nous vous la gardons jusqu’au %s. Ensuite, elle sera offerte à d’autres.",
		"There’s now room for %s, and we’re holding it for you until %s. After that, we’ll offer it to others."}
	OfferSee = Text{"Accepter ou refuser l’offre", "Accept or decline the offer"}
	WaitWhy  = Text{"Vous recevez ce courriel parce que cette adresse a été donnée pour la liste d’attente de l’événement.",
		"You’re receiving this email because this address was given for the event’s waiting list."}
)

// Texts of the waiting list of an event, for staff.
var (
	WaitTitle    = Text{"Liste d’attente", "Waiting list"}
	WaitListN    = Count{Text{"Liste d’attente (%s)", "Waiting list (%s)"}, Text{"Liste d’attente (%s)", "Waiting list (%s)"}}
	WaitParties  = Count{Text{"%s groupe sur la liste d’attente", "%s group on the waiting list"}, Text{"%s groupes sur la liste d’attente", "%s groups on the waiting list"}}
	WaitHeld     = Count{Text{"%s place gardée pour la liste d’attente", "%s spot held for the waiting list"}, Text{"%s places gardées pour la liste d’attente", "%s spots held for the waiting list"}}
	WaitNone     = Text{"La liste d’attente est vide", "The waiting list is empty"}
	WaitNoneText = Text{"Quand l’événement est complet, les invités peuvent s’inscrire à la liste sur leur page.",
		"When the event is full, guests can join the list from their page."}
	WaitRules = Text{"Les places qui se libèrent sont offertes dans cet ordre, aux premiers groupes pour lesquels il y en a assez, et gardées pendant %s. Les offres cessent %s avant le début.",
		"Spots that open up are offered in this order, to the first groups that fit, and held for %s. Offers stop %s before the start."}
	WaitNoMail = Text{"Aucun canal d’envoi n’est configuré\u00a0: la page de l’événement ne propose pas la liste d’attente, et aucune place n’est offerte.",
		"No email channel is set up, so the event page doesn’t offer the waiting list and no spots are offered."}
	WaitNoneMail = Text{"Dès qu’un canal sera configuré, les invités d’un événement complet pourront s’y inscrire.",
		"Once a channel is set up, guests of a full event can join the list."}
	WaitNoRoom = Text{"Aucune place n’est libre : aucune offre n’est possible. Augmentez la capacité, ou attendez qu’une place se libère.",
		"No spots are free, so none can be offered. Raise the capacity, or wait until a spot opens up."}
	WaitTooFew = Text{"Un groupe qui demande plus de places qu’il n’en reste ne peut pas recevoir d’offre.",
		"A group that needs more spots than are free can’t get an offer."}
	WaitSearch    = Text{"Rechercher un nom ou un courriel", "Search by name or email"}
	WaitFilter    = Text{"Filtrer la liste d’attente", "Filter the waiting list"}
	WaitNoneFound = Text{"Personne sur la liste d’attente ne correspond à cette recherche.", "No one on the waiting list matches this search."}
	WaitStatus    = Text{"État", "Status"}
	WaitSince     = Text{"Inscrit le", "Joined"}
	WaitOrder     = Text{"Ordre", "Order"}
	WaitActions   = Text{"Actions", "Actions"}
	WaitIsWaiting = Text{"Sur la liste", "On the list"}
	WaitIsOffered = Text{"Places offertes", "Offered"}
	WaitUntil     = Text{"jusqu’au %s", "until %s"}
	WaitUntilHour = Text{"jusqu’à %s", "until %s"}
	WaitIsTaken   = Text{"Offre acceptée", "Accepted"}
	WaitIsExpired = Text{"Offre expirée", "Expired"}
	WaitIsLeft    = Text{"N’est plus sur la liste", "Off the list"}
	WaitTop       = Text{"Mettre en tête", "Move to top"}
	WaitUp        = Text{"Monter", "Move up"}
	WaitDown      = Text{"Descendre", "Move down"}
	WaitOffer     = Text{"Offrir", "Offer now"}
	WaitRemove    = Text{"Retirer", "Remove"}
	WaitBack      = Text{"Remettre sur la liste", "Put back on the list"}
	WaitSettings  = Text{"Réglages des offres", "Offer settings"}
	WaitOf        = Text{"%s : %s", "%s: %s"} // an action, a name
	WaitMoved     = Text{"%s a changé de rang.", "%s now has a different place on the list."}
	WaitOffered   = Text{"Des places sont offertes à %s.", "Spots have been offered to %s."}
	WaitRemoved   = Text{"%s n’est plus sur la liste.", "%s is off the list."}
	WaitRestored  = Text{"%s est de nouveau sur la liste.", "%s is back on the list."}

	EventOffers   = Text{"Capacité et liste d’attente", "Capacity and waiting list"}
	EventHold     = Text{"Durée de l’offre (heures)", "Hold spots for (hours)"}
	EventHoldHint = Text{"Temps dont un groupe dispose pour accepter.",
		"How long a group has to accept."}
	EventCutoff     = Text{"Fin des offres (heures avant le début)", "Stop offers (hours before the start)"}
	EventCutoffHint = Text{"Ensuite, les places libres sont ouvertes à tous.", "After that, any spots left are open to everyone."}
)
