package i18n

// Texts of the guests' pages: the invitation and the page after an answer.
var (
	RsvpInvited = Text{"Une invitation pour vous", "You’re invited"}
	RsvpWhen    = Text{"Quand :", "When:"}
	RsvpWhere   = Text{"Où :", "Where:"}
	RsvpDayTime = Text{"%s à %s", "%s at %s"}
	RsvpHours   = Text{"de %s à %s", "%s to %s"}
	RsvpFromTo  = Text{"du %s à %s au %s à %s", "from %s at %s to %s at %s"}
	RsvpAnswer  = Text{"Serez-vous des nôtres?", "Will you join us?"}
	RsvpUntil   = Text{"Répondez au plus tard le %s, et nous vous garderons une place.", "RSVP by %s, and we’ll save you a spot."}
	RsvpBy      = Text{"Répondez au plus tard le %s", "RSVP by %s"}
	RsvpNotYou  = Text{"Ce n’est pas vous?", "Not you?"}
	RsvpGo      = Text{"Oui, je serai là!", "Yes, I’ll be there!"}
	RsvpNo      = Text{"Non, je n’y serai pas", "No, I can’t make it"}
	RsvpPrivacy = Text{"Vos renseignements servent uniquement à cet événement, pour vous reconnaître et préparer votre accueil.",
		"We use your information only for this event: to recognize you and get ready for you."}
	RsvpCalendar = Text{"Ajouter à mon calendrier", "Add to my calendar"}
	RsvpRetry    = Text{"Réessayer", "Try again"}

	RsvpName        = Text{"Votre nom", "Your name"}
	RsvpPeople      = Text{"Combien serez-vous?", "How many of you are coming?"}
	RsvpPeopleCount = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	RsvpPerson      = Text{"personne", "person"}
	RsvpPersons     = Text{"personnes", "people"}
	RsvpFewer       = Text{"Retirer une personne", "Remove one person"}
	RsvpMore        = Text{"Ajouter une personne", "Add one person"}
	RsvpEmail       = Text{"Courriel", "Email"}
	RsvpWished      = Text{"facultatif, mais recommandé", "optional, but recommended"}
	RsvpEmailHint   = Text{"Il nous permet de retrouver votre réponse si vous changez d’idée.",
		"So we can find your RSVP if your plans change."}
	RsvpPhone          = Text{"Téléphone", "Phone"}
	RsvpNumber         = Text{"Numéro de client", "Customer number"}
	RsvpNumberHint     = Text{"Vous le trouverez sur votre facture.", "You’ll find it on your bill."}
	RsvpAllergies      = Text{"Allergies ou restrictions alimentaires", "Allergies or dietary restrictions"}
	RsvpAllergiesHint  = Text{"Pour vous et les personnes qui vous accompagnent.", "For you and anyone coming with you."}
	RsvpWriteName      = Text{"Entrez votre nom.", "Enter your name."}
	RsvpWriteEmail     = Text{"Entrez votre courriel.", "Enter your email."}
	RsvpWriteCompanion = Text{"Entrez le nom de cette personne.", "Enter this person’s name."}
	RsvpChooseOne      = Text{"Choisissez une réponse.", "Choose a response."}
	RsvpChooseSome     = Text{"Choisissez au moins une réponse.", "Choose at least one response."}
	RsvpWriteNumber    = Text{"Indiquez un nombre.", "Enter a number."}
	RsvpWriteText      = Text{"Écrivez votre réponse.", "Enter your response."}
	RsvpFaults         = Count{Text{"%s petite chose à corriger :", "%s small thing to fix:"},
		Text{"%s petites choses à corriger :", "%s small things to fix:"}}

	RsvpLinkExpired = Text{"Votre lien personnel ne fonctionne plus, mais vous pouvez quand même répondre ici.",
		"Your personal link no longer works, but you can still RSVP here."}

	RsvpFull     = Text{"C’est complet!", "We’re full!"}
	RsvpFullText = Text{"Toutes les places ont trouvé preneur. Merci de votre intérêt, et à la prochaine!",
		"Every spot is taken. Thank you for your interest, and see you next time!"}
	RsvpTooMany     = Text{"Il ne reste pas assez de places", "There aren’t enough spots left"}
	RsvpTooManyText = Text{"Rien n’a été enregistré. Vous pouvez réessayer avec moins de personnes.", "Nothing was saved. You’re welcome to try again with fewer people."}
	RsvpFullMine    = Text{"Vous avez déjà répondu oui? Votre place vous attend.", "Already said yes? Your spot is saved."}
	RsvpFullFold    = Text{"Modifier ma réponse", "Change my RSVP"}
	RsvpFullHow     = Text{"Pour modifier votre réponse, utilisez votre lien personnel ou le même courriel que la première fois.",
		"To change your RSVP, use your personal link or the same email you used the first time."}
	RsvpClosed     = Text{"La période de réponse est terminée", "RSVPs are closed"}
	RsvpClosedText = Text{"Il n’est plus possible de répondre à cette invitation.",
		"It’s no longer possible to reply to this invitation."}
	RsvpDeadlineText = Text{"La date limite était le %s.", "The deadline was %s."}
	RsvpStarted      = Text{"L’événement a commencé", "The event has started"}
	RsvpOver         = Text{"L’événement est terminé", "The event is over"}
	RsvpOverText     = Text{"Merci à toutes les personnes qui sont venues, et à la prochaine!",
		"Thanks to everyone who came. See you next time!"}
	RsvpClosedMine = Text{"Si vous avez répondu oui, votre place est gardée\u00a0: au plaisir de vous y voir!",
		"If you’ve already said yes, your spot is saved. See you there!"}

	RsvpThanks     = Text{"Merci!", "Thank you!"}
	RsvpThanksName = Text{"Merci, %s!", "Thank you, %s!"}
	RsvpStored     = Text{"Nous avons bien reçu votre réponse.", "We’ve got your RSVP."}
	RsvpChanged    = Text{"Votre changement est enregistré.", "Your change is saved."}
	RsvpUpdated    = Text{"Votre nouvelle réponse remplace l’ancienne.", "Your new RSVP replaces the earlier one."}
	RsvpConfirmed  = Text{"Nous avons bien reçu votre réponse. Merci de votre fidélité!", "We’ve got your RSVP. Thank you for being a customer!"}
	RsvpDeclined   = Text{"C’est noté : vous ne pourrez pas être des nôtres. Merci de nous en avoir avisés.",
		"Got it: you can’t make it this time. Thanks for letting us know."}
	RsvpBack = Text{"Vous changez d’idée? Répondez de nouveau avec le même courriel, tant qu’il reste des places.",
		"Changed your mind? RSVP again with the same email while there are spots left."}
	RsvpBackAgain = Text{"Vous changez d’idée? Répondez de nouveau, tant qu’il reste des places.",
		"Changed your mind? RSVP again while there are spots left."}
	RsvpBackLink = Text{"Vous changez d’idée? Utilisez de nouveau votre lien personnel, tant qu’il reste des places.",
		"Changed your mind? Use your personal link again while there are spots left."}
	RsvpSaidYes = Count{Text{"Vous avez répondu oui pour %s personne", "You replied yes for %s person"},
		Text{"Vous avez répondu oui pour %s personnes", "You replied yes for %s people"}}
	RsvpSaidNo       = Text{"Vous avez répondu que vous ne pourrez pas venir", "You replied that you can’t make it"}
	RsvpComeAfterAll = Text{"Finalement, je pourrai venir", "I can come after all"}
	RsvpCancel       = Text{"Finalement, je ne pourrai pas venir", "I can’t make it after all"}
	RsvpYourAnswer   = Text{"Votre réponse", "Your RSVP"}
	RsvpPrivate      = Text{"Les allergies et les réponses à nos questions sont enregistrées. Comme ce lien a pu être transféré, elles ne sont pas affichées.",
		"Allergies and responses to our questions are saved. They aren’t shown, because this link may have been forwarded."}
	RsvpKeep = Text{"Garder ce que j’ai déjà indiqué, sauf ce que j’entre ci-dessous (accompagnateurs, réponses, allergies)",
		"Keep the details I already gave, except for anything I enter below (companions, responses, allergies)"}
	RsvpSave   = Text{"Enregistrer ma réponse", "Save my RSVP"}
	RsvpChange = Text{"Modifier ma réponse", "Change my RSVP"}
	RsvpHow    = Text{"Un imprévu? Répondez de nouveau avec %s : la nouvelle réponse remplacera celle-ci.",
		"Change of plans? RSVP again with %s, and the new RSVP will replace this one."}
	RsvpSameEmail = Text{"le même courriel", "the same email"}
	RsvpSamePhone = Text{"le même numéro de téléphone", "the same phone number"}
	RsvpHowName   = Text{"Un imprévu? Changez votre réponse sans modifier %s. Pour annuler, prévenez la personne qui vous invite.",
		"Change of plans? Change your RSVP, but keep %s as entered. To cancel, let the person who invited you know."}
	RsvpHowCode = Text{"Un imprévu? Cette page vous permet de modifier ou d’annuler votre réponse. Si vous ne l’avez plus, répondez de nouveau " +
		"avec %s ou, pour annuler, prévenez la personne qui vous invite.",
		"Change of plans? You can change or cancel your RSVP from this page. If you no longer have it, RSVP again with %s or, to cancel, " +
			"let the person who invited you know."}
	RsvpOwnName   = Text{"votre nom", "your name"}
	RsvpOwnNumber = Text{"votre nom et votre numéro de client", "your name and customer number"}
	RsvpKeepSame  = Text{"Gardez %s pour que cette réponse remplace la précédente.", "Keep %s so that this RSVP replaces the earlier one."}
	RsvpHowLink   = Text{"Un imprévu? Utilisez de nouveau votre lien personnel : la nouvelle réponse remplacera celle-ci.",
		"Change of plans? Use your personal link again, and the new RSVP will replace this one."}
	RsvpHowUntil = Text{"Vous avez jusqu’au %s.", "You have until %s."}

	RsvpLost     = Text{"Cette invitation est introuvable", "We can’t find this invitation"}
	RsvpLostText = Text{"L’adresse est peut-être incomplète, ou l’événement n’est pas encore annoncé. Ouvrez de nouveau le lien de " +
		"votre courriel.",
		"The address may be incomplete, or the event hasn’t been announced yet. Try the link in your email once more."}
	RsvpBusy     = Text{"Un petit instant…", "Just a moment…"}
	RsvpBusyText = Text{"Nous recevons beaucoup de réponses en même temps. Merci de réessayer dans une minute.",
		"We’re getting a lot of RSVPs at once. Please try again in a minute."}
	RsvpBroken      = Text{"Un petit problème de notre côté", "Something went wrong on our side"}
	RsvpBrokenText  = Text{"Veuillez réessayer dans quelques instants.", "Please try again in a moment."}
	RsvpUnsaved     = Text{"Votre réponse n’est pas enregistrée", "Your RSVP isn’t saved yet"}
	RsvpUnsavedText = Text{"Nous avons un problème de notre côté. Ce que vous avez écrit est encore ici\u00a0: veuillez l’envoyer de nouveau dans une minute.",
		"Something went wrong on our side. What you entered is still here: please send it again in a minute."}
	RsvpSendAgain   = Text{"Envoyer de nouveau", "Resend"}
	RsvpRefused     = Text{"Votre réponse n’a pas pu être lue", "We couldn’t read your RSVP"}
	RsvpRefusedText = Text{"Veuillez revenir à l’invitation et réessayer.", "Please go back to the invitation and try again."}
)

// Texts of the first screen of the invitation, and of the ticket after an answer.
var (
	RsvpAboveClosed  = Text{"Période de réponse terminée", "RSVPs are closed"}
	RsvpAboveFull    = Text{"C’est complet", "No spots left"}
	RsvpAboveStarted = Text{"L’événement a commencé", "It has started"}
	RsvpAboveOver    = Text{"C’est terminé", "It’s over"}
	RsvpMap          = Text{"Voir sur la carte", "View on a map"}
	RsvpAttend       = Text{"J’y serai", "I’ll be there"}
	RsvpDecline      = Text{"Je n’y serai pas", "I can’t make it"}
	RsvpDeclineTitle = Text{"Vous n’y serez pas?", "Can’t make it?"}
	RsvpDeclineEmail = Text{"Obligatoire ici : l’adresse à laquelle vous avez reçu l’invitation confirme que c’est bien vous.",
		"Required here: we use the address that received the invitation to know it’s you."}
	RsvpHello        = Text{"Bonjour %s, serez-vous des nôtres?", "Hello %s, will you join us?"}
	RsvpFix          = Text{"Corriger mon nom ou mon courriel", "Correct my name or email"}
	RsvpRest         = Text{"Allergies, téléphone, numéro de client", "Allergies, phone, customer number"}
	RsvpCalendarFile = Text{"Apple (.ics)", "Apple (.ics)"}
)
