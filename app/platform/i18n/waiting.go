package i18n

// Texts of the waiting list of an event, for guests: the page of a full event, the page of a party and the messages to it.
var (
	WaitAsk      = Text{"Avisez-moi s’il y a de la place", "Tell me when there’s room"}
	WaitFullText = Text{"Toutes les places ont trouvé preneur. Inscrivez-vous à la liste d’attente : si des places se libèrent, nous vous les offrirons par courriel.",
		"Every spot is taken. Join the waiting list, and if spots open up we’ll offer them to you by email."}
	WaitTooMany = Text{"Rien n’a été enregistré. Réessayez avec moins de personnes, ou inscrivez-vous à la liste d’attente.",
		"Nothing was saved. Try again with fewer people, or join the waiting list."}
	WaitEmailHint = Text{"Nous vous y écrirons dès qu’il y aura de la place.", "We’ll write to you there as soon as there’s room."}
	WaitJoin      = Text{"M’inscrire à la liste d’attente", "Join the waiting list"}

	WaitOn     = Text{"Vous êtes sur la liste d’attente", "You’re on the waiting list"}
	WaitOnText = Text{"S’il y a de la place pour %s, nous vous écrirons à %s.", "If there’s room for %s, we’ll write to you at %s."}
	WaitMailed = Text{"Un courriel est en route vers %s. Il dit comment quitter la liste.", "An email is on its way to %s. It says how to leave the list."}
	WaitLeave  = Text{"Quitter la liste d’attente", "Leave the waiting list"}

	OfferTitle = Text{"Il y a de la place pour vous !", "There’s room for you!"}
	OfferText  = Text{"Nous gardons de la place pour %s jusqu’au %s.", "We’re holding space for %s until %s."}
	OfferNo    = Text{"Non merci", "No, thanks"}

	OfferEnded     = Text{"L’offre n’est plus valide", "This offer has ended"}
	OfferEndedText = Text{"Les places étaient gardées jusqu’au %s. Vous pouvez vous inscrire de nouveau depuis l’invitation.",
		"The spots were held until %s. You’re welcome to sign up again from the invitation."}
	OfferGone      = Text{"La capacité a changé entre-temps, et ces places ne sont plus libres. Nous en sommes désolés.", "The capacity has changed in the meantime, and these spots are no longer free. We’re sorry."}
	OfferTaken     = Text{"Vos places sont réservées", "Your spots are saved"}
	OfferTakenText = Text{"Vous n’avez rien d’autre à faire. Au plaisir de vous voir !", "There’s nothing more to do. See you there!"}
	WaitLeft       = Text{"Vous n’êtes plus sur la liste d’attente", "You’re no longer on the waiting list"}
	WaitLeftText   = Text{"Merci de nous en avoir avisés. Vous changez d’idée ? Inscrivez-vous de nouveau depuis l’invitation.",
		"Thanks for letting us know. Changed your mind? Sign up again from the invitation."}
	WaitInvitation = Text{"Voir l’invitation", "View the invitation"}

	WaitSubject  = Text{"Liste d’attente : %s", "Waiting list: %s"}
	WaitMailText = Text{"Vous êtes sur la liste d’attente pour %s. Si des places se libèrent, nous vous les offrirons par courriel, à tour de rôle. D’ici là, vous n’avez rien à faire.",
		"You’re on the waiting list for %s. If spots open up, we’ll offer them by email, each in turn. Until then, there’s nothing you need to do."}
	OfferSubject  = Text{"De la place pour vous : %s", "Room for you: %s"}
	OfferMailText = Text{"Il y a de la place ! Nous la gardons pour %s jusqu’au %s. Après cette heure, elle sera offerte à d’autres.",
		"There’s room! We’re holding it for %s until %s. After that, it goes to someone else."}
	OfferSee = Text{"Prendre ou refuser les places", "Take or decline the spots"}
	WaitWhy  = Text{"Vous recevez ce courriel parce que cette adresse a été donnée pour la liste d’attente de l’événement.",
		"You’re receiving this email because this address was given for the event’s waiting list."}
)

// Texts of the waiting list of an event, for staff.
var (
	WaitTitle     = Text{"Liste d’attente", "Waiting list"}
	WaitListN     = Count{Text{"Liste d’attente (%s)", "Waiting list (%s)"}, Text{"Liste d’attente (%s)", "Waiting list (%s)"}}
	WaitParties   = Count{Text{"%s groupe sur la liste d’attente", "%s group on the waiting list"}, Text{"%s groupes sur la liste d’attente", "%s groups on the waiting list"}}
	WaitHeld      = Count{Text{"%s place gardée pour la liste d’attente", "%s spot held for the waiting list"}, Text{"%s places gardées pour la liste d’attente", "%s spots held for the waiting list"}}
	WaitNone      = Text{"La liste d’attente est vide", "The waiting list is empty"}
	WaitNoneText  = Text{"Quand l’événement est complet, les invités peuvent s’y inscrire depuis leur page.", "When the event is full, guests can join it from their page."}
	WaitRules     = Text{"Les places libres sont offertes dans cet ordre aux premiers groupes qui y entrent, et gardées %s h. Plus rien n’est offert %s h avant le début.", "Spots that open up are offered in this order to the first groups that fit, and held for %s h. Nothing is offered in the last %s h before the start."}
	WaitNoMail    = Text{"Aucun canal de courriel n’est configuré : rien n’est offert.", "No email channel is set up, so nothing is offered."}
	WaitStatus    = Text{"État", "Status"}
	WaitSince     = Text{"Inscrit le", "Joined"}
	WaitOrder     = Text{"Ordre", "Order"}
	WaitActions   = Text{"Actions", "Actions"}
	WaitIsWaiting = Text{"Sur la liste", "On the list"}
	WaitIsOffered = Text{"Offert", "Offered"}
	WaitUntil     = Text{"jusqu’au %s", "until %s"}
	WaitUntilHour = Text{"jusqu’à %s", "until %s"}
	WaitIsTaken   = Text{"Places prises", "Taken"}
	WaitIsExpired = Text{"Offre échue", "Expired"}
	WaitIsLeft    = Text{"A quitté la liste", "Left"}
	WaitTop       = Text{"En tête", "To the top"}
	WaitUp        = Text{"Monter", "Move up"}
	WaitDown      = Text{"Descendre", "Move down"}
	WaitOffer     = Text{"Offrir", "Offer now"}
	WaitRemove    = Text{"Retirer", "Remove"}
	WaitBack      = Text{"Remettre", "Put back"}
	WaitSettings  = Text{"Réglages des offres", "Offer settings"}
	WaitOf        = Text{"%s : %s", "%s: %s"} // an action, a name
	WaitMoved     = Text{"L’ordre de %s a changé.", "%s has moved."}
	WaitOffered   = Text{"Des places sont offertes à %s.", "Spots are offered to %s."}
	WaitRemoved   = Text{"%s n’est plus sur la liste.", "%s is off the list."}
	WaitRestored  = Text{"%s est de nouveau sur la liste.", "%s is back on the list."}

	EventOffers     = Text{"Liste d’attente", "Waiting list"}
	EventHold       = Text{"Durée de l’offre (heures)", "Hold spots for (hours)"}
	EventHoldHint   = Text{"Le temps dont un groupe dispose pour prendre les places qui lui sont offertes.", "How long a group has to take the spots it’s offered."}
	EventCutoff     = Text{"Fin des offres (heures avant le début)", "Stop offering (hours before the start)"}
	EventCutoffHint = Text{"Ensuite, les places libres sont ouvertes à tous.", "After that, any spots left are open to everyone."}
)
