package i18n

// Texts of the page that says how an event stands.
var (
	OverviewTab       = Text{"Résumé", "Overview"}
	OverviewNext      = Text{"À faire", "What’s next"}
	OverviewNothing   = Text{"Rien à faire pour l’instant", "Nothing to do for now"}
	OverviewReport    = Text{"Voir le rapport", "View report"}
	OverviewDraft     = Text{"Vérifiez les textes, puis publiez l’événement.", "Check the text, then publish the event."}
	OverviewEdit      = Text{"Modifier le contenu", "Edit content"}
	OverviewReview    = Text{"Un seul renseignement correspond à un client.", "Only one detail matches a customer record."}
	OverviewWaiting   = Text{"Voir la liste d’attente", "View waiting list"}
	OverviewFull      = Text{"L’événement est complet", "The event is full"}
	OverviewFullNote  = Text{"Les nouveaux invités peuvent s’inscrire à la liste d’attente.", "New guests can join the waiting list."}
	OverviewCapacity  = Text{"Modifier la capacité", "Change capacity"}
	OverviewReplied   = Text{"%s sur %s ont répondu", "%s of %s have replied"}
	OverviewInvited   = Text{"dont %s en réponse à l’invitation et %s sans invitation associée", "%s in response to the invitation, %s\u00a0with no matching invitation"}
	OverviewByDay     = Text{"Par jour", "By day"}
	OverviewSent      = Count{Text{"sur %s invitation envoyée", "of %s invitation sent"}, Text{"sur %s invitations envoyées", "of %s invitations sent"}}
	OverviewCame      = Text{"Personnes présentes", "Attended"}
	OverviewCameOf    = Count{Text{"sur %s attendue", "of %s expected"}, Text{"sur %s attendues", "of %s expected"}}
	OverviewUncounted = Text{"Aucune arrivée n’a été notée.", "No arrivals were recorded."}
	OverviewAbsent    = Text{"Personnes absentes", "No-shows"}
	OverviewAbsentTxt = Text{"attendues, sans arrivée notée", "expected, but not checked in"}
	OverviewThank     = Text{"Aucun message de remerciement n’est planifié", "No thank-you note is scheduled"}
	OverviewThankDo   = Text{"Préparer le message de remerciement", "Prepare the thank-you note"}
	OverviewDates     = Text{"À venir", "Coming up"}
	OverviewOffers    = Text{"Fin des offres à la liste d’attente", "Waiting list offers end"}
	OverviewBefore    = Text{"Total cumulé de l’événement précédent (%s)", "Running total of the previous event (%s)"}
	OverviewAxes      = Text{"Nombre d’inscriptions · une colonne par %s", "Number of registrations · one bar per %s"}
	OverviewPace      = Count{Text{"%s inscription au même stade pour l’événement précédent", "%s registration at this point for the previous event"},
		Text{"%s inscriptions au même stade pour l’événement précédent", "%s registrations at this point for the previous event"}}
)
