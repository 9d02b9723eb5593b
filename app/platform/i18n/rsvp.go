package i18n

// What guests read on an invitation, and after they have answered it.
var (
	RsvpInvited = Text{"Vous êtes de la fête", "You’re invited"}
	RsvpWhen    = Text{"Quand :", "When:"}
	RsvpWhere   = Text{"Où :", "Where:"}
	RsvpDayTime = Text{"%s à %s", "%s at %s"}
	RsvpHours   = Text{"de %s à %s", "%s to %s"}
	RsvpFromTo  = Text{"du %s à %s au %s à %s", "%s at %s to %s at %s"}
	RsvpAnswer  = Text{"Serez-vous des nôtres ?", "Will you join us?"}
	RsvpUntil   = Text{"Une petite réponse d’ici le %s, et votre place est gardée.", "Just let us know by %s and we’ll save you a place."}
	RsvpFor     = Text{"Invitation pour %s", "Invitation for %s"}
	RsvpNotYou  = Text{"Ce n’est pas vous ?", "Not you?"}
	RsvpGo      = Text{"Oui, je serai là !", "Yes, I’ll be there!"}
	RsvpPrivacy = Text{"Vos renseignements servent à vous accueillir, et à rien d’autre.",
		"What you tell us is used to welcome you, and for nothing else."}
	RsvpCalendar = Text{"Ajouter à mon calendrier", "Add to my calendar"}
	RsvpRetry    = Text{"Réessayer", "Try again"}

	RsvpName        = Text{"Votre nom", "Your name"}
	RsvpPeople      = Text{"Combien serez-vous ?", "How many of you?"}
	RsvpPeopleCount = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	RsvpPerson      = Text{"personne", "person"}
	RsvpPersons     = Text{"personnes", "people"}
	RsvpPeopleTitle = Text{"Nombre de personnes", "Number of people"}
	RsvpFewer       = Text{"Une personne de moins", "One person fewer"}
	RsvpMore        = Text{"Une personne de plus", "One person more"}
	RsvpEmail       = Text{"Courriel", "E-mail"}
	RsvpWished      = Text{"recommandé", "recommended"}
	RsvpEmailHint   = Text{"Il permet de retrouver votre réponse si vous changez d’idée.",
		"It lets us find your answer if you change your mind."}
	RsvpPhone         = Text{"Téléphone", "Phone"}
	RsvpNumber        = Text{"Numéro de client", "Customer number"}
	RsvpNumberHint    = Text{"Il figure sur votre facture.", "It is on your bill."}
	RsvpAllergies     = Text{"Allergies ou restrictions alimentaires", "Allergies or dietary needs"}
	RsvpAllergiesHint = Text{"Pour vous et pour ceux qui vous accompagnent.", "Yours, and those of whoever comes with you."}
	RsvpFaults        = Count{Text{"%s petite chose à corriger :", "%s small thing to fix:"},
		Text{"%s petites choses à corriger :", "%s small things to fix:"}}

	RsvpLinkExpired = Text{"Votre lien personnel ne fonctionne plus, mais vous pouvez répondre ici sans lui.",
		"Your personal link no longer works, but you can answer here without it."}

	RsvpFull     = Text{"C’est complet !", "We’re full!"}
	RsvpFullText = Text{"Toutes les places ont trouvé preneur. Merci de votre intérêt, et à la prochaine !",
		"The booking is full. Thank you for your interest – see you next time!"}
	RsvpTooMany     = Text{"Il ne reste pas assez de places", "Not enough places are left"}
	RsvpTooManyText = Text{"Rien n’a été enregistré. Essayez avec moins de personnes.", "Nothing was saved. Try with fewer people."}
	RsvpFullMine    = Text{"Vous avez déjà répondu ? Votre place vous attend.", "Already answered? Your place is waiting for you."}
	RsvpFullFold    = Text{"Modifier ma réponse", "Change my answer"}
	RsvpFullHow     = Text{"Pour modifier votre réponse, passez par votre lien personnel ou inscrivez le même courriel qu’à " +
		"votre première réponse.", "To change your answer, use your personal link or the same e-mail as in your first answer."}
	RsvpClosed       = Text{"Les réponses sont closes", "Answers are closed"}
	RsvpClosedText   = Text{"Il n’est plus possible de répondre à cette invitation.", "This invitation can no longer be answered."}
	RsvpDeadlineText = Text{"La date limite était le %s.", "The last day to answer was %s."}
	RsvpStarted      = Text{"La fête a commencé", "The party has started"}
	RsvpOver         = Text{"La fête est passée", "The party is over"}
	RsvpOverText     = Text{"Merci à tous ceux qui sont venus, et à la prochaine !", "Thanks to everyone who came. See you next time!"}
	RsvpClosedMine   = Text{"Si vous avez déjà répondu, votre place est gardée : on se voit là-bas !",
		"If you have already answered, your place is saved: see you there!"}

	RsvpThanks     = Text{"Merci !", "Thank you!"}
	RsvpThanksName = Text{"Merci, %s !", "Thank you, %s!"}
	RsvpStored     = Text{"Votre réponse est bien arrivée.", "Your answer has arrived."}
	RsvpUpdated    = Text{"Votre nouvelle réponse remplace l’ancienne.", "Your new answer replaces the earlier one."}
	RsvpConfirmed  = Text{"Votre présence est confirmée : merci de votre fidélité !",
		"Your place is confirmed – thank you for being one of our customers!"}
	RsvpYourAnswer = Text{"Votre réponse", "Your answer"}
	RsvpChange     = Text{"Modifier ma réponse", "Change my answer"}
	RsvpHow        = Text{"Un changement de plan ? Répondez de nouveau avec le même courriel ou le même téléphone : la nouvelle " +
		"réponse remplace celle-ci.", "Change of plans? Answer again with the same e-mail or phone number: the new answer replaces this one."}
	RsvpHowLink = Text{"Un changement de plan ? Revenez par votre lien personnel : la nouvelle réponse remplace celle-ci.",
		"Change of plans? Come back through your personal link: the new answer replaces this one."}
	RsvpHowUntil = Text{"Vous avez jusqu’au %s.", "You have until %s."}
	RsvpNothing  = Text{"Aucune", "None"}

	RsvpLost     = Text{"Cette invitation est introuvable", "We can’t find this invitation"}
	RsvpLostText = Text{"L’adresse est peut-être incomplète, ou l’événement n’est pas encore annoncé. Ouvrez de nouveau le " +
		"lien de votre courriel.", "The address may be incomplete, or the event is not announced yet. Try the link in your e-mail once more."}
	RsvpBusy     = Text{"Un petit instant…", "Just a moment…"}
	RsvpBusyText = Text{"Beaucoup de réponses arrivent du même endroit. Attendez une minute, puis réessayez : rien n’est perdu.",
		"Many answers are coming from the same place. Wait a minute, then try again: nothing is lost."}
	RsvpBroken      = Text{"Un petit problème de notre côté", "Something went wrong on our side"}
	RsvpBrokenText  = Text{"Réessayez dans quelques instants.", "Please try again in a moment."}
	RsvpRefused     = Text{"Cette demande n’a pas pu être lue", "This request could not be read"}
	RsvpRefusedText = Text{"Revenez à l’invitation et répondez de nouveau.", "Go back to the invitation and answer again."}
)
